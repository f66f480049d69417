import { damagedState } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';
import { packedLength } from '../linalg/packed';
import type { Filter } from './filter';
import { historyField, HISTORY_STRIDE } from './history';
import type { Layout } from './layout';
import { LARGEST_PROCESS_NOISE } from './process-noise';
import { LARGEST_COEFFICIENT } from './range';
import { cell, CELLS, LEAST_COUNT, scalar, sensor } from './slots';
import { LARGEST_DECAY } from './noise';
import { isReading, LARGEST_READING, LONGEST_PAUSE, MISSING } from './reading';
import { LEAST_NOISE } from './unit-guard';

const FLAGS = ['active', 'hasLag1', 'hasLag2', 'hidden', 'startReady'] as const;
const DECAYS = ['decay', 'startDecay'] as const;
const NOT_NEGATIVE = [
  ...['guard', 'count', 'strikes', 'gap', 'seen', 'startGap'],
  ...['offsetVariance', 'drift', 'gamma0', 'shadowOffsetVariance'],
  ...['startOffsetVariance', 'startDrift', 'startNoise', 'startModelVariance', 'startRowVariance'],
  ...['regressionNoise', 'spread'],
] as (keyof typeof sensor)[];
const COUNTS = ['seed', 'learned', 'windowFrames', 'windowLength', 'windowIndex', 'visited'] as const;

const FIRST_ORDER = [
  ...['offset', 'shadowOffset', 'startOffset', 'lag1', 'lag2', 'strikeError'],
  ...['last', 'startLast', 'mean', 'trend', 'startTrend', 'low', 'high'],
  ...['carried', 'shadowCarried'],
] as (keyof typeof sensor)[];

/** Bounds that a running filter keeps with room to spare: readings and z end at 1e60, variances of coefficients at 1e6. */
const LEAST_SCALE = 1e-60;
const LARGEST_UNIT = 1e62;
const LARGEST_FIRST_ORDER = 1e70;
const LARGEST_COVARIANCE = 1e8;
const LARGEST_ROW_VARIANCE = 1e4;
/** What rounding may take a variance below zero by. */
const ROUNDING = 1e-6;

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
  for (const { P } of [at.own, at.shadow]) checkPacked(m, P, at.r, LARGEST_COVARIANCE);
  for (let i = at.Q; i < at.Q + at.r; i++) {
    if (!(m[i] >= 0 && m[i] <= LARGEST_PROCESS_NOISE))
      throw damagedState('Q', `from 0 to ${LARGEST_PROCESS_NOISE}`, `${m[i]}`);
  }
  if (m[scalar.windowTime] < 0)
    throw damagedState('the window', 'no negative time', `${m[scalar.windowTime]}`);
  checkLosses(m, at.pooled);
  for (let row = at.records; row < at.length; row += at.stride) checkRecord(m, at, row);
}

function checkRecord(m: Float64Array, at: Layout, row: number): void {
  const expect = (name: keyof typeof sensor, expected: string, holds: (value: number) => boolean): void => {
    const value = m[row + sensor[name]];
    if (!holds(value)) throw damagedState(name, expected, `${value}`);
  };
  for (const name of FLAGS) expect(name, '0 or 1', (value) => value === 0 || value === 1);
  expect('scale', `from ${LEAST_SCALE} to ${LARGEST_UNIT}`, (s) => s >= LEAST_SCALE && s <= LARGEST_UNIT);
  expect('noise', `at least ${LEAST_NOISE}`, (value) => value >= LEAST_NOISE);
  expect('location', `a number up to ${LARGEST_UNIT}`, (value) => Math.abs(value) <= LARGEST_UNIT);
  for (const name of FIRST_ORDER)
    expect(name, `a number up to ${LARGEST_FIRST_ORDER}`, (value) => Math.abs(value) <= LARGEST_FIRST_ORDER);
  for (const C of [at.C, at.startC]) checkSize(m, row + C, at.p, LARGEST_FIRST_ORDER);
  for (const V of [at.V, at.startV]) checkPacked(m, row + V, at.p, LARGEST_ROW_VARIANCE);
  for (const name of NOT_NEGATIVE) expect(name, 'no negative number', (value) => value >= 0);
  for (const name of DECAYS)
    expect(name, `from 0 to ${LARGEST_DECAY}`, (value) => value >= 0 && value <= LARGEST_DECAY);
  expect('favour', 'from -1 to 1', (value) => Math.abs(value) <= 1);
  checkLosses(m, row + at.losses);
  checkRegression(m, at, row);
}

/** Companions are other sensors; a sensor alone is its own. */
function checkRegression(m: Float64Array, at: Layout, row: number): void {
  expectCount('lessons', m[row + sensor.lessons]);
  for (let i = row + at.companions; i < row + at.companions + at.k; i++) {
    expectCount('a companion', m[i]);
    const isOther = m[i] < at.d && (at.d === 1 || at.records + m[i] * at.stride !== row);
    if (!isOther) throw damagedState('a companion', `another of ${at.d} sensors`, `${m[i]}`);
  }
  for (const weights of [at.weights, at.startWeights]) checkSize(m, row + weights, at.n, LARGEST_FIRST_ORDER);
  checkPacked(m, row + at.A, at.n, LARGEST_ROW_VARIANCE);
}

/** No loss is negative; a count is 0 or not too small to divide by. */
function checkLosses(m: Float64Array, losses: number): void {
  for (let i = losses; i < losses + CELLS; i++) {
    if (m[i] < 0) throw damagedState('the losses', 'no negative number', `${m[i]}`);
  }
  for (let i = losses + cell.count; i < losses + CELLS; i += cell.size) {
    if (m[i] > 0 && m[i] < LEAST_COUNT) throw damagedState('the losses', 'a count', `${m[i]}`);
  }
}

/** A packed covariance of n rows: no negative variance beyond rounding, no entry beyond `most`. */
function checkPacked(m: Float64Array, P: number, n: number, most: number): void {
  checkSize(m, P, packedLength(n), most);
  for (let i = 0, diagonal = P; i < n; i++, diagonal += i + 1) {
    if (m[diagonal] < -ROUNDING) throw damagedState('a variance', 'no negative number', `${m[diagonal]}`);
  }
}

function checkSize(m: Float64Array, start: number, length: number, most: number): void {
  for (let i = start; i < start + length; i++) {
    if (!(Math.abs(m[i]) <= most)) throw damagedState('an entry', `a number up to ${most}`, `${m[i]}`);
  }
}

export function checkHistory(m: Float64Array): void {
  checkRange(m, 0, m.length);
  for (let row = 0; row < m.length; row += HISTORY_STRIDE) {
    expectCount('the count of readings', m[row + historyField.count]);
    checkSize(m, row + historyField.mean, 1, LARGEST_READING);
    checkSize(m, row + historyField.values, HISTORY_STRIDE - historyField.values, LARGEST_READING);
    for (const field of [historyField.squares, historyField.gap]) {
      if (m[row + field] < 0) throw damagedState('the history', 'no negative number', `${m[row + field]}`);
    }
  }
}

/** The columns of the kept frames; the first holds dt. */
export function checkFrames(kept: Float64Array, frames: number): void {
  kept.forEach((value, i) => {
    if (i < frames && !(value > 0 && value <= LONGEST_PAUSE))
      throw damagedState('dt', `a positive number up to ${LONGEST_PAUSE}`, `${value}`);
    if (!isReading(value) && value !== MISSING)
      throw damagedState('a kept frame', `readings up to ${LARGEST_READING}`, `${value}`);
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
