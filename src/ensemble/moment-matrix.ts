import { isWithin } from '../stored-range';
import { notNegative } from './numbers';

/**
 * M = sum lambda^age w w' of w = (z_t, z_t-1 [, z_t-2], inputs of the clock, 1), lower triangle row by row.
 * Every regression among the entries of w is in its inverse.
 */
export class MomentMatrix {
  readonly d: number;
  readonly lags: number;
  readonly inputs: number;
  readonly size: number;
  /** Singles: a state of half the size. What rounding adds, the ridge outweighs. */
  readonly M: Float32Array;
  /** Weight of what was learned. */
  readonly weight = Float64Array.of(0);

  constructor(d: number, lags: number, inputs: number) {
    this.d = d;
    this.lags = lags;
    this.inputs = inputs;
    this.size = d * (lags + 1) + inputs + 1;
    this.M = new Float32Array((this.size * (this.size + 1)) / 2);
  }

  /** Whether its numbers may be such as `learn` leaves behind: sums of squares, of a weight. */
  get isSound(): boolean {
    const { M, size, weight } = this;
    for (let i = 0; i < size; i++) if (!isWithin(M[rowOf(i) + i], notNegative)) return false;
    return isWithin(weight[0], notNegative);
  }

  /** Weight of what was learned of a rhythm, by the first sine and cosine of it: 2 sin^2 + 2 cos^2 = 2. `first`: of its inputs. */
  clockWeight(first: number): number {
    const sine = this.d * (this.lags + 1) + first;
    return (this.M[rowOf(sine) + sine] + this.M[rowOf(sine + 1) + sine + 1]) / 2;
  }

  learn(w: Float64Array, forget: number): void {
    const { M, size } = this;
    // Two rows at a time, as both read w.
    let at = 0;
    let i = 0;
    for (; i + 1 < size; i += 2) {
      const first = w[i];
      const second = w[i + 1];
      let next = at + i + 1;
      for (let k = 0; k <= i; k++, at++, next++) {
        M[at] = forget * M[at] + first * w[k];
        M[next] = forget * M[next] + second * w[k];
      }
      M[next] = forget * M[next] + second * second;
      at = next + 1;
    }
    if (i < size) for (let k = 0; k <= i; k++, at++) M[at] = forget * M[at] + w[i] * w[k];
    this.weight[0] = forget * this.weight[0] + 1;
  }

  /** z_j becomes k_j z_j + c_j in every lag: M <- T M T', exactly. `k` and `c` have an entry for each sensor. */
  changeUnits(k: Float64Array, c: Float64Array): void {
    const { M, size, d } = this;
    const sensors = d * (this.lags + 1);
    const last = ((size - 1) * size) / 2;
    const constant = M.slice(last, last + size);
    const one = constant[size - 1];
    const factor = new Float64Array(size).fill(1);
    const shift = new Float64Array(size);
    for (let i = 0; i < sensors; i++) {
      factor[i] = k[i % d];
      shift[i] = c[i % d];
    }
    for (let i = 0, at = 0; i < size; i++) {
      for (let q = 0; q <= i; q++, at++) {
        M[at] =
          factor[i] * factor[q] * M[at] +
          shift[i] * factor[q] * constant[q] +
          shift[q] * factor[i] * constant[i] +
          shift[i] * shift[q] * one;
      }
    }
  }

  /** The whole matrix into `out`, lower triangle row by row; z_t comes last, the other entries before it. */
  copyAll(out: Float64Array): void {
    const { M, size, d } = this;
    const others = size - d;
    for (let i = 0, at = 0; i < d; i++)
      for (let k = 0, to = rowOf(others + i) + others; k <= i; k++, at++, to++) out[to] = M[at];
    for (let i = d, at = rowOf(d); i < size; i++) {
      for (let k = 0; k < d; k++, at++) out[rowOf(others + k) + i - d] = M[at];
      for (let k = d, to = rowOf(i - d); k <= i; k++, at++, to++) out[to] = M[at];
    }
  }

  /** The block of (1, z_t), d + 1 wide, likewise. */
  copyPresent(out: Float64Array): void {
    const { M, d, size } = this;
    const last = rowOf(size - 1);
    out[0] = M[last + size - 1];
    for (let i = 0, at = 0; i < d; i++) {
      const row = rowOf(i + 1);
      out[row] = M[last + i];
      for (let k = 0; k <= i; k++, at++) out[row + k + 1] = M[at];
    }
  }
}

/** Where row i of a lower triangle begins. */
const rowOf = (i: number): number => (i * (i + 1)) / 2;
