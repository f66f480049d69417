import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { isUnit, unitOf, type Unit } from './sensor-units';
import { medianDeviation } from './spread';

/** The unit of a joining sensor, how it follows the coefficients, and how much of it they leave open: a variance, in its units. */
export interface Loading {
  readonly unit: Unit;
  readonly row: number[];
  readonly rest: number;
}

interface Regression {
  readonly row: number[];
  readonly level: number;
}

/** Readings count at most this many units, as those of the first frames do. */
const MOST_UNITS = 5;
/** Least share of a joining sensor's variance that is its own. */
const LEAST_REST = 0.01;
/** Ridges tried; and one with which a joining sensor follows nothing, but has a level. */
const RIDGES = [10, 1, 0.1, 0.01];
const ALONE = 1e6;
/** Blocks of readings, each told by the others: to find a ridge, and to see whether the sensor follows anything. */
const BLOCKS = 4;
const HALVES = 2;
/** It follows something if that makes errors smaller by this factor, in squares: by chance it is often a little. */
const MUCH_BETTER = 0.8;
/** Passes that find weights against spikes: errors beyond so many standard deviations count less. */
const PASSES = 3;
const FAR = 2;

/**
 * Unit and row of a joining sensor, from its readings y and the coefficients x of their frames: y = centre + spread (row' x + e).
 *
 * Its readings may all be from one part of a rhythm, so that their median says little of its level: level and row are
 * regressed together, x and 1 on y, with weights against spikes. What moves slowly seems to follow anything that does for a
 * while: it must tell each half of the readings from the other. The variance of e is that of the errors in telling quarters. The
 * ridge is in the size of x, so that nothing is singular however large they are; no number runs off, no call fails.
 */
export function fitJoining(
  readings: readonly number[],
  coefficients: readonly (readonly number[])[],
): Loading {
  const unit = unitOf(readings);
  const z = readings.map((y) => Math.min(MOST_UNITS, Math.max(-MOST_UNITS, (y - unit.centre) / unit.spread)));
  const size = Math.sqrt(Math.max(1, mean(coefficients.flat().map((x) => x * x))));
  const X = coefficients.map((x) => x.map((value) => value / size));
  const errorWith = (ridge: number, blocks: number): number => errorOfBlocks(z, X, ridge, blocks);
  const scores = RIDGES.map((ridge) => errorWith(ridge, BLOCKS));
  const best = RIDGES[scores.indexOf(Math.min(...scores))];
  const [alone, following] = [errorWith(ALONE, HALVES), errorWith(best, HALVES)];
  const isFollowing = following < MUCH_BETTER * alone;
  const ridge = isFollowing ? best : ALONE;
  const rest = Math.max(LEAST_REST, errorWith(ridge, BLOCKS));
  return inUnitsOfAll(unit, regressRobustly(z, X, ridge), size, rest);
}

/** The mean squared error by which the other readings tell each block of them, in time; without spikes. */
function errorOfBlocks(
  z: readonly number[],
  X: readonly (readonly number[])[],
  ridge: number,
  blocks: number,
): number {
  const blockOf = (i: number): number => Math.floor((i * blocks) / z.length);
  const errors = Array.from({ length: blocks }, (_, block) => {
    const isOther = (_: unknown, i: number): boolean => blockOf(i) !== block;
    const isIn = (_: unknown, i: number): boolean => blockOf(i) === block;
    const others = regressRobustly(z.filter(isOther), X.filter(isOther), ridge);
    return errorsOf(others, z.filter(isIn), X.filter(isIn));
  }).flat();
  const far = FAR * medianDeviation(errors);
  return mean(errors.map((e) => Math.min(far, Math.abs(e)) ** 2));
}

/** Its readings so far may be a small part of what it will do: where it follows x by more than a unit, the unit is larger. */
function inUnitsOfAll(
  { centre, spread }: Unit,
  { row, level }: Regression,
  size: number,
  rest: number,
): Loading {
  const wider = Math.max(1, Math.sqrt(dot(row, row)));
  const unit = { centre: centre + level * spread, spread: spread * wider };
  if (!isUnit(unit)) return { unit: { centre, spread }, row: row.map(() => 0), rest: 1 };
  return { unit, row: row.map((value) => value / wider / size), rest: rest / wider ** 2 };
}

function regressRobustly(z: readonly number[], X: readonly (readonly number[])[], ridge: number): Regression {
  let weights = z.map(() => 1);
  let fit = regress(z, X, weights, ridge);
  for (let pass = 0; pass < PASSES; pass++) {
    const errors = errorsOf(fit, z, X);
    const far = FAR * medianDeviation(errors);
    weights = errors.map((e) => (Math.abs(e) <= far ? 1 : (far / e) ** 2));
    fit = regress(z, X, weights, ridge);
  }
  return fit;
}

/** Row and level that minimise sum w (z - level - row' x)^2 + ridge row' row. */
function regress(
  z: readonly number[],
  X: readonly (readonly number[])[],
  w: readonly number[],
  ridge: number,
): Regression {
  const total = w.reduce((sum, weight) => sum + weight, 0);
  const average = (value: (i: number) => number): number =>
    w.reduce((sum, weight, i) => sum + weight * value(i), 0) / total;
  const zMean = average((i) => z[i]);
  const xMean = X[0].map((_, k) => average((i) => X[i][k]));
  const rows = new Matrix(X.map((x, i) => x.map((value, k) => Math.sqrt(w[i]) * (value - xMean[k]))));
  const right = Matrix.columnVector(z.map((value, i) => Math.sqrt(w[i]) * (value - zMean)));
  const transposed = rows.transpose();
  const gram = transposed.mmul(rows).add(Matrix.eye(xMean.length).mul(ridge));
  const row = new CholeskyDecomposition(gram).solve(transposed.mmul(right)).to1DArray();
  return { row, level: zMean - dot(row, xMean) };
}

const errorsOf = (
  { row, level }: Regression,
  z: readonly number[],
  X: readonly (readonly number[])[],
): number[] => z.map((value, i) => value - level - dot(row, X[i]));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, k) => sum + value * b[k], 0);
