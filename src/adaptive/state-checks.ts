import { damagedState } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';
import type { Filter } from './filter';
import { historyField, HISTORY_STRIDE } from './history';
import type { Layout } from './layout';
import { LARGEST_COEFFICIENT } from './range';
import { scalar, sensor } from './slots';
import { LARGEST_DECAY } from './noise';

const FLAGS = ['active', 'hasLag1', 'hasLag2', 'hidden', 'startReady'] as const;
const POSITIVE = ['scale', 'noise'] as const;
const DECAYS = ['decay', 'startDecay'] as const;
const NOT_NEGATIVE = [
  ...['guard', 'count', 'strikes', 'gap', 'seen', 'startGap'],
  ...['offsetVariance', 'drift', 'gamma0', 'shadowOffsetVariance'],
  ...['startOffsetVariance', 'startDrift', 'startNoise', 'startModelVariance', 'startRowVariance'],
] as (keyof typeof sensor)[];
const COUNTS = ['seed', 'learned', 'windowFrames', 'windowLength', 'windowIndex'] as const;

/** Every entry in range, and every field of a kind the step relies on. */
export function checkFilter({ m, context: { at } }: Filter): void {
  checkRange(m, 0, m.length);
  for (const name of COUNTS) expectCount(name, m[scalar[name]]);
  const groups = m[scalar.groups];
  if (!(groups >= 1)) throw damagedState('groups', 'at least 1', `${groups}`);
  expectCount('groups', groups);
  for (const mu of [at.own.mu, at.shadow.mu, at.startMu]) {
    for (let i = mu; i < mu + at.p; i++) {
      if (!(Math.abs(m[i]) <= LARGEST_COEFFICIENT))
        throw damagedState('a coefficient', `a number up to ${LARGEST_COEFFICIENT}`, `${m[i]}`);
    }
  }
  for (let row = at.records; row < at.length; row += at.stride) checkRecord(m, at, row);
}

function checkRecord(m: Float64Array, at: Layout, row: number): void {
  const expect = (name: keyof typeof sensor, expected: string, holds: (value: number) => boolean): void => {
    const value = m[row + sensor[name]];
    if (!holds(value)) throw damagedState(name, expected, `${value}`);
  };
  for (const name of FLAGS) expect(name, '0 or 1', (value) => value === 0 || value === 1);
  for (const name of POSITIVE) expect(name, 'a positive number', (value) => value > 0);
  for (const name of NOT_NEGATIVE) expect(name, 'no negative number', (value) => value >= 0);
  for (const name of DECAYS)
    expect(name, `from 0 to ${LARGEST_DECAY}`, (value) => value >= 0 && value <= LARGEST_DECAY);
  for (let i = row + at.losses; i < row + at.t; i++) {
    if (m[i] < 0) throw damagedState('the losses', 'no negative number', `${m[i]}`);
  }
}

export function checkHistory(m: Float64Array): void {
  checkRange(m, 0, m.length);
  for (let row = 0; row < m.length; row += HISTORY_STRIDE) {
    expectCount('the count of readings', m[row + historyField.count]);
    for (const field of [historyField.squares, historyField.gap]) {
      if (m[row + field] < 0) throw damagedState('the history', 'no negative number', `${m[row + field]}`);
    }
  }
}

/** The columns of the kept frames; the first holds dt. */
export function checkFrames(kept: Float64Array, frames: number): void {
  kept.forEach((value, i) => {
    if (i < frames && !(value > 0)) throw damagedState('dt', 'a positive number', `${value}`);
    if (!Number.isFinite(value)) throw damagedState('a kept frame', 'finite numbers', `${value}`);
  });
}

function checkRange(m: Float64Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    if (!(Math.abs(m[i]) < MAX_SQUARE))
      throw damagedState('an entry', `a number below ${MAX_SQUARE}`, `${m[i]}`);
  }
}

function expectCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw damagedState(name, 'a whole number, not negative', `${value}`);
}
