/**
 * The largest reading that counts, in raw units and in z. Fourth powers of it, the highest a step forms, times the largest
 * ratio of losses still fit a double, so nothing overflows to Infinity and on to NaN.
 */
export const MAX_READING = 1e60;

/** Stands for a missing reading: finite, so that a snapshot holds finite numbers only, too large to count, and stored in few bits. */
export const MISSING = 2 ** 1023;
/** Stood for it in states stored before. */
export const MISSING_BEFORE = Number.MAX_VALUE;

/** A pause of more nominal periods than this says no more than one of this many. */
export const MAX_PAUSE = 1e6;

/** False for NaN as well. */
export const isReading = (value: number): boolean => Math.abs(value) <= MAX_READING;

/** A frame as the model keeps it: dt, then a reading for each sensor, MISSING where there is none. */
export const createFrame = (sensors: number): Float64Array => new Float64Array(sensors + 1).fill(MISSING, 1);

export function fillFrame(frame: Float64Array, readings: ArrayLike<number>, dt: number): void {
  frame[0] = Math.min(dt, MAX_PAUSE);
  for (let j = 0; j < readings.length; j++) {
    frame[j + 1] = typeof readings[j] === 'number' ? readings[j] : MISSING;
    if (!isReading(frame[j + 1])) frame[j + 1] = MISSING;
  }
}
