import type { Correction } from './correction';
import { unrolled, unrolledCorrections, unrolledSquares } from './kernels';
import type { PackedKernels } from './packed';
import { unrolled as unrolledPacked } from './packed-kernels';
import { packedLoops } from './packed-loops';
import { loops, type RowKernels } from './rows';
import { squareLoops, type SquareKernels } from './squares';

/** The kernels on rows of one rank: unrolled where the build emitted them, loops above. */
export function rowKernels(r: number): RowKernels {
  return unrolled[r - 1] ?? loops(r);
}

/** The kernels on r x r matrices, likewise; they are emitted for small ranks alone. */
export function squareKernels(r: number): SquareKernels {
  return unrolledSquares[r - 1] ?? squareLoops(r);
}

/** The correction as straight-line code, where the build emitted it for states of this size. */
export function unrolledCorrection(size: number): Correction | undefined {
  return unrolledCorrections[size - 1];
}

/** The largest size of packed matrices that the build emits kernels for. */
export const MAX_PACKED_SIZE = unrolledPacked.length;

/** The kernels on packed matrices of size n, likewise. */
export function packedKernels(n: number): PackedKernels {
  return unrolledPacked[n - 1] ?? packedLoops(n);
}
