import { Matrix } from 'ml-matrix';
import { readMatrix, type MatrixOption } from '../options';
import { FrameMap } from './frame-map';
import type { StateSlots } from './model';

export interface LinearConfig {
  readonly type: 'linear';
  /** The map of one nominal period, r x r. */
  readonly A: readonly (readonly number[])[];
  readonly Q: MatrixOption;
}

/**
 * x_k = A x_{k-1} + N(0, Q), once per nominal period.
 *
 * A has no meaning between periods, so dt is rounded to whole periods, at least one. Over n periods the map is
 * A^n and the noise sum_{i<n} A^i Q A^i', found by doubling in O(log n).
 */
export class Linear extends FrameMap {
  readonly #size: number;
  readonly #A: Float64Array;
  #periods = 1;
  #map: Float64Array;
  #mapNoise: Float64Array;

  constructor(config: LinearConfig, rank: number) {
    super(config.Q, rank);
    this.#size = rank;
    this.#A = readMatrix('dynamics.A', config.A, rank, rank);
    this.#map = this.#A;
    this.#mapNoise = this.Q;
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const n = this.#size;
    const periods = Math.max(1, Math.round(m[at.dt]));
    if (periods !== this.#periods) this.#repeat(periods);
    const A = this.#map;
    const Q = this.#mapNoise;
    const noise = m[at.noise];
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += A[i * n + j] * m[at.x + j];
      m[at.xBar + i] = sum;
    }
    for (let i = 0; i < n * n; i++) {
      m[at.F + i] = A[i];
      m[at.Q + i] = noise * Q[i];
    }
  }

  /** Map and noise of `periods` steps. (A, Q) then (B, S) in sequence is (B A, B Q B' + S). */
  #repeat(periods: number): void {
    const n = this.#size;
    let map = Matrix.eye(n);
    let noise = Matrix.zeros(n, n);
    let stride = Matrix.from1DArray(n, n, this.#A);
    let strideNoise = Matrix.from1DArray(n, n, this.Q);
    for (let left = periods; left >= 1; left = Math.floor(left / 2)) {
      if (left % 2 === 1) {
        noise = stride.mmul(noise).mmul(stride.transpose()).add(strideNoise);
        map = stride.mmul(map);
      }
      strideNoise = stride.mmul(strideNoise).mmul(stride.transpose()).add(strideNoise);
      stride = stride.mmul(stride);
    }
    this.#periods = periods;
    this.#map = Float64Array.from(map.to1DArray());
    this.#mapNoise = Float64Array.from(noise.to1DArray());
  }
}
