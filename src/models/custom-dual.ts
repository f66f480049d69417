import { readCovariance } from '../options';
import {
  callFunction,
  readCustom,
  type CustomConfig,
  type CustomFunctions,
  type CustomSetting,
  type DualFunction,
} from './custom-function';
import { Dual, variable } from './dual';
import { fillNoise, propagateCovariance, type StateSlots, type SubspaceModel } from './model';
import type { Parameters } from './parameters';

/**
 * x <- f(theta, x, k, dt), f a function of the user on dual numbers: one evaluation gives the value, the Jacobian F for the
 * extended Kalman filter and the gradient in theta, all exact. The variables are x, then theta.
 */
export class CustomDual implements SubspaceModel {
  readonly order = 1;
  readonly mayThrow = true;
  readonly parameters: Parameters;
  readonly #setting: CustomSetting;
  readonly #scratch: Float64Array;

  constructor(config: CustomConfig, rank: number, functions: CustomFunctions) {
    this.#setting = readCustom(config, rank, functions);
    this.parameters = this.#setting.parameters;
    this.#scratch = new Float64Array(rank * rank);
  }

  initialCovariance(): Float64Array {
    return readCovariance('P0', 1, Math.sqrt(this.#setting.Q.length));
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const { size: n, xBar, F } = at;
    const values = this.#evaluate(m, at);
    for (let i = 0; i < n; i++) {
      const entry = values[i];
      m[xBar + i] = entry instanceof Dual ? entry.value : entry;
      for (let j = 0; j < n; j++) m[F + i * n + j] = entry instanceof Dual ? entry.partials[j] : 0;
    }
    fillNoise(m, at, this.#setting.Q);
  }

  predict(m: Float64Array, at: StateSlots): void {
    this.linearise(m, at);
    propagateCovariance(m, at, this.#scratch);
  }

  accumulateGradient(m: Float64Array, at: StateSlots, v: number, grad: number): void {
    const values = this.#evaluate(m, at);
    for (let i = 0; i < at.size; i++) {
      const entry = values[i];
      if (!(entry instanceof Dual)) continue;
      for (let j = 0; j < this.parameters.count; j++) m[grad + j] += m[v + i] * entry.partials[at.size + j];
    }
  }

  #evaluate(m: Float64Array, at: StateSlots): ArrayLike<Dual | number> {
    const { f, name } = this.#setting;
    const { size: n } = at;
    const count = this.parameters.count;
    const x = Array.from({ length: n }, (_, i) => variable(m[at.x + i], i, n + count));
    const theta = Array.from({ length: count }, (_, i) => variable(m[at.theta + i], n + i, n + count));
    return callFunction(f as DualFunction, name, theta, x, m[at.k], m[at.dt]);
  }
}
