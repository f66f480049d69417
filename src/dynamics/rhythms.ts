import { multiplyBlocks } from './blocks';
import type { StateSlots } from './model';

/**
 * `predictBlocks` for the A of a level and its oscillators (seasonal.ts): beside the first row, A has only the turns of the
 * oscillators, two entries a row, and everything else is zero. A forecast takes its time here, step after step.
 */
export function predictRhythms(
  m: Float64Array,
  at: StateSlots,
  order: number,
  A: Float64Array,
  Q: Float64Array,
  scratch: Float64Array,
): void {
  const { size: n, P, PBar } = at;
  multiplyBlocks(m, at.x, at.xBar, n, order, A);
  for (let b = 0; b < n; b += order) {
    for (let c = 0; c <= b; c += order) {
      turnColumns(m, P + b * n + c, n, order, A, scratch);
      turnRows(m, PBar + b * n + c, PBar + c * n + b, n, order, A, scratch, Q, b === c ? at.noise : -1);
    }
  }
}

/** out = A times the order x order block at m[block]. */
function turnColumns(
  m: Float64Array,
  block: number,
  n: number,
  order: number,
  A: Float64Array,
  out: Float64Array,
): void {
  for (let j = 0; j < order; j++) {
    let value = m[block + j];
    for (let u = 1; u < order; u += 2) {
      const p = m[block + u * n + j];
      const q = m[block + (u + 1) * n + j];
      value += A[u] * p;
      value += A[u + 1] * q;
      out[u * order + j] = A[u * order + u] * p + A[u * order + u + 1] * q;
      out[(u + 1) * order + j] = A[(u + 1) * order + u] * p + A[(u + 1) * order + u + 1] * q;
    }
    out[j] = value;
  }
}

/**
 * The block at m[block] = noise Q + AP A', noise = m[slot] or none, and its transpose at m[mirror]. On the diagonal the two
 * are one block, of which the lower triangle is written last.
 */
function turnRows(
  m: Float64Array,
  block: number,
  mirror: number,
  n: number,
  order: number,
  A: Float64Array,
  AP: Float64Array,
  Q: Float64Array,
  slot: number,
): void {
  const noise = slot < 0 ? 0 : m[slot];
  for (let i = 0; i < order; i++) {
    const row = i * order;
    const to = block + i * n;
    const across = mirror + i;
    let value = noise * Q[row] + AP[row];
    for (let u = 1; u < order; u += 2) {
      const p = AP[row + u];
      const q = AP[row + u + 1];
      value += p * A[u];
      value += q * A[u + 1];
      const first = noise * Q[row + u] + p * A[u * order + u] + q * A[u * order + u + 1];
      const second = noise * Q[row + u + 1] + p * A[(u + 1) * order + u] + q * A[(u + 1) * order + u + 1];
      m[to + u] = first;
      m[to + u + 1] = second;
      m[across + u * n] = first;
      m[across + (u + 1) * n] = second;
    }
    m[to] = value;
    m[across] = value;
  }
}
