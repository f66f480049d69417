import { unrolled } from './packed-kernels';

/**
 * Kernels on a symmetric n x n matrix kept as its packed lower triangle, entry (i, j <= i) at i (i + 1) / 2 + j, and on
 * vectors of n entries, all inside one flat array `m`. Arguments are offsets into `m`.
 */
export interface PackedKernels {
  /** out = A x in n slots, and x'A x in the slot after them. */
  multiply(m: Float64Array, A: number, x: number, out: number): void;

  /** m[out] = x'A x. */
  quadratic(m: Float64Array, A: number, x: number, out: number): void;

  /** A -= v v' / m[divisor]. */
  downdate(m: Float64Array, A: number, v: number, divisor: number): void;

  /** m[out] = a'b. */
  dot(m: Float64Array, a: number, b: number, out: number): void;
}

/** The largest size the build emits. */
export const MAX_PACKED_SIZE = unrolled.length;

export const packedLength = (n: number): number => (n * (n + 1)) / 2;

export function packedKernels(n: number): PackedKernels {
  return unrolled[n - 1];
}

/** A = I. */
export function setIdentity(m: Float64Array, A: number, n: number): void {
  m.fill(0, A, A + packedLength(n));
  for (let i = 0, diagonal = A; i < n; i++, diagonal += i + 1) m[diagonal] = 1;
}

/** A *= m[factor]. */
export function scalePacked(m: Float64Array, A: number, n: number, factor: number): void {
  const end = A + packedLength(n);
  for (let i = A; i < end; i++) m[i] *= m[factor];
}
