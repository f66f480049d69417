import { Matrix } from 'ml-matrix';
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
  const matrix = (offset: number, columns: number): Matrix =>
    Matrix.from1DArray(n, columns, m.subarray(offset, offset + n * columns));

  let x = matrix(entryOf(0) + n + 2 * square, 1);
  let P = matrix(entryOf(0) + 2 * n + 2 * square, n);
  for (let framesAgo = 1; framesAgo <= back; framesAgo++) {
    const next = entryOf(framesAgo - 1);
    const here = entryOf(framesAgo);
    const xBar = matrix(next, 1);
    const F = matrix(next + n, n);
    const Q = matrix(next + n + square, n);
    const filteredX = matrix(here + n + 2 * square, 1);
    const filteredP = matrix(here + 2 * n + 2 * square, n);

    const FP = F.mmul(filteredP);
    const PBar = FP.mmul(F.transpose()).add(Q);
    const J = solve(PBar, FP).transpose();
    const rest = Matrix.eye(n).sub(J.mmul(F));

    x = filteredX.add(J.mmul(x.sub(xBar)));
    P = rest
      .mmul(filteredP)
      .mmul(rest.transpose())
      .add(J.mmul(P.add(Q)).mmul(J.transpose()));
  }
  return { x: Float64Array.from(x.to1DArray()), P: Float64Array.from(P.to1DArray()) };
}

/** X with A X = B for a positive semidefinite A = T'T: T'Y = B, then T X = Y; zero along a zero pivot. */
function solve(A: Matrix, B: Matrix): Matrix {
  const n = A.rows;
  const work = new Float64Array(2 * n * n);
  work.set(A.to1DArray());
  factor(work, 0, n * n, n);
  const T = Matrix.from1DArray(n, n, work.subarray(n * n));
  const X = B.clone();
  for (let column = 0; column < n; column++) {
    for (let i = n - 1; i >= 0; i--) {
      let sum = X.get(i, column);
      for (let l = i + 1; l < n; l++) sum -= T.get(l, i) * X.get(l, column);
      X.set(i, column, overPivot(sum, T.get(i, i)));
    }
    for (let i = 0; i < n; i++) {
      let sum = X.get(i, column);
      for (let l = 0; l < i; l++) sum -= T.get(i, l) * X.get(l, column);
      X.set(i, column, overPivot(sum, T.get(i, i)));
    }
  }
  return X;
}

const overPivot = (value: number, pivot: number): number => (pivot === 0 ? 0 : value / pivot);
