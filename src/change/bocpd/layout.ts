/** Run lengths kept at most; the least probable go first. */
export const MOST_RUNS = 128;
/** One run more than is kept: the new one comes before the least probable goes. */
const ROWS = MOST_RUNS + 1;

/** Offsets into one Float64Array. */
export interface RunLayout {
  readonly d: number;
  /** The values of the frame at hand; NaN: missing. */
  readonly x: number;
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
  readonly length: number;
}

export function createRunLayout(d: number): RunLayout {
  const logPosterior = 1;
  const runLength = logPosterior + ROWS;
  const logPredictive = runLength + ROWS;
  const x = logPredictive + ROWS;
  const count = x + d;
  const sum = count + ROWS * d;
  const squares = sum + ROWS * d;
  const length = squares + ROWS * d;
  return { d, runs: 0, logPosterior, runLength, logPredictive, x, count, sum, squares, length };
}

/** Sensor j as if it had been read in no run. */
export function clearInRuns(m: Float64Array, at: RunLayout, j: number): void {
  for (const field of [at.count, at.sum, at.squares])
    for (let run = 0; run < ROWS; run++) m[field + run * at.d + j] = 0;
}

/** The runs with one sensor more, of which nothing is known. */
export function growRuns(m: Float64Array, from: RunLayout): { m: Float64Array; at: RunLayout } {
  const at = createRunLayout(from.d + 1);
  const grown = new Float64Array(at.length);
  grown.set(m.subarray(0, from.count));
  for (const field of ['count', 'sum', 'squares'] as const) {
    for (let run = 0; run < ROWS; run++) {
      const start = from[field] + run * from.d;
      grown.set(m.subarray(start, start + from.d), at[field] + run * at.d);
    }
  }
  return { m: grown, at };
}
