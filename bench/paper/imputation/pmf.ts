import type { Draws } from '../../changepoint/draws';
import { RANK, type Problem } from './problem';

const EPOCHS = 50;
const BATCHES = 9;
const LEARNING_RATE = 50;
const MOMENTUM = 0.8;
const PENALTY = 0.01;

/** The readings as matrix factorisations see them: z = (y - mean)/mean, the authors' scaling. */
export interface ScaledReadings {
  readonly mean: number;
  readonly cells: Int32Array;
  readonly z: Float64Array;
}

export function scaleReadings({ seen }: Problem): ScaledReadings {
  const cells = Int32Array.from(seen.keys()).filter((cell) => !Number.isNaN(seen[cell]));
  const mean = cells.reduce((sum, cell) => sum + seen[cell], 0) / cells.length;
  return { mean, cells, z: Float64Array.from(cells, (cell) => (seen[cell] - mean) / mean) };
}

/** Features of sensors and of times, a flat row of r each. */
export interface Features {
  readonly sensors: Float64Array;
  readonly times: Float64Array;
}

/** The estimates of the removed cells in the readings' own units. */
export function predictCells({ removed, sensors }: Problem, mean: number, features: Features): Float64Array {
  return Float64Array.from(removed, ({ cell }) => mean + mean * product(features, cell, sensors));
}

export function product({ sensors: U, times: W }: Features, cell: number, sensors: number): number {
  const u = (cell % sensors) * RANK;
  const w = Math.floor(cell / sensors) * RANK;
  let sum = 0;
  for (let i = 0; i < RANK; i++) sum += U[u + i] * W[w + i];
  return sum;
}

/**
 * Probabilistic matrix factorisation by stochastic gradients with momentum: squared error plus a penalty on the features of
 * every reading, averaged over a batch.
 */
export function fitPmf(problem: Problem, { cells, z }: ScaledReadings, draws: Draws): Features {
  const { sensors } = problem;
  const start = (rows: readonly number[][]): Float64Array =>
    Float64Array.from(rows.flat(), (value) => 0.1 * value);
  const features = { sensors: start(problem.C0), times: start(problem.X0) };
  const velocity = [features.sensors, features.times].map((all) => new Float64Array(all.length));
  const gradient = velocity.map((all) => new Float64Array(all.length));
  const order = Int32Array.from(cells.keys());
  const batch = Math.floor(cells.length / BATCHES);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, draws);
    for (let from = 0; from + batch <= order.length; from += batch) {
      gradient.forEach((all) => all.fill(0));
      for (const n of order.subarray(from, from + batch))
        addGradient(features, cells[n], z[n], sensors, gradient);
      [features.sensors, features.times].forEach((all, side) => {
        for (let i = 0; i < all.length; i++) {
          velocity[side][i] = MOMENTUM * velocity[side][i] + (LEARNING_RATE * gradient[side][i]) / batch;
          all[i] -= velocity[side][i];
        }
      });
    }
  }
  return features;
}

function addGradient(
  features: Features,
  cell: number,
  z: number,
  sensors: number,
  [ofSensors, ofTimes]: readonly Float64Array[],
): void {
  const { sensors: U, times: W } = features;
  const slope = 2 * (product(features, cell, sensors) - z);
  const u = (cell % sensors) * RANK;
  const w = Math.floor(cell / sensors) * RANK;
  for (let i = 0; i < RANK; i++) {
    ofSensors[u + i] += slope * W[w + i] + PENALTY * U[u + i];
    ofTimes[w + i] += slope * U[u + i] + PENALTY * W[w + i];
  }
}

function shuffle(order: Int32Array, draws: Draws): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = draws.below(i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
}
