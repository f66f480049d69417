import { PsmfFilter } from '../../src';
import { Draws } from '../changepoint/draws';
import { Progress } from '../progress';
import { rootMeanSquare } from './experiment-data';
import { computeAlways, type Keep } from './kept-results';

const [SENSORS, RANK, LEARNED, FORECAST] = [10, 3, 4000, 800];
const TRUE_THETA = [1e-4, 2e-4, 3e-4];
const NOISE_VARIANCE = 0.01;

/** Recursive PSMF (paper, Supplement): one pass; error of the forecast over that of forecasting zero, one for each seed. */
export function runRecursive(seeds: number, keep: Keep = computeAlways): number[] {
  const bar = new Progress(seeds);
  const ratios = Array.from({ length: seeds }, (_, seed) => {
    const ratio = keep(`${seed}`, () => forecastOnce(seed));
    bar.advance('recursive');
    return ratio;
  });
  bar.clear();
  return ratios;
}

function forecastOnce(seed: number): number {
  const draws = new Draws(11_000 + seed);
  const C = Array.from({ length: SENSORS }, () => draws.normals(RANK));
  let x = draws.normals(RANK);
  const clean = Array.from({ length: LEARNED + FORECAST }, (_, i) => {
    x = x.map((value, j) => Math.cos(2 * Math.PI * TRUE_THETA[j] * (i + 1) + value));
    return C.map((row) => row.reduce((sum, c, j) => sum + c * x[j], 0));
  });
  const filter = new PsmfFilter({
    ...{ sensors: SENSORS, rank: RANK, V0: 0.1, P0: 0, R: 1 },
    C0: Array.from({ length: SENSORS }, () => draws.normals(RANK)),
    dynamics: {
      type: 'periodic',
      Q: 0,
      theta0: Array.from({ length: RANK }, () => 1e-3 * draws.uniform()),
      adam: { rate: 1e-6 },
    },
  });
  for (const frame of clean.slice(0, LEARNED))
    filter.learnOne(frame.map((value) => value + Math.sqrt(NOISE_VARIANCE) * draws.normal()));
  const future = clean.slice(LEARNED);
  const zero = future.map((frame) => frame.map(() => 0));
  const forecast = filter.forecast(FORECAST).map(({ mean }) => mean);
  return rootMeanSquare(forecast, future) / rootMeanSquare(zero, future);
}
