/**
 * A x = b for a symmetric positive definite A that is 0 more than `width` entries away from its diagonal, and the diagonal of
 * A^-1: n width^2 multiplications each. Room grows and is kept.
 */
export class BandedSystem {
  size = 0;
  width = 0;
  /** Lower half row by row, width + 1 entries each: A, then L. */
  #a = new Float64Array(0);
  /** Likewise, A^-1 as far as the band goes; worked out where it is asked for. */
  #z = new Float64Array(0);
  #isInverted = false;
  /** b, then x. */
  #x = new Float64Array(0);
  /** L^-1 of a vector. */
  #y = new Float64Array(0);
  /** A column of L, below the diagonal and over it. */
  #column = new Float64Array(0);

  /** A = 0 and b = 0. */
  begin(size: number, width: number): void {
    this.size = size;
    this.width = width;
    const entries = size * (width + 1);
    if (this.#a.length < entries) this.#a = new Float64Array(entries);
    if (this.#x.length < size) {
      this.#x = new Float64Array(size);
      this.#y = new Float64Array(size);
    }
    if (this.#column.length <= width) this.#column = new Float64Array(width + 1);
    this.#isInverted = false;
    this.#a.fill(0, 0, entries);
    this.#x.fill(0, 0, size);
  }

  /** Entry k <= i of row i. */
  #at(i: number, k: number): number {
    return (i + 1) * this.width + k;
  }

  /** Adds to entry k <= i of row i of A. */
  add(i: number, k: number, value: number): void {
    this.#a[this.#at(i, k)] += value;
  }

  /** Adds to entry i of b. */
  addRight(i: number, value: number): void {
    this.#x[i] += value;
  }

  /** Entry i of x. */
  solution(i: number): number {
    return this.#x[i];
  }

  /** Entry i of the diagonal of A^-1. */
  inverse(i: number): number {
    if (!this.#isInverted) this.#invert();
    this.#isInverted = true;
    return this.#z[this.#at(i, i)];
  }

  /** x. False where A is not positive definite. */
  solve(): boolean {
    if (!this.#factor()) return false;
    this.#substitute();
    return true;
  }

  /** v' A^-1 v, once A is solved. `v` has an entry for each. */
  quadratic(v: Float64Array): number {
    const { size, width } = this;
    const a = this.#a;
    const y = this.#y;
    let squares = 0;
    for (let i = 0; i < size; i++) {
      const row = this.#at(i, 0);
      let sum = v[i];
      for (let q = Math.max(0, i - width); q < i; q++) sum -= a[row + q] * y[q];
      y[i] = sum / a[row + i];
      squares += y[i] * y[i];
    }
    return squares;
  }

  /** A = L L'. */
  #factor(): boolean {
    const { size, width } = this;
    const a = this.#a;
    for (let i = 0; i < size; i++) {
      const first = Math.max(0, i - width);
      const row = this.#at(i, 0);
      for (let k = first; k <= i; k++) {
        const other = this.#at(k, 0);
        let sum = a[row + k];
        for (let q = first; q < k; q++) sum -= a[row + q] * a[other + q];
        if (k < i) a[row + k] = sum / a[other + k];
        else if (sum > 0) a[row + i] = Math.sqrt(sum);
        else return false;
      }
    }
    return true;
  }

  /** L y = b, L' x = y. */
  #substitute(): void {
    const { size, width } = this;
    const a = this.#a;
    const x = this.#x;
    for (let i = 0; i < size; i++) {
      const row = this.#at(i, 0);
      let sum = x[i];
      for (let q = Math.max(0, i - width); q < i; q++) sum -= a[row + q] * x[q];
      x[i] = sum / a[row + i];
    }
    for (let i = size - 1; i >= 0; i--) {
      const row = this.#at(i, 0);
      x[i] /= a[row + i];
      for (let q = Math.max(0, i - width); q < i; q++) x[q] -= a[row + q] * x[i];
    }
  }

  /**
   * Z = A^-1 within the band, from the last column to the first (Takahashi): with l_k = L_ki / L_ii,
   *
   *   Z_ji = -sum_k>i l_k Z_kj,   Z_ii = 1 / L_ii^2 - sum_k>i l_k Z_ki
   */
  #invert(): void {
    const { size, width } = this;
    const a = this.#a;
    const l = this.#column;
    if (this.#z.length < a.length) this.#z = new Float64Array(a.length);
    const z = this.#z;
    for (let i = size - 1; i >= 0; i--) {
      const last = Math.min(size - 1, i + width);
      const pivot = a[this.#at(i, i)];
      for (let k = i + 1; k <= last; k++) l[k - i] = a[this.#at(k, i)] / pivot;
      for (let j = last; j > i; j--) {
        let sum = 0;
        for (let k = i + 1; k <= last; k++) sum -= l[k - i] * z[k >= j ? this.#at(k, j) : this.#at(j, k)];
        z[this.#at(j, i)] = sum;
      }
      let own = 1 / (pivot * pivot);
      for (let k = i + 1; k <= last; k++) own -= l[k - i] * z[this.#at(k, i)];
      z[this.#at(i, i)] = own;
    }
  }
}
