import { isCount } from '../arguments';
import { damagedState } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';
import { MAX_PARAMETER } from '../dynamics/parameters';
import { scalar, type Layout } from './layout';
import type { FilterConfig } from './options';
import { LEAST } from './robust';

/**
 * Bound on the entries of x, S and C. Those of a running model stay below 1e70, but for the rows of C, whose changes do:
 * with these, c'Pc still fits a double.
 */
const LARGEST_FIRST_ORDER = 1e75;
/** Bounds on R as an option. */
export const LEAST_R = 1e-60;
export const LARGEST_R = 1e60;
/** How far rounding may take a correlation matrix from having no negative eigenvalue. */
const ROUNDING = 1e-6;
/** Far enough above the least double that a variance of this size still has all its digits. */
const LEAST_VARIANCE = 1e-280;

/** Refuses a state that no model with these settings could have reached, and that might not stay finite. */
export function checkState(m: Float64Array, at: Layout, config: FilterConfig): void {
  for (const [start, end] of at.state) expectBelow(m, start, end, MAX_SQUARE);
  expectBelow(m, at.x, at.x + at.size, LARGEST_FIRST_ORDER);
  expectBelow(m, at.S, at.S + at.r * at.r, LARGEST_FIRST_ORDER);
  expectBelow(m, at.C, at.C + at.d * at.r, LARGEST_FIRST_ORDER);
  for (const name of ['k', 'seq', 'recorded', 'seed'] as const) expectCount(name, m[scalar[name]]);
  expectWithin('lambda', m[scalar.lambda], config.lambda0, config.lambdaMax ?? MAX_SQUARE);
  expectWithin('noise', m[scalar.noise], config.robust ? LEAST / 2 : 1, config.robust ? MAX_SQUARE : 1);
  for (let j = 0; j < at.d; j++) expectWithin(`R[${j}]`, m[at.R + j], LEAST_R, LARGEST_R);
  checkCovariance(m, at.P, at.size);
  checkParameters(m, at);
}

/** theta and the moments of its learning. */
function checkParameters(m: Float64Array, at: Layout): void {
  if (at.p === 0) return;
  expectCount('updates', m[at.updates]);
  for (let i = 0; i < at.p; i++) {
    expectWithin(`theta[${i}]`, m[at.theta + i], -MAX_PARAMETER, MAX_PARAMETER);
    expectWithin(`square[${i}]`, m[at.square + i], 0, MAX_SQUARE);
  }
}

function expectBelow(m: Float64Array, start: number, end: number, limit: number): void {
  for (let i = start; i < end; i++) {
    if (!(Math.abs(m[i]) < limit)) throw damagedState('an entry', `a number below ${limit}`, `${m[i]}`);
  }
}

function expectCount(name: string, value: number): void {
  if (!isCount(value)) throw damagedState(name, 'a whole number, not negative', String(value));
}

function expectWithin(name: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most))
    throw damagedState(name, `a number from ${least} to ${most}`, `${value}`);
}

/**
 * Symmetric, and without a negative direction: K + 1e-6 I has a Cholesky factor, K being the correlations of P. Without process
 * noise a variance shrinks until it has few digits left, or none; one below LEAST_VARIANCE is compared with that instead.
 */
function checkCovariance(m: Float64Array, P: number, n: number): void {
  const root = Float64Array.from({ length: n }, (_, i) =>
    Math.sqrt(Math.max(LEAST_VARIANCE, m[P + i * (n + 1)])),
  );
  const L = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const entry = m[P + i * n + j];
      const size = root[i] * root[j];
      let rest = i === j && entry < 0 ? NaN : entry / size;
      if (Math.abs(entry - m[P + j * n + i]) > ROUNDING * size) rest = NaN;
      if (i === j) rest += ROUNDING;
      for (let l = 0; l < j; l++) rest -= L[i * n + l] * L[j * n + l];
      L[i * n + j] = i === j ? Math.sqrt(rest) : rest / L[j * n + j];
      if (!Number.isFinite(L[i * n + j]))
        throw damagedState(`P[${i}][${j}]`, 'an entry of a covariance', `${entry}`);
    }
  }
}
