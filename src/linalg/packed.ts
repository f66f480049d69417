/**
 * Kernels on a symmetric n x n matrix A kept as its packed lower triangle, entry (i, j <= i) at i (i + 1) / 2 + j, and on
 * vectors of n entries, all inside one flat array `m`. Arguments are offsets into `m`. Kernels of rows visit the records
 * from `start` to `end`, `stride` apart; their other arguments from x on are relative to the record.
 */
export interface PackedKernels {
  /** m[out] = x'A x. */
  quadratic(m: Float64Array, A: number, x: number, out: number): void;

  /** m[out] = a'b. */
  dot(m: Float64Array, a: number, b: number, out: number): void;

  /** out = x + m[factor] y. */
  addScaled(m: Float64Array, x: number, factor: number, y: number, out: number): void;

  /**
   * One observation of a linear regression with coefficients c, of covariance A:
   *
   *   v = A x,   N = max(x'v, 0) + noise,   c += v target / N,   A -= v v' / N;   tr A < n:  A *= factor
   *
   * `target` is the residual before the observation. A direction that rounding takes below zero would feed on itself as A
   * grows: then A starts again at I.
   */
  regress(
    m: Float64Array,
    c: number,
    A: number,
    x: number,
    noise: number,
    target: number,
    factor: number,
  ): void;

  /** out = A x in n slots, and x'A x in the slot after them, for every row. */
  multiplyRows(
    m: Float64Array,
    A: number,
    start: number,
    end: number,
    stride: number,
    x: number,
    out: number,
  ): void;

  /** out = x'A x for every row. */
  quadraticRows(
    m: Float64Array,
    A: number,
    start: number,
    end: number,
    stride: number,
    x: number,
    out: number,
  ): void;

  /** out = a'x for every row. */
  dotRows(
    m: Float64Array,
    a: number,
    start: number,
    end: number,
    stride: number,
    x: number,
    out: number,
  ): void;

  /**
   * Scalar Kalman updates, one for each row whose `observed` is 1, in order:
   *
   *   t = A c,   S = max(c't, 0) + noise,   mu += t (target - c'mu) / S,   A -= t t' / S
   *
   * mu and c have n + 1 entries; the last one of mu is fixed.
   */
  correctRows(
    m: Float64Array,
    mu: number,
    A: number,
    start: number,
    end: number,
    stride: number,
    c: number,
    observed: number,
    target: number,
    noise: number,
  ): void;
}

export const packedLength = (n: number): number => (n * (n + 1)) / 2;

/** Where entry (i, j) or (j, i), which are the same, lies. */
export const entryAt = (i: number, j: number): number => (i < j ? packedLength(j) + i : packedLength(i) + j);

/** A = I. */
export function setIdentity(m: Float64Array, A: number, n: number): void {
  m.fill(0, A, A + packedLength(n));
  for (let i = 0, diagonal = A; i < n; i++, diagonal += i + 1) m[diagonal] = 1;
}

/** A *= m[factor]. */
export function scalePacked(m: Float64Array, A: number, n: number, factor: number): void {
  const end = A + packedLength(n);
  const k = m[factor];
  for (let i = A; i < end; i++) m[i] *= k;
}
