import { damagedState } from '../errors';
import type { Numbers } from './sensor-columns';

/** What is kept in another form than it is worked with: so many numbers, made when a state is stored, and read when it is taken up. */
export abstract class StoredPart {
  abstract readonly length: number;
  abstract pack(): Float64Array;
  abstract unpack(data: Float64Array): void;
}

/** A part of a detector's state: an array, counters by name, or what has a form of its own. */
export type StatePart = Numbers | Record<string, number> | StoredPart;

const isArray = (part: StatePart): part is Numbers =>
  part instanceof Float64Array || part instanceof Float32Array;

const lengthOf = (part: StatePart): number => {
  if (part instanceof Float32Array) return Math.ceil(part.length / 2);
  return isArray(part) || part instanceof StoredPart ? part.length : Object.keys(part).length;
};

/** Numbers that the parts take, packed. */
export const lengthOfState = (parts: readonly StatePart[]): number =>
  parts.reduce((sum, part) => sum + lengthOf(part), 0);

/** All parts in one array. Two singles share a double, bit for bit: such a double is never NaN, as no single is a NaN but the usual one. */
export function packState(parts: readonly StatePart[]): Float64Array {
  const data = new Float64Array(lengthOfState(parts));
  let at = 0;
  for (const part of parts) {
    if (part instanceof Float32Array) new Float32Array(data.buffer, 8 * at, part.length).set(part);
    else if (part instanceof StoredPart) data.set(part.pack(), at);
    else data.set(isArray(part) ? part : Object.values(part), at);
    at += lengthOf(part);
  }
  return data;
}

/** Writes a packed array back into parts of the same sizes; refuses one of another length before anything is written. */
export function unpackState(data: Float64Array, parts: readonly StatePart[]): void {
  const length = lengthOfState(parts);
  if (data.length !== length) throw damagedState('its length', `${length} numbers`, `${data.length}`);
  const own = data.slice();
  let at = 0;
  for (const part of parts) {
    if (part instanceof Float32Array) part.set(new Float32Array(own.buffer, 8 * at, part.length));
    else if (isArray(part)) part.set(own.subarray(at, at + part.length));
    else if (part instanceof StoredPart) part.unpack(own.slice(at, at + part.length));
    else Object.keys(part).forEach((name, i) => (part[name] = own[at + i]));
    at += lengthOf(part);
  }
}
