import type { FilterOptions } from '../../src';
import { nextNormal, nextUniform } from '../../src/random';
import type { PeerOptions } from '../ml-matrix-filter';

export interface Size {
  readonly d: number;
  readonly r: number;
}

export const SIZES: readonly Size[] = [
  { d: 3, r: 1 },
  { d: 8, r: 3 },
  { d: 26, r: 10 },
  { d: 74, r: 10 },
  { d: 505, r: 10 },
  { d: 2000, r: 10 },
  { d: 10000, r: 10 },
  { d: 505, r: 32 },
];

export const QUICK_SIZES: readonly Size[] = [
  { d: 8, r: 3 },
  { d: 74, r: 10 },
];

export const MISSING = 0.2;

/**
 * A stream in memory: coefficients that wander, a dictionary, noise, and a fresh pattern of gaps in every frame. As many
 * frames as keep the pool near half a million readings, so that no branch pattern repeats soon enough to be learned.
 */
export function drawFrames({ d, r }: Size, seed: number): Float64Array[] {
  const draws = Float64Array.of(seed);
  const length = Math.min(4096, Math.max(48, Math.ceil(500_000 / d)));
  const C = Float64Array.from({ length: d * r }, () => nextNormal(draws, 0));
  const x = new Float64Array(r);
  return Array.from({ length }, () => {
    for (let i = 0; i < r; i++) x[i] = 0.98 * x[i] + 0.2 * nextNormal(draws, 0);
    return Float64Array.from({ length: d }, (_, j) => {
      let y = 0.3 * nextNormal(draws, 0);
      for (let i = 0; i < r; i++) y += C[j * r + i] * x[i];
      return nextUniform(draws, 0) < MISSING ? NaN : y;
    });
  });
}

/** The settings every contestant starts from. */
export function drawProblem({ d, r }: Size, robust: boolean, seed: number): PeerOptions {
  const draws = Float64Array.of(seed);
  return {
    robust,
    C0: Array.from({ length: d }, () => Array.from({ length: r }, () => nextUniform(draws, 0))),
    x0: Array.from({ length: r }, () => nextNormal(draws, 0)),
    R: 0.1,
    Q: 0.05,
    V0: 2,
    P0: 1,
    lambda0: 1.8,
  };
}

export function filterOptions(problem: PeerOptions): FilterOptions {
  const { Q, ...rest } = problem;
  return {
    ...rest,
    sensors: problem.C0.length,
    rank: problem.x0.length,
    dynamics: { type: 'random-walk', Q },
  };
}
