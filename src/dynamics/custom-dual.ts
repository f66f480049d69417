import {
  callFunction,
  readCustom,
  type CustomConfig,
  type CustomFunctions,
  type CustomSetting,
  type DualFunction,
} from './custom-function';
import { Dual, variable } from './dual';
import { FrameMap } from './frame-map';
import type { StateSlots } from './model';
import type { Parameters } from './parameters';

/**
 * x <- f(theta, x, k, dt), f a function of the user on dual numbers: one evaluation gives the value, the Jacobian F for the
 * extended Kalman filter and the gradient in theta, all exact. The variables are x, then theta.
 */
export class CustomDual extends FrameMap {
  readonly mayThrow = true;
  readonly parameters: Parameters;
  readonly #setting: CustomSetting;

  constructor(config: CustomConfig, rank: number, functions: CustomFunctions) {
    super(config.Q, rank);
    this.#setting = readCustom(config, functions);
    this.parameters = this.#setting.parameters;
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const { size: n, xBar, F } = at;
    const values = this.#evaluate(m, at);
    for (let i = 0; i < n; i++) {
      const entry = values[i];
      m[xBar + i] = entry instanceof Dual ? entry.value : entry;
      for (let j = 0; j < n; j++) m[F + i * n + j] = entry instanceof Dual ? entry.partials[j] : 0;
    }
    this.fillNoise(m, at);
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
