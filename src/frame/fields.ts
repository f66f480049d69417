import { PsmfError, describe } from '../errors';
import { explainRejection, readNumber } from './number';
import type { SensorNames } from './sensor-names';

/** A frame as it arrives: named values, numbers among others. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the fields of one frame say about the sensors. */
export interface SortedFields {
  readonly readings: ReadonlyMap<string, number>;
  /** Names with a reading that are no sensors yet, in an order that does not depend on the frame's. */
  readonly joining: readonly string[];
  /** Sensors whose value is there but not a number, with the reason. */
  readonly rejected: ReadonlyMap<string, string>;
}

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

/** A field is a sensor from its first number on. Null and undefined are gaps; any other non-number of a sensor is rejected. */
export function sortFields(fields: Fields, names: SensorNames): SortedFields {
  const readings = new Map<string, number>();
  const rejected = new Map<string, string>();
  const joining: string[] = [];
  for (const name of Object.keys(fields)) {
    if (name.length > LONGEST_NAME) continue;
    const value = fields[name];
    const number = readNumber(value);
    const known = names.columnOf(name) !== undefined;
    if (!Number.isNaN(number)) {
      readings.set(name, number);
      if (!known) joining.push(name);
    } else if (known && value !== null && value !== undefined) {
      rejected.set(name, explainRejection(value));
    }
  }
  return { readings, joining: joining.sort(), rejected };
}
