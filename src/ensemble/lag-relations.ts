import type { RegressionBlock } from './regression-block';

/** How a frame and those before it say what is new in it: the rows of a block's dynamic regression, taken apart by lag. */
export class LagRelations {
  /** B_l, the entries of the frame l before. */
  readonly B: Float64Array[] = [];
  /** A_l = B_0^-1 B_l. */
  readonly A: Float64Array[] = [];
  /** B_l' B_0^-1 B_m in [l][m]. */
  readonly BA: Float64Array[][] = [];
  /** Room for what is new in a frame. */
  news = new Float64Array(0);
  #factor = new Float64Array(0);

  /** Of the rows in use now. False where B_0 is not positive definite. */
  measure({ d, inputs: { lags }, regressions }: RegressionBlock): boolean {
    const { rows, size } = regressions.dynamic.precision;
    this.#makeRoom(d, lags);
    const { B, A, BA } = this;
    for (let l = 0; l <= lags; l++)
      for (let i = 0, at = 0; i < d; i++)
        for (let q = 0; q < d; q++, at++) B[l][at] = rows[i * size + l * d + q];
    if (!factor(B[0], this.#factor, d)) return false;
    for (let l = 0; l <= lags; l++) divide(this.#factor, B[l], A[l], d);
    for (let l = 0; l <= lags; l++) for (let m = 0; m <= lags; m++) multiply(B[l], A[m], BA[l][m], d);
    return true;
  }

  #makeRoom(d: number, lags: number): void {
    if (this.news.length < d) {
      this.news = new Float64Array(d);
      this.#factor = new Float64Array(d * d);
      this.B.length = this.A.length = this.BA.length = 0;
    }
    const square = (): Float64Array => new Float64Array(this.news.length ** 2);
    while (this.B.length <= lags) {
      this.B.push(square());
      this.A.push(square());
      this.BA.push([]);
    }
    for (const row of this.BA) while (row.length <= lags) row.push(square());
  }
}

/** A = L L'. False where A is not positive definite. */
function factor(A: Float64Array, L: Float64Array, d: number): boolean {
  for (let i = 0; i < d; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = A[i * d + k];
      for (let q = 0; q < k; q++) sum -= L[i * d + q] * L[k * d + q];
      if (k < i) L[i * d + k] = sum / L[k * d + k];
      else if (sum > 0) L[i * d + i] = Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

/** X = (L L')^-1 B. */
function divide(L: Float64Array, B: Float64Array, X: Float64Array, d: number): void {
  for (let at = 0; at < d * d; at++) X[at] = B[at];
  for (let i = 0; i < d; i++) {
    for (let q = 0; q < i; q++) for (let c = 0; c < d; c++) X[i * d + c] -= L[i * d + q] * X[q * d + c];
    for (let c = 0; c < d; c++) X[i * d + c] /= L[i * d + i];
  }
  for (let i = d - 1; i >= 0; i--) {
    for (let q = i + 1; q < d; q++) for (let c = 0; c < d; c++) X[i * d + c] -= L[q * d + i] * X[q * d + c];
    for (let c = 0; c < d; c++) X[i * d + c] /= L[i * d + i];
  }
}

/** Y = B' A. */
function multiply(B: Float64Array, A: Float64Array, Y: Float64Array, d: number): void {
  Y.fill(0, 0, d * d);
  for (let q = 0; q < d; q++)
    for (let i = 0; i < d; i++) for (let c = 0; c < d; c++) Y[i * d + c] += B[q * d + i] * A[q * d + c];
}
