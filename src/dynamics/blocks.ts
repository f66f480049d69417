import type { StateSlots } from './model';

/**
 * The time update of coefficients that move by themselves and alike: F is block diagonal, the order x order matrix A once for
 * each coefficient, so that F P F' costs at most `order` products an entry instead of n.
 */

/** out = F x. */
export function multiplyBlocks(
  m: Float64Array,
  x: number,
  out: number,
  n: number,
  order: number,
  A: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    const block = x + i - (i % order);
    let sum = 0;
    for (let l = 0; l < order; l++) sum += A[(i % order) * order + l] * m[block + l];
    m[out + i] = sum;
  }
}

/**
 * xBar = F x, PBar = F P F' + noise Q, Q the order x order process noise of one coefficient. Block by block, A P_bc A' is all
 * there is to compute, and `scratch` holds one A P_bc.
 */
export function predictBlocks(
  m: Float64Array,
  at: StateSlots,
  order: number,
  A: Float64Array,
  Q: Float64Array,
  scratch: Float64Array,
): void {
  const { size: n, P, PBar } = at;
  const noise = m[at.noise];
  multiplyBlocks(m, at.x, at.xBar, n, order, A);
  for (let b = 0; b < n; b += order) {
    for (let c = 0; c <= b; c += order) {
      multiplyLeft(m, P + b * n + c, n, order, A, scratch);
      for (let i = 0; i < order; i++) {
        const last = b === c ? i : order - 1;
        for (let j = 0; j <= last; j++) {
          let sum = b === c ? noise * Q[i * order + j] : 0;
          for (let l = 0; l < order; l++) sum += scratch[i * order + l] * A[j * order + l];
          m[PBar + (b + i) * n + c + j] = sum;
          m[PBar + (c + j) * n + b + i] = sum;
        }
      }
    }
  }
}

/** out = A times the order x order block at m[block]. */
function multiplyLeft(
  m: Float64Array,
  block: number,
  n: number,
  order: number,
  A: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < order; i++) {
    for (let j = 0; j < order; j++) {
      let sum = 0;
      for (let l = 0; l < order; l++) sum += A[i * order + l] * m[block + l * n + j];
      out[i * order + j] = sum;
    }
  }
}

/** out = the n x n matrix with the order x order `block` once for each coefficient. */
export function fillBlocks(
  m: Float64Array,
  out: number,
  n: number,
  order: number,
  block: ArrayLike<number>,
): void {
  m.fill(0, out, out + n * n);
  for (let b = 0; b < n; b += order) {
    for (let i = 0; i < order; i++) {
      for (let j = 0; j < order; j++) m[out + (b + i) * n + b + j] = block[i * order + j];
    }
  }
}

/** xBar = F x, F, and noise Q, from the A and Q of one coefficient. */
export function lineariseBlocks(
  m: Float64Array,
  at: StateSlots,
  order: number,
  A: Float64Array,
  Q: Float64Array,
): void {
  const n = at.size;
  multiplyBlocks(m, at.x, at.xBar, n, order, A);
  fillBlocks(m, at.F, n, order, A);
  fillBlocks(m, at.Q, n, order, Q);
  for (let i = 0; i < n * n; i++) m[at.Q + i] *= m[at.noise];
}
