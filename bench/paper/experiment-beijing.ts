import { join } from 'node:path';
import { PsmfFilter, runFit } from '../../src';
import { Draws } from '../changepoint/draws';
import { Progress } from '../progress';
import { readSeries, rootMeanSquare } from './experiment-data';
import { computeAlways, type Keep } from './kept-results';

const STRIDE = 100;
const FITTED = 352;
const PASSES = 100;
const SETTINGS = { sensors: 3, rank: 1, V0: 5, P0: 1, R: 1 } as const;

interface Forecast {
  readonly error: number;
  /** Rows = time. */
  readonly path: readonly (readonly number[])[];
}

/** One run: a random walk, and the periodic model from several starts. */
export interface BeijingRun {
  readonly randomWalk: Forecast;
  /** Of the start with the least training error. */
  readonly best: Forecast;
  /** Forecast errors of every start. */
  readonly errors: readonly number[];
}

export interface BeijingResult {
  readonly restarts: number;
  readonly fitted: number;
  /** Rows = time; dew point, temperature, pressure, each with mean 0 and deviation 1. */
  readonly frames: readonly (readonly number[])[];
  readonly runs: readonly BeijingRun[];
}

/** The paper's Section 4.2: a periodic subspace finds the year, a random walk cannot forecast it. */
export function runBeijing(
  directory: string,
  runs: number,
  restarts: number,
  keep: Keep = computeAlways,
): BeijingResult {
  const frames = readSeries(join(directory, 'beijing_temperature.csv'), STRIDE);
  const bar = new Progress(runs);
  const results = Array.from({ length: runs }, (_, run) => {
    const result = keep(`run ${run}, ${restarts} starts`, () => runOnce(frames, 7000 + run, restarts));
    bar.advance('Beijing');
    return result;
  });
  bar.clear();
  return { restarts, fitted: FITTED, frames, runs: results };
}

function runOnce(frames: readonly number[][], seed: number, restarts: number): BeijingRun {
  const training = frames.slice(0, FITTED);
  const future = frames.slice(FITTED);
  const forecast = (filter: PsmfFilter): Forecast => {
    const path = filter.forecast(future.length).map(({ mean }) => [...mean]);
    return { error: rootMeanSquare(path, future), path };
  };
  const draws = new Draws(seed);
  const attempts = Array.from({ length: restarts }, () => {
    const start = {
      C0: Array.from({ length: 3 }, () => [5 * draws.normal()]),
      theta0: Array.from({ length: 6 }, () => 0.1 * draws.uniform()),
    };
    const fit = runFit({
      options: { ...SETTINGS, dynamics: { type: 'fourier', Q: 1 } },
      frames: training,
      passes: PASSES,
      starts: [start],
    });
    return { training: fit.attempts[0].error, ...forecast(PsmfFilter.restore(fit.model)) };
  });
  const { error, path } = attempts.reduce((a, b) => (b.training < a.training ? b : a));
  return {
    randomWalk: forecast(walk(training, seed)),
    best: { error, path },
    errors: attempts.map((attempt) => attempt.error),
  };
}

function walk(training: readonly number[][], seed: number): PsmfFilter {
  const draws = new Draws(seed);
  const C0 = Array.from({ length: 3 }, () => [5 * draws.normal()]);
  const filter = new PsmfFilter({ ...SETTINGS, C0, dynamics: { type: 'random-walk', Q: 1 } });
  for (let pass = 0; pass < PASSES; pass++) {
    filter.startPass({ resetV: true });
    for (const frame of training) filter.learnOne(frame);
  }
  return filter;
}
