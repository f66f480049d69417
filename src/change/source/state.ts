import { damagedState } from '../../errors';
import { MAX_SQUARE } from '../../linalg/limits';
import type { SourceLayout } from './layout';

/** Checks the saved array of a detector in full, then writes it into `m`: on an error `m` is untouched. */
export function loadSource(data: Float64Array, m: Float64Array, at: SourceLayout): void {
  if (data.length !== at.length) throw damagedState('its length', `${at.length} numbers`, `${data.length}`);
  for (let i = 0; i < data.length; i++) {
    if (!(Math.abs(data[i]) < MAX_SQUARE) && !mayBeMissing(i, at))
      throw damagedState(`entry ${i}`, `a number below ${MAX_SQUARE}`, `${data[i]}`);
  }
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
