import { RELATIVE_PIVOT } from './limits';

/**
 * Kernels on the small square matrices of a step (n x n, row-major, inside the flat array `m`).
 * Triangular factors are lower; the strict upper triangle of a factor is never read.
 */

/**
 * A = T'T with T lower triangular, for a positive semidefinite A (its lower triangle is read).
 * A pivot that is zero up to rounding gives a zero row of T instead of a division by nearly nothing.
 */
export function factor(m: Float64Array, A: number, T: number, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) m[T + i * n + j] = m[A + i * n + j];
  }
  for (let k = n - 1; k >= 0; k--) {
    const row = T + k * n;
    const pivot = m[row + k];
    const scale = pivot > RELATIVE_PIVOT * m[A + k * n + k] ? 1 / Math.sqrt(pivot) : 0;
    for (let j = 0; j <= k; j++) m[row + j] *= scale;
    for (let i = 0; i < k; i++) {
      const t = m[row + i];
      const target = T + i * n;
      for (let j = 0; j <= i; j++) m[target + j] -= t * m[row + j];
    }
  }
}

/**
 * A = L L' in place, for A >= I (its lower triangle is read and overwritten). Every pivot of such a matrix is at least 1; `least`
 * points at n pivots that are the least believable ones, 1 and the rounding error of the entry. Below that, a pivot is rounding of
 * any sign, and dividing by it would blow the rounding up.
 */
export function cholesky(m: Float64Array, A: number, n: number, least: number): void {
  for (let i = 0; i < n; i++) {
    const rowI = A + i * n;
    for (let j = 0; j <= i; j++) {
      const rowJ = A + j * n;
      let sum = m[rowI + j];
      for (let k = 0; k < j; k++) sum -= m[rowI + k] * m[rowJ + k];
      m[rowI + j] = i === j ? Math.sqrt(Math.max(m[least + i], sum)) : sum / m[rowJ + j];
    }
  }
}

/** T <- L^-1 T in place, both lower triangular; so is the result. */
export function solveLower(m: Float64Array, L: number, T: number, n: number): void {
  for (let i = 0; i < n; i++) {
    const rowL = L + i * n;
    const rowT = T + i * n;
    for (let k = 0; k < i; k++) {
      const l = m[rowL + k];
      const above = T + k * n;
      for (let j = 0; j <= k; j++) m[rowT + j] -= l * m[above + j];
    }
    const inverse = 1 / m[rowL + i];
    for (let j = 0; j <= i; j++) m[rowT + j] *= inverse;
  }
}

/** A = W'W with W lower triangular: symmetric and positive semidefinite by construction. */
export function crossProduct(m: Float64Array, W: number, A: number, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += m[W + k * n + i] * m[W + k * n + j];
      m[A + i * n + j] = sum;
      m[A + j * n + i] = sum;
    }
  }
}
