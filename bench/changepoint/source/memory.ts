import { MAX_SQUARE } from '../../../src/linalg/limits';
import { rowOf, type SourceLayout } from './layout';

const MAX_READING = Math.sqrt(MAX_SQUARE);
/** Longer than any process remembers; keeps the sum of pauses finite. */
const MAX_PAUSE = 1e12;

/**
 * Puts a frame into the memory and counts it. A frame in which nothing was read is only time that passes: its dt is added
 * to the next one's, which is exact for the subspace, and nothing else moves.
 *
 * @returns whether anything was read.
 */
export function recordFrame(
  m: Float64Array,
  at: SourceLayout,
  readings: ArrayLike<number>,
  dt: number,
  time: number | null,
): boolean {
  const { d } = at;
  const k = m[at.recorded] + 1;
  const y = at.y + rowOf(k, d);
  let read = 0;
  for (let j = 0; j < d; j++) {
    const reading: unknown = readings[j];
    const sane = typeof reading === 'number' && Math.abs(reading) < MAX_READING;
    m[y + j] = sane ? reading : NaN;
    if (sane) read++;
  }
  m[at.frames] += 1;
  m[at.elapsed] = Math.min(m[at.elapsed] + dt, MAX_PAUSE);
  if (read === 0) return false;

  const row = rowOf(k, 1);
  m[at.recorded] = k;
  m[at.epoch] += 1;
  m[at.number + row] = m[at.frames] - 1;
  m[at.time + row] = typeof time === 'number' && Number.isFinite(time) ? time : NaN;
  m[at.period + row] = m[at.elapsed];
  m[at.elapsed] = 0;
  return true;
}

/** Time of the frame `back` recorded frames ago, null where it had none. */
export function timeOf(m: Float64Array, at: SourceLayout, back: number): number | null {
  const time = m[at.time + rowOf(m[at.recorded] - back, 1)];
  return Number.isNaN(time) ? null : time;
}

/** Number of the frame `back` recorded frames ago. */
export const numberOf = (m: Float64Array, at: SourceLayout, back: number): number =>
  m[at.number + rowOf(m[at.recorded] - back, 1)];
