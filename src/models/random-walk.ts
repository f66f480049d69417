import { readCovariance, type MatrixOption } from '../options';
import type { StateSlots, SubspaceModel } from './model';

export interface RandomWalkConfig {
  readonly type: 'random-walk';
  /** Process noise per nominal period: a variance, or a full r x r covariance. */
  readonly Q: MatrixOption;
}

/** x_k = x_{k-1} + N(0, Q dt). */
export class RandomWalk implements SubspaceModel {
  readonly order = 1;
  readonly #size: number;
  readonly #Q: Float64Array;

  constructor(config: RandomWalkConfig, rank: number) {
    this.#size = rank;
    this.#Q = readCovariance('dynamics.Q', config.Q, rank);
  }

  initialCovariance(): Float64Array {
    return readCovariance('P0', 1, this.#size);
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const n = at.size;
    const scale = m[at.noise] * m[at.dt];
    for (let i = 0; i < n; i++) m[at.xBar + i] = m[at.x + i];
    for (let i = 0; i < n * n; i++) {
      m[at.F + i] = i % (n + 1) === 0 ? 1 : 0;
      m[at.Q + i] = scale * this.#Q[i];
    }
  }

  predict(m: Float64Array, at: StateSlots): void {
    const n = at.size;
    const Q = this.#Q;
    const scale = m[at.noise] * m[at.dt];
    const { x, P, xBar, PBar } = at;
    for (let i = 0; i < n; i++) m[xBar + i] = m[x + i];
    for (let i = 0; i < n * n; i++) m[PBar + i] = m[P + i] + scale * Q[i];
  }
}
