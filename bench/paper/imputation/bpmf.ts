import { CholeskyDecomposition, Matrix, inverse } from 'ml-matrix';
import type { Draws } from '../../changepoint/draws';
import { predictCells, type Features, type ScaledReadings } from './pmf';
import { RANK, type Problem } from './problem';
import { EPOCHS } from './psmf';

/** Rounds over all features for each draw of the hyper-parameters. */
const ROUNDS = 2;
/** Precision of an observation, and the Normal-Wishart prior: mean 0, weight b0, W = I, r degrees of freedom. */
const BETA = 2;
const B0 = 2;

/** The prior of one side's features, as drawn. */
interface Hyper {
  readonly mean: Matrix;
  readonly precision: Matrix;
}

/**
 * Bayesian matrix factorisation by Gibbs sampling from PMF's result. Two sweeps, as every method of the paper's tables has;
 * the predictions of PMF and of both sweeps are averaged.
 */
export function completeByBpmf(
  problem: Problem,
  readings: ScaledReadings,
  start: Features,
  draws: Draws,
): Float64Array {
  const features = { sensors: start.sensors.slice(), times: start.times.slice() };
  const byTime = group(readings, (cell) => Math.floor(cell / problem.sensors), problem.times);
  const bySensor = group(readings, (cell) => cell % problem.sensors, problem.sensors);
  const sensorOf = (n: number): number => readings.cells[n] % problem.sensors;
  const timeOf = (n: number): number => Math.floor(readings.cells[n] / problem.sensors);
  const sum = predictCells(problem, readings.mean, features);
  for (let sweep = 0; sweep < EPOCHS; sweep++) {
    const ofTimes = drawHyper(features.times, draws);
    const ofSensors = drawHyper(features.sensors, draws);
    for (let round = 0; round < ROUNDS; round++) {
      byTime.forEach((numbers, k) => {
        drawFeature(features.times, k, features.sensors, numbers, sensorOf, readings.z, ofTimes, draws);
      });
      bySensor.forEach((numbers, j) => {
        drawFeature(features.sensors, j, features.times, numbers, timeOf, readings.z, ofSensors, draws);
      });
    }
    predictCells(problem, readings.mean, features).forEach((value, i) => (sum[i] += value));
  }
  return sum.map((total) => total / (EPOCHS + 1));
}

/** Which readings belong to each row. */
function group({ cells }: ScaledReadings, rowOf: (cell: number) => number, rows: number): number[][] {
  const groups = Array.from({ length: rows }, () => [] as number[]);
  cells.forEach((cell, n) => groups[rowOf(cell)].push(n));
  return groups;
}

/** precision ~ Wishart, mean ~ N given the features of one side. */
function drawHyper(features: Float64Array, draws: Draws): Hyper {
  const n = features.length / RANK;
  const all = Matrix.from1DArray(n, RANK, features);
  const average = Matrix.columnVector(all.mean('column'));
  const centred = all.clone().subRowVector(average.to1DArray());
  const scatter = centred
    .transpose()
    .mmul(centred)
    .mul(n / (n - 1));
  const shift = average.mmul(average.transpose()).mul((n * B0) / (B0 + n));
  const W = symmetric(inverse(Matrix.eye(RANK).add(scatter).add(shift)));
  const precision = drawWishart(W, RANK + n, draws);
  const spread = symmetric(inverse(precision.clone().mul(B0 + n)));
  const mean = drawNormal(average.clone().mul(n / (B0 + n)), spread, draws);
  return { mean, precision };
}

/** One row given the other side: precision Λ + β Σ v v', mean its inverse times (Λ μ + β Σ z v). */
function drawFeature(
  features: Float64Array,
  row: number,
  others: Float64Array,
  numbers: readonly number[],
  partner: (n: number) => number,
  z: Float64Array,
  { mean, precision }: Hyper,
  draws: Draws,
): void {
  const A = Float64Array.from(precision.to1DArray());
  const b = Float64Array.from(precision.mmul(mean).to1DArray());
  for (const n of numbers) {
    const v = partner(n) * RANK;
    for (let i = 0; i < RANK; i++) {
      const weighted = BETA * others[v + i];
      b[i] += weighted * z[n];
      for (let l = 0; l <= i; l++) A[i * RANK + l] += weighted * others[v + l];
    }
  }
  for (let i = 0; i < RANK; i++) for (let l = 0; l < i; l++) A[l * RANK + i] = A[i * RANK + l];
  const covariance = symmetric(inverse(Matrix.from1DArray(RANK, RANK, A)));
  const centre = covariance.mmul(Matrix.columnVector(b));
  features.set(drawNormal(centre, covariance, draws).to1DArray(), row * RANK);
}

/** mean + L' noise with covariance = L L': the authors' factor, transposed; L noise would have that covariance. */
function drawNormal(mean: Matrix, covariance: Matrix, draws: Draws): Matrix {
  const L = new CholeskyDecomposition(covariance).lowerTriangularMatrix;
  return Matrix.add(mean, L.transpose().mmul(Matrix.columnVector(draws.normals(RANK))));
}

/** An inverse is symmetric only up to rounding. */
const symmetric = (A: Matrix): Matrix => Matrix.add(A, A.transpose()).div(2);

/** Bartlett: L A A' L' with W = L L', A lower triangular, chi on the diagonal and normals below. */
function drawWishart(W: Matrix, dof: number, draws: Draws): Matrix {
  const A = Matrix.zeros(RANK, RANK);
  for (let i = 0; i < RANK; i++) {
    A.set(i, i, Math.sqrt(2 * draws.gamma((dof - i) / 2)));
    for (let j = 0; j < i; j++) A.set(i, j, draws.normal());
  }
  const L = new CholeskyDecomposition(W).lowerTriangularMatrix.mmul(A);
  return L.mmul(L.transpose());
}
