import { rowOf, type SourceLayout } from './layout';
import { robustScale } from './robust-scale';
import {
  INNOVATION_LIMIT,
  LEARNING,
  LEAST_HEARD,
  LEVEL_LIMIT,
  MEMORY,
  READING_LIMIT,
  STANDARDISING,
} from './settings';

/** Least scale of a stream: standardised readings move by less only in their last digits. */
const LEAST_SCALE = 1e-3;
/** A scale below this share of the centre is rounding noise of the readings. */
const RELATIVE_SCALE = 1e-9;

/**
 * Streams are whole multiples of this. Sums of hundreds of them are then exact in double arithmetic: a running sum never
 * drifts from the sum of its window, in a stream of any length.
 */
const GRAIN = 2 ** -40;

const clip = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));
const toGrain = (value: number): number => Math.round(value / GRAIN) * GRAIN;

/** Copies what one column of the memory held in the last n frames to `sorting`; returns how many were not missing. */
function gather(m: Float64Array, at: SourceLayout, field: number, j: number, n: number): number {
  let count = 0;
  for (let back = n - 1; back >= 0; back--) {
    const value = m[field + rowOf(m[at.recorded] - back, at.d) + j];
    if (value === value) m[at.sorting + count++] = value;
  }
  return count;
}

/**
 * Centre and scale of a sensor from its last readings, and z = (y - centre) / scale of these. A sensor that never moved
 * keeps its former scale, or takes its own unit. One that was hardly heard is not followed further for now.
 */
export function standardiseSensor(m: Float64Array, at: SourceLayout, j: number): void {
  const heard = m[at.heard + j];
  m[at.heard + j] = 0;
  if (heard < LEAST_HEARD) {
    m[at.age + j] = 0;
    return;
  }
  const { centre, scale } = robustScale(m, at.sorting, gather(m, at, at.y, j, STANDARDISING), false);
  m[at.centre + j] = centre;
  if (scale >= RELATIVE_SCALE * (1 + Math.abs(centre))) m[at.scale + j] = scale;
  else if (m[at.scale + j] === 0) m[at.scale + j] = 1;
  m[at.spread + j] = 1;
  m[at.steps + j] = 0;
  for (let back = STANDARDISING - 1; back >= 0; back--) {
    const row = rowOf(m[at.recorded] - back, at.d) + j;
    toStandard(m, at, j, row);
    m[at.q + row] = NaN;
  }
}

/** The level at one place of the memory: z of the reading, bounded; NaN where missing or while the sensor has no scale. */
export function toStandard(m: Float64Array, at: SourceLayout, j: number, row: number): void {
  if (m[at.age + j] < STANDARDISING) m[at.level + row] = NaN;
  else m[at.level + row] = clip((m[at.y + row] - m[at.centre + j]) / m[at.scale + j], READING_LIMIT);
}

/**
 * Gives a sensor's innovations (from the second stage of learning) and z (from both) a centre and a scale, and turns what
 * the memory holds of the second stage into streams; what is older is forgotten.
 */
export function scaleStreams(m: Float64Array, at: SourceLayout, j: number): void {
  if (m[at.heard + j] < LEAST_HEARD) {
    m[at.age + j] = 0;
    return;
  }
  const second = LEARNING - STANDARDISING;
  const innovation = robustScale(m, at.sorting, gather(m, at, at.q, j, second), true);
  m[at.innovationCentre + j] = innovation.centre;
  m[at.innovationScale + j] = Math.max(innovation.scale, LEAST_SCALE);
  const level = robustScale(m, at.sorting, gather(m, at, at.level, j, LEARNING), false);
  m[at.levelCentre + j] = level.centre;
  m[at.levelScale + j] = Math.max(level.scale, LEAST_SCALE);
  for (let back = MEMORY - 1; back >= 0; back--) {
    const row = rowOf(m[at.recorded] + MEMORY - back, at.d) + j;
    if (back < second) toStreams(m, at, j, row);
    else m[at.q + row] = m[at.level + row] = NaN;
  }
}

/** q = clip((e - centre) / scale, 3) and level = clip((z - centre) / scale, 4) in place, at one place of the memory. */
export function toStreams(m: Float64Array, at: SourceLayout, j: number, row: number): void {
  const q = (m[at.q + row] - m[at.innovationCentre + j]) / m[at.innovationScale + j];
  const level = (m[at.level + row] - m[at.levelCentre + j]) / m[at.levelScale + j];
  m[at.q + row] = toGrain(clip(q, INNOVATION_LIMIT));
  m[at.level + row] = toGrain(clip(level, LEVEL_LIMIT));
}
