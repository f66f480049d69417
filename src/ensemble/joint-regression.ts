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
 * The Cholesky factor of L_mm and the K_j are kept while neither L nor the missing sensors change, and take up no more than has been
 * asked for.
 */
export class JointRegression {
  readonly #d: number;
  readonly #size: number;
  /** (L w)_j / K_j for each sensor seen, once asked for. */
  residual = NOTHING;
  /** The sensors missing, then those seen. */
  readonly #order: Uint16Array;
  /** How many are missing; -1 before the first frame. */
  #count = -1;
  #version = -1;
  /** Lower triangle, row by row, of the sensors missing; kept for the next frame unless that is solved already. */
  #factor: Float64Array = NOTHING;
  #keptFactor: Float64Array = NOTHING;
  /** Of the sensors seen, in their order, once asked for. */
  #K = NOTHING;
  #hasK = false;
  /** The solution of all frames to come; empty: each has its own. */
  #solved = NOTHING;
  #isSolved = false;

  constructor(d: number, size: number) {
    this.#d = d;
    this.#size = size;
    this.#order = new Uint16Array(d);
    if (products.length < d) {
      products = new Float64Array(d);
      solution = new Float64Array(d);
    }
  }

  /**
   * Fills the missing entries of w among the first d, and, if asked, measures the residuals of those seen. L is the first d
   * rows of the precision matrix.
   */
  solve({ rows: L, version }: Precision, w: Float64Array, isMissing: Uint8Array, leaveOut: boolean): void {
    if (version !== this.#version || !this.#isOrderOf(isMissing)) {
      this.#version = version;
      this.#choose(isMissing);
      this.#factorise(L);
      this.#hasK = false;
      this.#isSolved = false;
    }
    this.#fill(L, w);
    if (leaveOut) this.#leaveOut(L, w);
  }

  #isOrderOf(isMissing: Uint8Array): boolean {
    const m = this.#count;
    const order = this.#order;
    if (m < 0) return false;
    for (let n = 0; n < m; n++) if (isMissing[order[n]] === 0) return false;
    for (let n = m; n < order.length; n++) if (isMissing[order[n]] === 1) return false;
    return true;
  }

  #choose(isMissing: Uint8Array): void {
    const order = this.#order;
    let count = 0;
    for (let j = 0; j < order.length; j++) if (isMissing[j] === 1) order[count++] = j;
    this.#count = count;
    for (let j = 0; j < order.length; j++) if (isMissing[j] === 0) order[count++] = j;
  }

  #factorise(L: ArrayLike<number>): void {
    const m = this.#count;
    const missing = this.#order;
    this.#factor = this.#roomFor(rowOf(m));
    const F = this.#factor;
    for (let i = 0; i < m; i++) {
      const from = missing[i] * this.#size;
      const row = rowOf(i);
      for (let k = 0; k <= i; k++) {
        const other = rowOf(k);
        let sum = L[from + missing[k]];
        for (let q = 0; q < k; q++) sum -= F[row + q] * F[other + q];
        F[row + k] = i === k ? Math.sqrt(Math.max(sum, TINY)) : sum / F[other + k];
      }
    }
  }

  #roomFor(numbers: number): Float64Array {
    if (this.#isSolvedOnce) {
      if (solvedOnce.length < numbers) solvedOnce = new Float64Array(numbers);
      return solvedOnce;
    }
    if (this.#keptFactor.length < numbers) this.#keptFactor = new Float64Array(numbers);
    return this.#keptFactor;
  }

  /** All sensors are missing, and nothing else but the constant is read: every frame has the same solution. */
  get #isSolvedOnce(): boolean {
    return this.#count === this.#d && this.#size === this.#d + 1;
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
      const factors = rowOf(i);
      for (let n = 0; n < seen; n++) X[row + n] = L[order[m + n] * size + order[i]];
      for (let q = 0; q < i; q++) {
        const factor = F[factors + q];
        const other = q * seen;
        for (let n = 0; n < seen; n++) X[row + n] -= factor * X[other + n];
      }
      const pivot = F[factors + i];
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
    if (!this.#isSolved) {
      for (let i = 0; i < m; i++) w[missing[i]] = 0;
      this.#solve(L, w);
      if (this.#isSolvedOnce) this.#keepSolution();
    }
    const x = this.#isSolved ? this.#solved : solution;
    for (let i = 0; i < m; i++) w[missing[i]] = x[i];
  }

  #keepSolution(): void {
    if (this.#solved.length === 0) this.#solved = new Float64Array(this.#d);
    for (let i = 0; i < this.#d; i++) this.#solved[i] = solution[i];
    this.#isSolved = true;
  }

  #solve(L: ArrayLike<number>, w: Float64Array): void {
    const m = this.#count;
    const F = this.#factor;
    const x = solution;
    // Where all are missing, the first d of w are 0.
    const first = m === this.#d ? m & ~3 : 0;
    multiplyRows(L, this.#size, this.#order, 0, m, w, first, products);
    for (let i = 0; i < m; i++) {
      const row = rowOf(i);
      let sum = -products[i];
      for (let q = 0; q < i; q++) sum -= F[row + q] * x[q];
      x[i] = sum / F[row + i];
    }
    for (let i = m - 1; i >= 0; i--) {
      let sum = x[i];
      for (let q = i + 1; q < m; q++) sum -= F[rowOf(q) + i] * x[q];
      x[i] = sum / F[rowOf(i) + i];
    }
  }

  #leaveOut(L: ArrayLike<number>, w: Float64Array): void {
    if (this.#K.length === 0) {
      this.#K = new Float64Array(this.#d);
      this.residual = new Float64Array(this.#d);
    }
    if (!this.#hasK) this.#measureAll(L);
    const order = this.#order;
    const { residual } = this;
    multiplyRows(L, this.#size, order, this.#count, this.#d, w, 0, products);
    const K = this.#K;
    const m = this.#count;
    for (let n = m; n < this.#d; n++) residual[order[n]] = products[n] / K[n - m];
  }
}

const TINY = 1e-14;
const NOTHING = new Float64Array(0);

/** Where row i of a lower triangle begins. */
const rowOf = (i: number): number => (i * (i + 1)) / 2;

/** Of whichever regression is asked: row i of L times w, for each of its order; what fills its gaps; L_mm^-1/2 L_mo. */
let products = new Float64Array(0);
let solution = new Float64Array(0);
let substituted = new Float64Array(0);
/** The factor of those that are solved once. */
let solvedOnce = new Float64Array(0);
