import type { Draws } from '../../changepoint/draws';
import { RANK, type Problem } from './problem';
import { EPOCHS } from './psmf';

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
 * every reading, averaged over a batch. Two epochs, as every method of the paper's tables has: PMF is not at its optimum by
 * then, and with 50 it would beat the published errors by far.
 */
export function fitPmf(problem: Problem, { cells, z }: ScaledReadings, draws: Draws): Features {
  const { sensors } = problem;
  const start = (rows: readonly number[][]): Float64Array =>
    Float64Array.from(rows.flat(), (value) => 0.1 * value);
  const features = { sensors: start(problem.C0), times: start(problem.X0) };
  const velocity = [features.sensors, features.times].map((all) => new Float64Array(all.length));
  const gradient = velocity.map((all) => new Float64Array(all.length));
  const order = Int32Array.from(cells.keys());
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, draws);
    for (let part = 0; part < BATCHES; part++) {
      const batch = order.subarray(bound(part, order.length), bound(part + 1, order.length));
      gradient.forEach((all) => all.fill(0));
      for (const n of batch) addGradient(features, cells[n], z[n], sensors, gradient);
      [features.sensors, features.times].forEach((all, side) => {
        for (let i = 0; i < all.length; i++) {
          const step = (LEARNING_RATE * gradient[side][i]) / batch.length;
          velocity[side][i] = MOMENTUM * velocity[side][i] + step;
          all[i] -= velocity[side][i];
        }
      });
    }
  }
  return features;
}

/** Where a batch begins: all readings are in one of them, and their sizes differ by at most one. */
const bound = (part: number, count: number): number => Math.floor((part * count) / BATCHES);

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
