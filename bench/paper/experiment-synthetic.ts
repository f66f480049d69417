import { PsmfFilter, runFit } from '../../src';
import { Draws } from '../changepoint/draws';
import { Progress } from '../progress';
import { rootMeanSquare } from './experiment-data';
import { computeAlways, type Keep } from './kept-results';

const [SENSORS, RANK, OBSERVED, FORECAST, PASSES] = [20, 6, 500, 250, 500];
const TRUE_THETA = [1, 2, 3, 4, 5, 6].map((value) => value * 1e-3);
const NOISE_VARIANCE = 0.1;
/** An entry of theta is found when it is this near. */
const NEAR = 2e-4;

export type Noise = 'Gaussian' | 't3';

export interface SyntheticRun {
  readonly found: boolean;
  /** RMSE of the forecast over that of the noise. */
  readonly forecast: number;
  /** Norm of the one-step errors and the forecast errors together. */
  readonly norm: number;
}

export type SyntheticResult = Readonly<Record<Noise, readonly SyntheticRun[]>>;

/** The first sensors of one fit, as the paper draws them. */
export interface SyntheticTrace {
  readonly seed: number;
  readonly observed: number;
  /** Rows = time, over the observed and the future part. */
  readonly readings: readonly (readonly number[])[];
  /** One-step predictions of a pass with what was learned, then the forecast. */
  readonly estimates: readonly (readonly number[])[];
}

/** The paper's Section 4.1: frequencies and dictionary of a deterministic periodic subspace, PSMF and rPSMF. */
export function runSynthetic(seeds: number, keep: Keep = computeAlways): SyntheticResult {
  const bar = new Progress(2 * seeds);
  const runs = (noise: Noise): SyntheticRun[] =>
    Array.from({ length: seeds }, (_, seed) => {
      const run = keep(`${noise} ${seed}`, () => fitOnce(noise, seed).run);
      bar.advance(noise);
      return run;
    });
  const result = { Gaussian: runs('Gaussian'), t3: runs('t3') };
  bar.clear();
  return result;
}

/** The fit of that seed again, with its path. */
export function traceSynthetic(noise: Noise, seed: number, sensors = 3, passes = PASSES): SyntheticTrace {
  const { readings, model, forecast } = fitOnce(noise, seed, passes);
  const filter = PsmfFilter.restore(model);
  filter.startPass({ resetV: true });
  const predicted = readings.slice(0, OBSERVED).map((frame) => {
    filter.learnOne(frame);
    return filter.report().yPred;
  });
  const few = (rows: readonly (readonly number[])[]): number[][] => rows.map((row) => row.slice(0, sensors));
  return {
    ...{ seed, observed: OBSERVED, readings: few(readings) },
    estimates: few([...predicted, ...forecast]),
  };
}

function fitOnce(noise: Noise, seed: number, passes = PASSES) {
  const draws = new Draws(9000 + seed);
  const C = Array.from({ length: SENSORS }, () => draws.normals(RANK));
  const { readings, noiseLevel } = simulate(C, noise, draws);
  const { attempts, model } = runFit({
    options: {
      ...{ sensors: SENSORS, rank: RANK, robust: noise === 't3', lambda0: 1.8, V0: 0.1, P0: 0, R: 1 },
      dynamics: { type: 'periodic', Q: 0 },
    },
    frames: readings.slice(0, OBSERVED),
    passes,
    starts: [
      {
        C0: Array.from({ length: SENSORS }, () => draws.normals(RANK).map((value) => 0.1 * value)),
        theta0: Array.from({ length: RANK }, () => 0.1 * draws.uniform()),
      },
    ],
  });
  const [{ theta, error }] = attempts;
  const forecast = PsmfFilter.restore(model)
    .forecast(FORECAST)
    .map(({ mean }) => [...mean]);
  const missed = rootMeanSquare(forecast, readings.slice(OBSERVED));
  const run: SyntheticRun = {
    found: matches(theta),
    forecast: missed / noiseLevel,
    norm: Math.sqrt(SENSORS * (OBSERVED * error ** 2 + FORECAST * missed ** 2)),
  };
  return { run, readings, model, forecast };
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
