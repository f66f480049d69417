import { badOption, describe } from '../errors';
import { readPositive } from '../options';
import { fillBlocks, lineariseBlocks, predictBlocks } from './blocks';
import { MaternStep } from './matern-step';
import type { StateSlots, SubspaceModel } from './model';

export interface MaternConfig {
  readonly type: 'matern';
  /** Smoothness of the Gaussian process: 1/2, 3/2 or 5/2. */
  readonly nu: 0.5 | 1.5 | 2.5;
  /** Stationary variance of each coefficient. */
  readonly sigma2: number;
  /** Length scale, in the unit of dt. */
  readonly lengthScale: number;
}

/**
 * Independent Matérn Gaussian processes as the coefficients, in state-space form (paper, Section 4.3):
 * each is a stable companion system (D + kappa)^order driven by white noise, kappa = sqrt(2 nu) / lengthScale,
 * with state (value, derivative, second derivative). Exact for irregular time.
 */
export class Matern implements SubspaceModel {
  readonly order: number;
  readonly #rank: number;
  readonly #kappa: number;
  readonly #sigma2: number;
  readonly #scratch: Float64Array;
  readonly #step: MaternStep;

  constructor(config: MaternConfig, rank: number) {
    this.order = readOrder(config.nu);
    this.#rank = rank;
    this.#sigma2 = readPositive('dynamics.sigma2', config.sigma2);
    this.#kappa = Math.sqrt(2 * config.nu) / readPositive('dynamics.lengthScale', config.lengthScale);
    this.#step = new MaternStep(this.order, this.#kappa, this.#sigma2);
    this.#scratch = new Float64Array(this.order ** 2);
  }

  /** The stationary covariance P∞ of each process. */
  initialCovariance(): Float64Array {
    const n = this.#rank * this.order;
    const P = new Float64Array(n * n);
    fillBlocks(P, 0, n, this.order, this.stationary);
    return P;
  }

  get stationary(): readonly number[] {
    const v = this.#sigma2;
    const k2 = this.#kappa ** 2;
    if (this.order === 1) return [v];
    if (this.order === 2) return [v, 0, 0, k2 * v];
    return [v, 0, (-k2 * v) / 3, 0, (k2 * v) / 3, 0, (-k2 * v) / 3, 0, k2 * k2 * v];
  }

  linearise(m: Float64Array, at: StateSlots): void {
    this.#step.update(m, at.dt);
    lineariseBlocks(m, at, this.order, this.#step.A, this.#step.Q);
  }

  predict(m: Float64Array, at: StateSlots): void {
    this.#step.update(m, at.dt);
    predictBlocks(m, at, this.order, this.#step.A, this.#step.Q, this.#scratch);
  }
}

/**
 * Every offset of a model's array is a sum of multiples of the order. It has to be a small integer to V8 and not the
 * double nu + 0.5, or the offsets are doubles too, and the kernels are compiled anew for them, slower and boxing.
 */
function readOrder(nu: unknown): number {
  if (nu === 0.5) return 1;
  if (nu === 1.5) return 2;
  if (nu === 2.5) return 3;
  throw badOption(
    'dynamics.nu',
    '0.5, 1.5 or 2.5',
    describe(nu),
    'Only half-integer Matérn processes have a finite state; 1.5 suits most sensors.',
  );
}
