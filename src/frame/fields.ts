import { PsmfError, describe } from '../errors';

/** A frame as it arrives: named values, numbers among others. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as a frame of named fields; lists, buffers, dates and maps are none. */
export function readFields(value: unknown): Fields {
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (tag === 'Object') return value as Fields;
  const isOtherObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  throw new PsmfError(
    'BAD_FRAME',
    'The frame',
    'an object of sensor names and values such as {"inlet": 21.5}',
    isOtherObject ? tag : describe(value),
    'Bring the readings into one object first.',
  );
}

/** A longer name is no sensor's: names are kept for ever, in memory and in every snapshot. */
export const LONGEST_NAME = 256;
