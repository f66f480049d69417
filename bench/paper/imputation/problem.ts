import type { ReadingsTable } from '../../../src/evaluate/readings-table';
import { Draws } from '../../changepoint/draws';

export const RANK = 10;
const SEGMENT = 20;

/** One repeat of the paper's imputation experiment. Tables are row-major, a row for each time. */
export interface Problem {
  readonly times: number;
  readonly sensors: number;
  /** What the methods see; NaN where missing. */
  readonly seen: Float64Array;
  /** Cells that were there and have been removed, with their values. */
  readonly removed: readonly { readonly cell: number; readonly truth: number }[];
  /** Where every method starts: C of sensors x r and X of times x r, uniform on [0, 1]. */
  readonly C0: number[][];
  readonly X0: number[][];
}

/**
 * Removes segments of 20 until the given share is missing, what was missing from the start included: in rounds, one
 * segment of each series, never of the first time.
 */
export function createProblem({ rows: times, sensors, values }: ReadingsTable, share: number, seed: number) {
  const draws = new Draws(seed);
  const uniforms = (rows: number): number[][] =>
    Array.from({ length: rows }, () => Array.from({ length: RANK }, () => draws.uniform()));
  const seen = values.slice();
  const removed: { cell: number; truth: number }[] = [];
  let missing = seen.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  for (let series = 0; missing < share * seen.length; series = (series + 1) % sensors) {
    const start = 1 + draws.below(times - SEGMENT - 1);
    for (let k = start; k < start + SEGMENT; k++) {
      const cell = k * sensors + series;
      if (Number.isNaN(seen[cell])) continue;
      removed.push({ cell, truth: seen[cell] });
      seen[cell] = NaN;
      missing++;
    }
  }
  return { times, sensors, seen, removed, C0: uniforms(sensors), X0: uniforms(times) } satisfies Problem;
}

/** What a method makes of a problem. */
export interface Completion {
  /** Estimates of the removed cells, in their order. */
  readonly estimates: Float64Array;
  /** Share of the removed cells within 2 sigma; null for a method without intervals. */
  readonly coverage: number | null;
}

export function rmse({ removed }: Problem, estimates: Float64Array): number {
  const squares = removed.reduce((sum, { truth }, i) => sum + (truth - estimates[i]) ** 2, 0);
  return Math.sqrt(squares / removed.length);
}

/** (C X')_kj for every removed cell. */
export function reconstruct(
  { removed, sensors }: Problem,
  C: readonly ArrayLike<number>[],
  X: readonly ArrayLike<number>[],
): Float64Array {
  return Float64Array.from(removed, ({ cell }) => {
    const c = C[cell % sensors];
    const x = X[Math.floor(cell / sensors)];
    let sum = 0;
    for (let i = 0; i < RANK; i++) sum += c[i] * x[i];
    return sum;
  });
}
