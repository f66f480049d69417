import { factor } from '../linalg/small';
import {
  callFunction,
  readCustom,
  type CustomConfig,
  type CustomFunctions,
  type CustomSetting,
  type PlainFunction,
} from './custom-function';
import { FrameMap } from './frame-map';
import type { StateSlots } from './model';
import type { Parameters } from './parameters';

/** Relative step of the central differences in theta: the cube root of the rounding error balances both errors. */
const STEP = 6e-6;

/**
 * x <- f(theta, x, k, dt), f a function of the user on plain numbers, by the unscented transform: P = T'T, and with
 * kappa = max(0, 3 - n), so that no weight is negative and PBar cannot lose its definiteness,
 *
 *   s_0 = x,   s_i = x +- sqrt(n + kappa) T_i,   weights kappa / (n + kappa) and 1 / (2 (n + kappa))
 *   xBar = sum w f(s),   PBar = sum w (f(s) - xBar)(f(s) - xBar)' + Q
 *
 * For the smoother, F = sum w (f(s) - xBar)(s - x)' P^-1 is the regression on x, and what it leaves counts as Q.
 * The gradient in theta is by central differences of xBar.
 */
export class CustomUnscented extends FrameMap {
  readonly mayThrow = true;
  readonly parameters: Parameters;
  readonly #setting: CustomSetting;
  /** A copy of P, then T, then f at the sigma points by rows: s_0, and for each direction the plus and the minus. */
  readonly #work: Float64Array;
  readonly #T: number;
  readonly #values: number;
  readonly #rank: number;
  /** n + kappa. */
  readonly #scale: number;

  constructor(config: CustomConfig, rank: number, functions: CustomFunctions) {
    super(config.Q, rank);
    this.#setting = readCustom(config, functions);
    this.parameters = this.#setting.parameters;
    this.#T = rank * rank;
    this.#values = 2 * rank * rank;
    this.#work = new Float64Array(this.#values + (2 * rank + 1) * rank);
    this.#rank = rank;
    this.#scale = Math.max(rank, 3);
  }

  override predict(m: Float64Array, at: StateSlots): void {
    const { size: n, xBar, PBar } = at;
    const work = this.#work;
    const { Q } = this;
    const noise = m[at.noise] * m[at.dt];
    this.#transform(m, at);
    for (let i = 0; i < n; i++) m[xBar + i] = this.#mean(i);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let row = this.#values; row < work.length; row += n) {
          sum += this.#weight(row) * (work[row + i] - m[xBar + i]) * (work[row + j] - m[xBar + j]);
        }
        m[PBar + i * n + j] = sum + noise * Q[i * n + j];
        m[PBar + j * n + i] = m[PBar + i * n + j];
      }
    }
  }

  /** The regression is F T' = D', where D_l = (f(s_l+) - f(s_l-)) / (2 sqrt(n + kappa)); a zero row of T has no say. */
  linearise(m: Float64Array, at: StateSlots): void {
    const { size: n, P, PBar, F, Q } = at;
    const work = this.#work;
    this.predict(m, at);
    for (let i = 0; i < n; i++) {
      for (let l = 0; l < n; l++) {
        const plus = this.#values + (1 + 2 * l) * n + i;
        const row = this.#T + l * n;
        let sum = (work[plus] - work[plus + n]) / (2 * Math.sqrt(this.#scale));
        for (let j = 0; j < l; j++) sum -= m[F + i * n + j] * work[row + j];
        m[F + i * n + l] = work[row + l] === 0 ? 0 : sum / work[row + l];
      }
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = m[PBar + i * n + j];
        for (let l = 0; l < n; l++) {
          for (let o = 0; o < n; o++) sum -= m[F + i * n + l] * m[P + l * n + o] * m[F + j * n + o];
        }
        m[Q + i * n + j] = sum;
      }
    }
  }

  accumulateGradient(m: Float64Array, at: StateSlots, v: number, grad: number): void {
    for (let p = 0; p < this.parameters.count; p++) {
      const here = m[at.theta + p];
      const step = STEP * (1 + Math.abs(here));
      let difference = 0;
      for (let sign = 1; sign >= -1; sign -= 2) {
        this.#transform(m, at, p, here + sign * step);
        for (let i = 0; i < at.size; i++) difference += sign * m[v + i] * this.#mean(i);
      }
      m[grad + p] += difference / (2 * step);
    }
  }

  /** f at every sigma point, with one entry of theta replaced where `index` says so. */
  #transform(m: Float64Array, at: StateSlots, index = -1, replacement = 0): void {
    const { size: n } = at;
    const work = this.#work;
    for (let i = 0; i < n * n; i++) work[i] = m[at.P + i];
    factor(work, 0, this.#T, n);
    const theta = Array.from(m.subarray(at.theta, at.theta + this.parameters.count));
    if (index >= 0) theta[index] = replacement;
    this.#evaluate(m, at, theta, 0, 0);
    for (let l = 0; l < n; l++) {
      this.#evaluate(m, at, theta, 1 + 2 * l, Math.sqrt(this.#scale));
      this.#evaluate(m, at, theta, 2 + 2 * l, -Math.sqrt(this.#scale));
    }
  }

  /**
   * Row `point` of the values: f at x + reach T_l, l the direction of the point. The user's function may do to the arrays it is
   * handed what it likes, so they are copies, and nothing is read from them again.
   */
  #evaluate(m: Float64Array, at: StateSlots, theta: readonly number[], point: number, reach: number): void {
    const { size: n } = at;
    const work = this.#work;
    const x = new Array<number>(n).fill(0);
    const l = (point - 1) >> 1;
    for (let i = 0; i < n; i++) {
      x[i] = m[at.x + i] + (point > 0 && i <= l ? reach * work[this.#T + l * n + i] : 0);
    }
    const { f, name } = this.#setting;
    const values = callFunction(f as PlainFunction, name, [...theta], x, m[at.k], m[at.dt]);
    for (let i = 0; i < n; i++) work[this.#values + point * n + i] = values[i];
  }

  /** Entry i of sum w f(s). */
  #mean(i: number): number {
    let sum = 0;
    for (let row = this.#values; row < this.#work.length; row += this.#rank) {
      sum += this.#weight(row) * this.#work[row + i];
    }
    return sum;
  }

  #weight(row: number): number {
    return (row === this.#values ? this.#scale - this.#rank : 0.5) / this.#scale;
  }
}
