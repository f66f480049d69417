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

/** Named values of one moment, as they arrived. */
export interface Frame {
  /** Name -> value of any type; own enumerable fields only. */
  readonly fields: Fields;
  /** The frame's own time, epoch ms; null: it has none. */
  readonly time: number | null;
  /** When it came, epoch ms. */
  readonly arrival: number;
  /** Names whose value is an estimate and no evidence: missing for the model. */
  readonly filled?: ReadonlySet<string>;
}

/** When a frame was. */
export type Moment = Pick<Frame, 'time' | 'arrival'>;
