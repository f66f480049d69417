import { isWithin, type StoredRange } from '../stored-range';

/** Numbers of the state, whatever they are kept in. */
export type Numbers = Float64Array | Float32Array | Int32Array | Int16Array | Uint16Array | Uint8Array;

/** So many arrays of as many numbers each. In one buffer: of its own each takes 88 bytes more, which of few sensors is most of it. */
export function createDoubles(arrays: number, length: number): Float64Array[] {
  const all = new Float64Array(arrays * length);
  return Array.from({ length: arrays }, (_, k) => all.subarray(k * length, (k + 1) * length));
}

/** Likewise. */
export function createSingles(arrays: number, length: number): Float32Array[] {
  const all = new Float32Array(arrays * length);
  return Array.from({ length: arrays }, (_, k) => all.subarray(k * length, (k + 1) * length));
}

/** All of them one after the other. */
export function packNumbers(arrays: readonly Numbers[]): Float64Array {
  const data = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const array of arrays) {
    data.set(array, to);
    to += array.length;
  }
  return data;
}

/** Products of any two of the state still fit a double. */
const LARGEST = 1e150;

/**
 * Puts them back; returns whether there were just as many, each of a size that the state and its array can have. A state of before may
 * hold doubles where there are singles now.
 */
export function unpackNumbers(arrays: readonly Numbers[], data: Float64Array): boolean {
  const length = arrays.reduce((sum, array) => sum + array.length, 0);
  if (length !== data.length || !data.every((number) => Math.abs(number) < LARGEST)) return false;
  let from = 0;
  for (const array of arrays) {
    const part = data.subarray(from, from + array.length);
    array.set(part);
    const isSingle = array instanceof Float32Array;
    if (
      !part.every((number, i) => array[i] === (isSingle ? Math.fround(number) : number) && isFinite(array[i]))
    )
      return false;
    from += array.length;
  }
  return true;
}

/** Whether each of them is such as a model leaves behind. */
export function areWithin(numbers: Numbers, range: StoredRange): boolean {
  for (let i = 0; i < numbers.length; i++) if (!isWithin(numbers[i], range)) return false;
  return true;
}

/** What variances, sums of squares and times are at least. */
export const notNegative: StoredRange = { min: 0, max: LARGEST };
/** Shares, and what is kept of a number from frame to frame. */
export const upToOne: StoredRange = { min: 0, max: 1 };

/** Sensor j as the one of `fresh`, in arrays that hold the numbers of one sensor after those of another. */
export function copySensor(to: readonly Numbers[], fresh: readonly Numbers[], j: number): void {
  fresh.forEach((array, i) => to[i].set(array, j * array.length));
}

/** The same arrays with room for more sensors at the end. */
export function copyInto(to: readonly Numbers[], from: readonly Numbers[]): void {
  from.forEach((array, i) => to[i].set(array));
}
