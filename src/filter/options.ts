import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { badOption, describe, PsmfError } from '../errors';
import { createModel, type Dynamics } from '../dynamics';
import type { CustomFunctions } from '../dynamics/custom-function';
import type { SubspaceModel } from '../dynamics/model';
import {
  readChoice,
  readCovariance,
  readInteger,
  readMatrix,
  readPositive,
  readVector,
  type MatrixOption,
} from '../options';

/** The paper's settings, under the paper's letters. */
export interface FilterOptions {
  /** d, the number of sensors; more can join later. */
  readonly sensors: number;
  /** r, the number of coefficients. */
  readonly rank: number;
  /** rPSMF: Student-t noise. */
  readonly robust?: boolean;
  readonly variant?: 'paper' | 'reference';
  readonly dynamics?: Dynamics;
  /** Measurement noise: one variance for all sensors or one each. */
  readonly R?: number | readonly number[];
  /** Prior of the dictionary: mean d x r (drawn from `seed` where absent) and column covariance r x r. */
  readonly C0?: readonly (readonly number[])[];
  readonly V0?: MatrixOption;
  /** Prior of the state. */
  readonly x0?: readonly number[];
  readonly P0?: MatrixOption;
  /** Degrees of freedom of rPSMF at the start, and the most they may grow to (never, where absent). */
  readonly lambda0?: number;
  readonly lambdaMax?: number | null;
  readonly seed?: number;
  /** Frames the smoother looks back; 0 keeps no memory. */
  readonly lag?: number;
  /** The functions that dynamics of type "custom" name. Not part of a snapshot. */
  readonly functions?: CustomFunctions;
}

/** The options a model lives with after its start: plain JSON, part of every snapshot. */
export interface FilterConfig {
  readonly rank: number;
  readonly robust: boolean;
  readonly variant: 'paper' | 'reference';
  readonly dynamics: Dynamics;
  /** R of a sensor that joins. */
  readonly R: number;
  readonly V0: MatrixOption;
  readonly lambda0: number;
  /** null: unbounded. */
  readonly lambdaMax: number | null;
  readonly seed: number;
  readonly lag: number;
}

/** Where a model starts, row-major; the dictionary is null when it is to be drawn. */
interface InitialState {
  readonly C: Float64Array | null;
  /** S with S S' = V0. */
  readonly S: Float64Array;
  readonly x: Float64Array;
  readonly P: Float64Array;
  readonly R: Float64Array;
}

export const MAX_SENSORS = 100_000;
const MAX_RANK = 256;
const MAX_LAG = 10_000;

/** Checks every option before anything is built. */
export function readConfig(options: FilterOptions): FilterConfig {
  const {
    R = 1,
    V0 = 1,
    lambda0 = 1.8,
    lambdaMax = null,
    robust = false,
    variant = 'paper',
    seed = 42,
    lag = 0,
  } = options;
  const { dynamics = { type: 'random-walk', Q: 0.1 } } = options;
  const rank = readInteger('rank', options.rank, 1, MAX_RANK);
  factorCovariance('V0', V0, rank);
  createModel(dynamics, rank, options.functions);
  const config: FilterConfig = {
    rank,
    robust: readBoolean('robust', robust),
    variant: readChoice('variant', variant, ['paper', 'reference']),
    dynamics: copySettings(dynamics),
    R: typeof R === 'number' ? readPositive('R', R) : 1,
    V0: copySettings(V0),
    lambda0: readPositive('lambda0', lambda0),
    lambdaMax: lambdaMax === null ? null : readPositive('lambdaMax', lambdaMax),
    seed: readInteger('seed', seed, 0, 0xffffffff),
    lag: readInteger('lag', lag, 0, MAX_LAG),
  };
  if (config.lambdaMax !== null && config.lambdaMax < lambda0) {
    throw badOption(
      'lambdaMax',
      `at least lambda0 (${lambda0})`,
      `${config.lambdaMax}`,
      'Raise lambdaMax or lower lambda0.',
    );
  }
  return config;
}

export function readInitialState(options: FilterOptions, model: SubspaceModel): InitialState {
  const d = readInteger('sensors', options.sensors, 1, MAX_SENSORS);
  const { rank: r, R = 1, V0 = 1 } = options;
  const size = r * model.order;
  const measurement =
    typeof R === 'number' ? new Float64Array(d).fill(readPositive('R', R)) : readVector('R', R, d);
  measurement.forEach((value, j) => readPositive(`R[${j}]`, value));
  return {
    C: options.C0 === undefined ? null : readMatrix('C0', options.C0, d, r),
    S: factorCovariance('V0', V0, r),
    x:
      options.x0 === undefined
        ? (model.initialState?.() ?? new Float64Array(size))
        : readVector('x0', options.x0, size),
    P: options.P0 === undefined ? model.initialCovariance() : readCovariance('P0', options.P0, size),
    R: measurement,
  };
}

/** One more sensor than d. */
export function checkRoom(d: number): void {
  if (d < MAX_SENSORS) return;
  throw new PsmfError(
    'TOO_MANY_SENSORS',
    'The number of sensors',
    `at most ${MAX_SENSORS}`,
    `${d + 1}`,
    'Split the stream.',
  );
}

/** S with S S' = V, also for a singular V: S = E sqrt(D) from the eigenvectors E. */
export function factorCovariance(name: string, value: MatrixOption, size: number): Float64Array {
  const V = readCovariance(name, value, size);
  if (typeof value === 'number') return V.map(Math.sqrt);
  const { eigenvectorMatrix: E, realEigenvalues } = new EigenvalueDecomposition(
    Matrix.from1DArray(size, size, V),
    { assumeSymmetric: true },
  );
  const root = E.mulRowVector(realEigenvalues.map((value) => Math.sqrt(Math.max(0, value))));
  return Float64Array.from(root.to1DArray());
}

/** A copy that the caller's arrays have no part in; typed arrays become plain ones, as JSON has them. */
function copySettings<T>(value: T): T {
  const parts: unknown = value;
  if (Array.isArray(parts)) return parts.map(copySettings) as T;
  if (ArrayBuffer.isView(parts) && !(parts instanceof DataView))
    return Array.from(parts as Float64Array) as T;
  if (parts === null || typeof parts !== 'object') return value;
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, copySettings(part)])) as T;
}

function readBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw badOption(name, 'true or false', describe(value), `Set ${name} to true or false.`);
}
