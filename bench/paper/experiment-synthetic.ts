import { PsmfFilter, runFit } from '../../src';
import { Draws } from '../changepoint/draws';
import { Progress } from '../progress';
import { median, rootMeanSquare } from './experiment-data';

const [SENSORS, RANK, OBSERVED, FORECAST, PASSES] = [20, 6, 500, 250, 500];
const TRUE_THETA = [1, 2, 3, 4, 5, 6].map((value) => value * 1e-3);
const NOISE_VARIANCE = 0.1;
/** An entry of theta is found when it is this near. */
const NEAR = 2e-4;

type Noise = 'Gaussian' | 't3';

export interface SyntheticRun {
  readonly found: boolean;
  /** RMSE of the forecast over that of the noise. */
  readonly forecast: number;
  /** Norm of the one-step errors and the forecast errors together. */
  readonly norm: number;
}

export type SyntheticResult = Readonly<Record<Noise, readonly SyntheticRun[]>>;

/** The paper's Section 4.1: frequencies and dictionary of a deterministic periodic subspace, PSMF and rPSMF. */
export function runSynthetic(seeds: number): SyntheticResult {
  const bar = new Progress(2 * seeds);
  const runs = (noise: Noise): SyntheticRun[] =>
    Array.from({ length: seeds }, (_, seed) => {
      const run = fitOnce(noise, seed);
      bar.advance(noise);
      return run;
    });
  const result = { Gaussian: runs('Gaussian'), t3: runs('t3') };
  bar.clear();
  return result;
}

function fitOnce(noise: Noise, seed: number): SyntheticRun {
  const draws = new Draws(9000 + seed);
  const C = Array.from({ length: SENSORS }, () => draws.normals(RANK));
  const { readings, noiseLevel } = simulate(C, noise, draws);
  const fit = runFit({
    options: {
      ...{ sensors: SENSORS, rank: RANK, robust: noise === 't3', lambda0: 1.8, V0: 0.1, P0: 0, R: 1 },
      dynamics: { type: 'periodic', Q: 0 },
    },
    frames: readings.slice(0, OBSERVED),
    passes: PASSES,
    starts: [
      {
        C0: Array.from({ length: SENSORS }, () => draws.normals(RANK).map((value) => 0.1 * value)),
        theta0: Array.from({ length: RANK }, () => 0.1 * draws.uniform()),
      },
    ],
  });
  const [{ theta, error }] = fit.attempts;
  const future = readings.slice(OBSERVED);
  const forecast = rootMeanSquare(
    PsmfFilter.restore(fit.model)
      .forecast(FORECAST)
      .map(({ mean }) => mean),
    future,
  );
  return {
    found: matches(theta),
    forecast: forecast / noiseLevel,
    norm: Math.sqrt(SENSORS * (OBSERVED * error ** 2 + FORECAST * forecast ** 2)),
  };
}

function simulate(C: number[][], noise: Noise, draws: Draws): { readings: number[][]; noiseLevel: number } {
  let x = draws.normals(RANK);
  let squares = 0;
  const readings = Array.from({ length: OBSERVED + FORECAST }, (_, i) => {
    x = x.map((value, j) => Math.cos(2 * Math.PI * TRUE_THETA[j] * (i + 1) + value));
    return C.map((row) => {
      const scale = Math.sqrt(NOISE_VARIANCE);
      const error = scale * (noise === 't3' ? draws.studentT(3) : draws.normal());
      squares += error ** 2;
      return row.reduce((sum, c, j) => sum + c * x[j], 0) + error;
    });
  });
  return { readings, noiseLevel: Math.sqrt(squares / (SENSORS * readings.length)) };
}

/** Up to order. */
function matches(theta: readonly number[]): boolean {
  const sorted = [...theta].sort((a, b) => a - b);
  return sorted.every((value, i) => Math.abs(value - TRUE_THETA[i]) <= NEAR);
}

export function describeSynthetic(result: SyntheticResult): string {
  const line = (noise: Noise, model: string, authors: string): string => {
    const runs = result[noise];
    const found = runs.filter((run) => run.found).length;
    const forecast = median(runs.map((run) => run.forecast)).toFixed(2);
    const norm = median(runs.map((run) => run.norm)).toFixed(1);
    return `${model} on ${noise} noise: all ${RANK} frequencies found in ${found} of ${runs.length}; forecast / noise, median ${forecast}; norm ${norm}   (authors: ${authors})`;
  };
  return [line('Gaussian', 'PSMF', '26 of 40; 1.07; 41.4'), line('t3', 'rPSMF', '26 of 40; 1.32; 78.2')].join(
    '\n',
  );
}
