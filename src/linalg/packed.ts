/**
 * A number on its way into or out of a kernel. Kept in a field, as V8 boxes doubles that are returned; of a class, as literals
 * share their shape, and with it how fields are kept, with all others of these names.
 */
export class Scalar {
  value = NaN;
}

/** One observation of a linear regression: its noise, the residual before it, what the covariance grows by; the share of t in x. */
export class Observation {
  noise = NaN;
  target = NaN;
  factor = NaN;
  share = NaN;
}

/** A row of C and what kernels read and write of it. `C` and `t` are offsets into the flat array. */
export interface FactorRow {
  readonly C: number;
  readonly t: number;
  /** 1: the row corrects the coefficients, by `target` with the noise `effective`. */
  readonly corrects: number;
  readonly target: number;
  readonly effective: number;
  /** C mu and C P C'. */
  signal: number;
  h: number;
}

/**
 * Kernels on a symmetric n x n matrix A or P kept as its packed lower triangle, entry (i, j <= i) at i (i + 1) / 2 + j, and on
 * vectors, all inside one flat array `m`. Arguments that are numbers are offsets into `m`. Vectors have n entries; mu and the
 * rows of C have n + 1, the last one of mu is fixed and has no part in P.
 */
export interface PackedKernels {
  /** out = x'A x. */
  quadratic(m: Float64Array, A: number, x: number, out: Scalar): void;

  /** out = a'b. */
  dot(m: Float64Array, a: number, b: number, out: Scalar): void;

  /**
   * One observation of a linear regression with coefficients c, of covariance A:
   *
   *   v = A x,   N = max(x'v, 0) + noise,   c += v target / N,   A -= v v' / N;   tr A < n:  A *= factor
   *
   * A direction that rounding takes below zero would feed on itself as A grows: then A starts again at I.
   */
  regress(m: Float64Array, c: number, A: number, x: number, observation: Observation): void;

  /** The same with x + share t in place of x; t has n - 1 entries, the last one of x stays as it is. */
  regressLeftOut(m: Float64Array, c: number, A: number, x: number, t: number, observation: Observation): void;

  /** signal = C mu and h = C P C' of every row. */
  project(m: Float64Array, mu: number, P: number, rows: readonly FactorRow[]): void;

  /** The same, and t = P C'. */
  projectFully(m: Float64Array, mu: number, P: number, rows: readonly FactorRow[]): void;

  /**
   * Scalar Kalman updates, one for each row that corrects, in order:
   *
   *   t = P C',   S = max(C t, 0) + effective,   mu += t (target - C mu) / S,   P -= t t' / S
   */
  correct(m: Float64Array, mu: number, P: number, rows: readonly FactorRow[]): void;
}

export const packedLength = (n: number): number => (n * (n + 1)) / 2;

/** Where entry (i, j) or (j, i), which are the same, lies. */
export const entryAt = (i: number, j: number): number => (i < j ? packedLength(j) + i : packedLength(i) + j);

/** A = I. */
export function setIdentity(m: Float64Array, A: number, n: number): void {
  m.fill(0, A, A + packedLength(n));
  for (let i = 0, diagonal = A; i < n; i++, diagonal += i + 1) m[diagonal] = 1;
}

/** A += I. */
export function addIdentity(m: Float64Array, A: number, n: number): void {
  for (let i = 0, diagonal = A; i < n; i++, diagonal += i + 1) m[diagonal] += 1;
}
