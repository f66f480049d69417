import type { StateSlots } from './model';

/**
 * The time update of coefficients that move by themselves and alike: F is block diagonal, the order x order matrix A once for
 * each coefficient, so that F P F' costs `order` products an entry instead of n.
 */

/** out = F x. */
function multiplyBlocks(
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

/** xBar = F x, PBar = F P F' + noise Q, Q the order x order process noise of one coefficient; `scratch` holds F P. */
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
  for (let i = 0; i < n; i++) {
    const a = (i % order) * order;
    const block = i - (i % order);
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let l = 0; l < order; l++) sum += A[a + l] * m[P + (block + l) * n + j];
      scratch[i * n + j] = sum;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const a = (j % order) * order;
      const block = j - (j % order);
      let sum = i - (i % order) === block ? noise * Q[(i % order) * order + (j % order)] : 0;
      for (let l = 0; l < order; l++) sum += scratch[i * n + block + l] * A[a + l];
      m[PBar + i * n + j] = sum;
      m[PBar + j * n + i] = sum;
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
