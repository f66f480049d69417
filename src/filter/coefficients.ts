import { cholesky, crossProduct, factor, solveLower } from '../linalg/small';
import { scalar, type Layout } from './layout';

const ROUNDING = 4 * Number.EPSILON;

/**
 * The Kalman correction of x in r x r form, without an inverse (paper, eqs. 17-18):
 *
 *   PBar = T'T,  M = I + T H'G H T' = L L',  W = L^-1 T
 *   P = W'W,  z = W H'h,  x = xBar + W'z,  e'S^-1 e = e'Rbar^-1 e - z'z
 *
 * P is symmetric and positive semidefinite by construction, M >= I always factors, and PBar may be singular or zero.
 */
export function correctCoefficients(m: Float64Array, at: Layout): void {
  const { size, r, order, T, M, h, z, x, xBar } = at;

  factor(m, at.PBar, T, size);
  formInnovation(m, at);
  cholesky(m, M, size);
  solveLower(m, M, T, size);
  const W = T;
  crossProduct(m, W, at.P, size);

  let explained = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let c = 0; c < r && c * order <= i; c++) sum += m[W + i * size + c * order] * m[h + c];
    m[z + i] = sum;
    explained += sum * sum;
  }
  for (let j = 0; j < size; j++) {
    let sum = m[xBar + j];
    for (let i = j; i < size; i++) sum += m[W + i * size + j] * m[z + i];
    m[x + j] = sum;
  }
  m[scalar.nis] = Math.max(0, m[scalar.nis] - explained);
}

/**
 * M = I + T H'G H T', lower triangle. Column c of H T' is column c * order of T', zero above row c * order.
 *
 * The products cancel where G is large along one direction and T nearly orthogonal to it, and what is left of the diagonal
 * may be rounding, of any sign. With u_i = sum_c |T_ic| sqrt(G_cc), no rounding error of M exceeds a few epsilon u_i u_j, so
 * that much more on the diagonal keeps M positive definite; it is out of sight wherever M has digits.
 */
function formInnovation(m: Float64Array, at: Layout): void {
  const { size, r, order, T, G, TG, M, z } = at;
  const roots = z;
  for (let c = 0; c < r; c++) m[roots + c] = Math.sqrt(m[G + c * (r + 1)]);
  for (let i = 0; i < size; i++) {
    const rowT = T + i * size;
    const rowTG = TG + i * r;
    let u = 0;
    for (let c = 0; c < r; c++) m[rowTG + c] = 0;
    for (let b = 0; b < r && b * order <= i; b++) {
      const t = m[rowT + b * order];
      const rowG = G + b * r;
      u += Math.abs(t) * m[roots + b];
      for (let c = 0; c < r; c++) m[rowTG + c] += t * m[rowG + c];
    }
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? 1 + ROUNDING * size * u * u : 0;
      for (let c = 0; c < r && c * order <= j; c++) sum += m[rowTG + c] * m[T + j * size + c * order];
      m[M + i * size + j] = sum;
    }
  }
}
