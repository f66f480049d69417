import { Allocator, createSourceLayout, type SourceLayout } from '../source/layout';

/** Run lengths kept at most; the least probable go first. */
export const MOST_RUNS = 128;

export interface RunLayout {
  readonly d: number;
  /** How many runs are kept; the oldest comes first. */
  readonly runs: number;
  /** Log posterior of each run, its length in frames, and the log likelihood of the newest frame in it. */
  readonly logPosterior: number;
  readonly runLength: number;
  readonly logPredictive: number;
  /** For each run and sensor: number, sum and sum of squares of the values in it. */
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

export type BocpdLayout = SourceLayout & RunLayout;

/** One run more than is kept: the new one comes before the least probable goes. */
export function allocateRuns(allocate: Allocator): Omit<RunLayout, 'd'> {
  const rows = MOST_RUNS + 1;
  return {
    runs: allocate.take(1),
    logPosterior: allocate.take(rows),
    runLength: allocate.take(rows),
    logPredictive: allocate.take(rows),
    count: allocate.takeField(rows),
    sum: allocate.takeField(rows),
    squares: allocate.takeField(rows),
  };
}

export function createBocpdLayout(d: number, r: number): BocpdLayout {
  const allocate = new Allocator(d, 0);
  const source = createSourceLayout(d, r, allocate);
  const runs = allocateRuns(allocate);
  return { ...source, ...runs, fields: allocate.fields, length: allocate.end };
}
