import { PsmfFilter } from '../../src';
import { Draws } from '../changepoint/draws';
import { Progress } from '../progress';
import { quantile, rootMeanSquare } from './experiment-data';

const [SENSORS, RANK, LEARNED, FORECAST] = [10, 3, 4000, 800];
const TRUE_THETA = [1e-4, 2e-4, 3e-4];
const NOISE_VARIANCE = 0.01;

/** Recursive PSMF (paper, Supplement): one pass; error of the forecast over that of forecasting zero, one for each seed. */
export function runRecursive(seeds: number): number[] {
  const bar = new Progress(seeds);
  const ratios = Array.from({ length: seeds }, (_, seed) => {
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
    const forecast = filter.forecast(FORECAST).map(({ mean }) => mean);
    bar.advance('recursive');
    return (
      rootMeanSquare(forecast, future) /
      rootMeanSquare(
        future.map((frame) => frame.map(() => 0)),
        future,
      )
    );
  });
  bar.clear();
  return ratios;
}

export function describeRecursive(ratios: readonly number[]): string {
  const quantiles = [0, 0.1, 0.5, 0.9, 1].map((share) => quantile(ratios, share).toFixed(2));
  return `recursive PSMF, ${ratios.length} seeds: forecast error / zero's, quantiles 0 10 50 90 100 %: ${quantiles.join(' ')}   (authors: .08 .22 .41 .83 1.20)`;
}
