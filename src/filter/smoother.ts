import { factor } from '../linalg/small';
import { historyEntry, scalar, type Layout } from './layout';

/** Keeps the frame just learned: xBar, F, Q of the transition into it, then x and P after it. */
export function record(m: Float64Array, at: Layout, lag: number): void {
  const { size, history } = at;
  const square = size * size;
  const entry = historyEntry(size);
  let to = history + (m[scalar.recorded] % (lag + 1)) * entry;
  to = copy(m, at.xBar, to, size);
  to = copy(m, at.F, to, square);
  to = copy(m, at.Q, to, square);
  to = copy(m, at.x, to, size);
  copy(m, at.P, to, square);
  m[scalar.recorded] += 1;
}

function copy(m: Float64Array, from: number, to: number, length: number): number {
  for (let i = 0; i < length; i++) m[to + i] = m[from + i];
  return to + length;
}

/**
 * The state `back` frames ago given everything up to now: Rauch-Tung-Striebel over the recorded frames.
 *
 *   J = P F' PBar^-1,   x_s = x + J (x_s+ - xBar+),   P_s = (I - J F) P (I - J F)' + J (P_s+ + Q) J'
 *
 * The usual P + J (P_s+ - PBar) J' is the same number but may lose its definiteness to rounding; this form cannot.
 * PBar^-1 is two triangular solves, and a direction without variance gets none back.
 */
export function smoothState(
  m: Float64Array,
  at: Layout,
  lag: number,
  back: number,
): { x: Float64Array; P: Float64Array } {
  const { size: n, history } = at;
  const square = n * n;
  const entryOf = (framesAgo: number): number =>
    history + ((m[scalar.recorded] - 1 - framesAgo) % (lag + 1)) * historyEntry(n);
  const take = (offset: number, length: number): Float64Array => m.slice(offset, offset + length);

  let x = take(entryOf(0) + n + 2 * square, n);
  let P = take(entryOf(0) + 2 * n + 2 * square, square);
  for (let framesAgo = 1; framesAgo <= back; framesAgo++) {
    const next = entryOf(framesAgo - 1);
    const here = entryOf(framesAgo);
    const xBar = take(next, n);
    const F = take(next + n, square);
    const Q = take(next + n + square, square);
    const filteredX = take(here + n + 2 * square, n);
    const filteredP = take(here + 2 * n + 2 * square, square);

    const FP = product(F, filteredP, n);
    const PBar = add(productTransposed(FP, F, n), Q);
    const J = transpose(solve(PBar, FP, n), n);
    const rest = subtractFromIdentity(product(J, F, n), n);

    const surprise = x.map((value, i) => value - xBar[i]);
    x = filteredX.map((value, i) => value + dot(J, i * n, surprise));
    P = add(
      productTransposed(product(rest, filteredP, n), rest, n),
      productTransposed(product(J, add(P, Q), n), J, n),
    );
  }
  return { x, P };
}

/** X with A X = B for a positive semidefinite A = T'T: T'Y = B, then T X = Y; zero along a zero pivot. */
function solve(A: Float64Array, B: Float64Array, n: number): Float64Array {
  const work = new Float64Array(2 * n * n);
  const T = n * n;
  work.set(A);
  factor(work, 0, T, n);
  const X = B.slice();
  for (let column = 0; column < n; column++) {
    for (let i = n - 1; i >= 0; i--) {
      let sum = X[i * n + column];
      for (let l = i + 1; l < n; l++) sum -= work[T + l * n + i] * X[l * n + column];
      X[i * n + column] = overPivot(sum, work[T + i * n + i]);
    }
    for (let i = 0; i < n; i++) {
      let sum = X[i * n + column];
      for (let l = 0; l < i; l++) sum -= work[T + i * n + l] * X[l * n + column];
      X[i * n + column] = overPivot(sum, work[T + i * n + i]);
    }
  }
  return X;
}

const overPivot = (value: number, pivot: number): number => (pivot === 0 ? 0 : value / pivot);

function product(A: Float64Array, B: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < n; l++) {
      const a = A[i * n + l];
      for (let j = 0; j < n; j++) out[i * n + j] += a * B[l * n + j];
    }
  }
  return out;
}

/** A B'. */
const productTransposed = (A: Float64Array, B: Float64Array, n: number): Float64Array =>
  product(A, transpose(B, n), n);

const transpose = (A: Float64Array, n: number): Float64Array =>
  A.map((_, i) => A[(i % n) * n + Math.floor(i / n)]);

const add = (A: Float64Array, B: Float64Array): Float64Array => A.map((value, i) => value + B[i]);

const subtractFromIdentity = (A: Float64Array, n: number): Float64Array =>
  A.map((value, i) => (i % (n + 1) === 0 ? 1 : 0) - value);

function dot(A: Float64Array, from: number, v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < v.length; i++) sum += A[from + i] * v[i];
  return sum;
}
