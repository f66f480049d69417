import { multiplyRows } from './row-products';

/** Rows of a precision matrix, and a number that tells whether they are others than last time. */
interface Precision {
  readonly rows: ArrayLike<number>;
  readonly version: number;
}

/**
 * All regressions of some sensors on everything else, from one precision matrix L of w = (z, other inputs), z the first d:
 *
 *   missing m, seen o:  z_m = -L_mm^-1 L_mo w_o
 *   leave one out:      z_j - (L w)_j / K_j,   K_j = L_jj - L_jm L_mm^-1 L_mj
 *
 * The Cholesky factor of L_mm and the K_j are kept while neither L nor the missing sensors change; the K_j are worked out where
 * they are asked for.
 */
export class JointRegression {
  readonly #d: number;
  readonly #size: number;
  /** (L w)_j / K_j for each sensor seen. */
  readonly residual: Float64Array;
  /** The sensors missing, then those seen. */
  readonly #order: Int32Array;
  /** How many are missing; -1 before the first frame. */
  #count = -1;
  #version = -1;
  readonly #isMissing: Uint8Array;
  #factor = new Float64Array(0);
  /** Of the sensors seen, in their order. */
  readonly #K: Float64Array;
  #hasK = false;
  readonly #solution: Float64Array;
  /** The solution is that of every frame in which all sensors are missing, as nothing else but the constant is read. */
  #isSolved = false;
  /** Row i of L times w, for each of #order. */
  readonly #products: Float64Array;

  constructor(d: number, size: number) {
    this.#d = d;
    this.#size = size;
    this.residual = new Float64Array(d);
    this.#order = new Int32Array(d);
    this.#isMissing = new Uint8Array(d);
    this.#K = new Float64Array(d);
    this.#solution = new Float64Array(d);
    this.#products = new Float64Array(d);
  }

  /**
   * Fills the missing entries of w among the first d, and, if asked, measures the residuals of those seen. L is the first d
   * rows of the precision matrix.
   */
  solve({ rows: L, version }: Precision, w: Float64Array, isMissing: Uint8Array, leaveOut: boolean): void {
    this.#choose(L, version, isMissing);
    this.#fill(L, w);
    if (leaveOut) this.#leaveOut(L, w);
  }

  #choose(L: ArrayLike<number>, version: number, isMissing: Uint8Array): void {
    let isSame = version === this.#version && this.#count >= 0;
    for (let j = 0; j < this.#d && isSame; j++) isSame = isMissing[j] === this.#isMissing[j];
    if (isSame) return;
    this.#version = version;
    this.#isMissing.set(isMissing);
    let count = 0;
    for (let j = 0; j < this.#d; j++) if (isMissing[j] === 1) this.#order[count++] = j;
    this.#count = count;
    for (let j = 0; j < this.#d; j++) if (isMissing[j] === 0) this.#order[count++] = j;
    this.#factorise(L);
    this.#hasK = false;
    this.#isSolved = false;
  }

  #factorise(L: ArrayLike<number>): void {
    const m = this.#count;
    const missing = this.#order;
    if (this.#factor.length < m * m) this.#factor = new Float64Array(m * m);
    const F = this.#factor;
    for (let i = 0; i < m; i++) {
      const row = missing[i] * this.#size;
      for (let k = 0; k <= i; k++) {
        let sum = L[row + missing[k]];
        for (let q = 0; q < k; q++) sum -= F[i * m + q] * F[k * m + q];
        F[i * m + k] = i === k ? Math.sqrt(Math.max(sum, TINY)) : sum / F[k * m + k];
      }
    }
  }

  /** K_j of all sensors seen, one forward substitution for all of them side by side. */
  #measureAll(L: ArrayLike<number>): void {
    const m = this.#count;
    const seen = this.#d - m;
    const size = this.#size;
    const order = this.#order;
    const F = this.#factor;
    const K = this.#K;
    if (substituted.length < m * seen) substituted = new Float64Array(m * seen);
    const X = substituted;
    for (let n = 0; n < seen; n++) K[n] = L[order[m + n] * (size + 1)];
    for (let i = 0; i < m; i++) {
      const row = i * seen;
      for (let n = 0; n < seen; n++) X[row + n] = L[order[m + n] * size + order[i]];
      for (let q = 0; q < i; q++) {
        const factor = F[i * m + q];
        const other = q * seen;
        for (let n = 0; n < seen; n++) X[row + n] -= factor * X[other + n];
      }
      const pivot = F[i * m + i];
      for (let n = 0; n < seen; n++) {
        const x = X[row + n] / pivot;
        X[row + n] = x;
        K[n] -= x * x;
      }
    }
    for (let n = 0; n < seen; n++) K[n] = Math.max(K[n], TINY);
    this.#hasK = true;
  }

  #fill(L: ArrayLike<number>, w: Float64Array): void {
    const m = this.#count;
    const missing = this.#order;
    const x = this.#solution;
    if (!this.#isSolved) {
      for (let i = 0; i < m; i++) w[missing[i]] = 0;
      this.#solve(L, w);
      this.#isSolved = m === this.#d && this.#size === m + 1;
    }
    for (let i = 0; i < m; i++) w[missing[i]] = x[i];
  }

  #solve(L: ArrayLike<number>, w: Float64Array): void {
    const m = this.#count;
    const F = this.#factor;
    const x = this.#solution;
    const products = this.#products;
    // Where all are missing, the first d of w are 0.
    const first = m === this.#d ? m & ~3 : 0;
    multiplyRows(L, this.#size, this.#order, 0, m, w, first, products);
    for (let i = 0; i < m; i++) {
      let sum = -products[i];
      for (let q = 0; q < i; q++) sum -= F[i * m + q] * x[q];
      x[i] = sum / F[i * m + i];
    }
    for (let i = m - 1; i >= 0; i--) {
      let sum = x[i];
      for (let q = i + 1; q < m; q++) sum -= F[q * m + i] * x[q];
      x[i] = sum / F[i * m + i];
    }
  }

  #leaveOut(L: ArrayLike<number>, w: Float64Array): void {
    if (!this.#hasK) this.#measureAll(L);
    const order = this.#order;
    const products = this.#products;
    multiplyRows(L, this.#size, order, this.#count, this.#d, w, 0, products);
    const K = this.#K;
    const m = this.#count;
    for (let n = m; n < this.#d; n++) this.residual[order[n]] = products[n] / K[n - m];
  }
}

const TINY = 1e-14;

/** L_mm^-1/2 L_mo, of whichever regressions are asked. */
let substituted = new Float64Array(0);
