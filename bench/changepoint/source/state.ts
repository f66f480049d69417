import { damagedState } from '../../../src/errors';
import { MAX_SQUARE } from '../../../src/linalg/limits';
import type { SourceLayout } from './layout';

/** Far above what the filter reaches on readings of at most 50 standard deviations. */
const LARGEST_ENTRY = 1e30;
/** Far below any method's. */
const LEAST_THRESHOLD = 1e-3;

/** Checks the saved array of a detector in full, then writes it into `m`: on an error `m` is untouched. */
export function loadSource(data: Float64Array, m: Float64Array, at: SourceLayout): void {
  if (data.length !== at.length) throw damagedState('its length', `${at.length} numbers`, `${data.length}`);
  for (let i = 0; i < data.length; i++) {
    const isInRange = Math.abs(data[i]) < MAX_SQUARE || (Number.isNaN(data[i]) && mayBeMissing(i, at));
    if (!isInRange) throw damagedState(`entry ${i}`, `a number below ${MAX_SQUARE}`, `${data[i]}`);
  }
  for (const [start, length] of [
    [at.x, at.size],
    [at.P, at.size * at.size],
    [at.S, at.r * at.r],
    [at.C, at.d * at.r],
  ]) {
    for (let i = start; i < start + length; i++) {
      if (!(Math.abs(data[i]) < LARGEST_ENTRY))
        throw damagedState('the filter', `a number below ${LARGEST_ENTRY}`, `${data[i]}`);
    }
  }
  if (!(data[at.statistic] >= 0))
    throw damagedState('the statistic', 'no negative number', `${data[at.statistic]}`);
  if (data[at.threshold] !== 0 && !(data[at.threshold] >= LEAST_THRESHOLD))
    throw damagedState('the threshold', `0 or at least ${LEAST_THRESHOLD}`, `${data[at.threshold]}`);
  const counters = [at.frames, at.recorded, at.epoch, at.started, at.active, at.paused];
  for (const field of [at.age, at.heard, at.silent, at.usual, at.member, at.steps]) {
    for (let j = 0; j < at.d; j++) counters.push(field + j);
  }
  for (const i of counters) {
    if (!Number.isSafeInteger(data[i]) || data[i] < 0)
      throw damagedState(`counter ${i}`, 'a whole number, not negative', `${data[i]}`);
  }
  for (let j = 0; j < at.d; j++) {
    if (!Number.isSafeInteger(data[at.steady + j]))
      throw damagedState(`a counter of sensor ${j}`, 'a whole number', `${data[at.steady + j]}`);
    for (const field of [at.innovationScale, at.levelScale, at.spread, at.R]) {
      if (!(data[field + j] > 0))
        throw damagedState(`a scale of sensor ${j}`, 'a positive number', `${data[field + j]}`);
    }
    if (!(data[at.scale + j] >= 0))
      throw damagedState(`the scale of sensor ${j}`, 'no negative number', `${data[at.scale + j]}`);
  }
  m.set(data);
}

/** Readings, streams, innovations and times may be missing: NaN, but nothing infinite. */
function mayBeMissing(i: number, at: SourceLayout): boolean {
  const inField = at.fields.some(
    ({ at: start, rows, fill }) => Number.isNaN(fill) && i >= start && i < start + rows * at.d,
  );
  return inField || (i >= at.time && i < at.period) || (i >= at.e && i < at.e + at.d);
}
