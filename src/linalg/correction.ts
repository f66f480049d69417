import { ROUNDING } from './limits';
import { cholesky, crossProduct, factor, solveLower } from './small';

/**
 * A Kalman correction in information form, without an inverse, for a state that is observed whole (H = I):
 *
 *   PBar = T'T,  M = I + T G T' = L L',  W = L^-1 T,  P = W'W,  z = W h,  x = xBar + W'z
 *
 * Arguments are offsets into `m`: PBar, G, P, M are n x n, h, xBar, x of length n. Leaves the diagonal of L on that of M,
 * and z'z at `out`.
 */
export type Correction = (
  m: Float64Array,
  PBar: number,
  G: number,
  h: number,
  xBar: number,
  P: number,
  x: number,
  M: number,
  out: number,
) => void;

/** Offsets for the correction of a state with `order` entries a coefficient: H picks every order-th. */
export interface CorrectionSlots {
  readonly size: number;
  readonly r: number;
  readonly order: number;
  readonly PBar: number;
  readonly G: number;
  readonly h: number;
  readonly xBar: number;
  readonly P: number;
  readonly x: number;
  readonly M: number;
  /** Scratch: T and then W, size x size; T H'G, size x r; z. */
  readonly T: number;
  readonly TG: number;
  readonly z: number;
}

/** The same correction for any size and any H: M = I + T H'G H T', z = W H'h. */
export function correctByLoops(m: Float64Array, at: CorrectionSlots, out: number): void {
  const { size, r, order, T, M, h, z, x, xBar } = at;
  factor(m, at.PBar, T, size);
  formInnovation(m, at);
  cholesky(m, M, size, z);
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
  m[out] = explained;
}

/**
 * M = I + T H'G H T', lower triangle. Row i of T H' has its last entry in column i / order.
 *
 * Where G is large along one direction and T nearly orthogonal to it, the products cancel, and what is left of M is rounding of
 * the order of epsilon sum_c T_ic^2 G_cc. No pivot of M can be told from 1 below that; these least pivots go to z.
 */
function formInnovation(m: Float64Array, at: CorrectionSlots): void {
  const { size, r, order, T, G, TG, M, z } = at;
  for (let i = 0; i < size; i++) {
    const rowT = T + i * size;
    const rowTG = TG + i * r;
    const width = Math.floor(i / order) + 1;
    for (let c = 0; c < width; c++) m[rowTG + c] = 0;
    let uncancelled = 0;
    for (let b = 0; b < width; b++) {
      const t = m[rowT + b * order];
      const rowG = G + b * r;
      uncancelled += t * t * m[rowG + b];
      for (let c = 0; c < width; c++) m[rowTG + c] += t * m[rowG + c];
    }
    m[z + i] = 1 + ROUNDING * uncancelled;
    for (let j = 0; j <= i; j++) {
      const rowTj = T + j * size;
      let sum = i === j ? 1 : 0;
      for (let c = 0; c * order <= j; c++) sum += m[rowTG + c] * m[rowTj + c * order];
      m[M + i * size + j] = sum;
    }
  }
}
