import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { nextNormal } from '../random';

/** Less variance than this, in squared units, is none. */
const NO_VARIANCE = 1e-6;
/** What directions that are drawn have of a sensor that moves: next to nothing, the others explain it. */
const SHARE_OF_MOVING = 0.01;

/**
 * The dictionary, d x rank, by which coefficients of variance 1 explain most of the frames: C = Z'U / sqrt(n), U the first
 * eigenvectors of Z Z'. A gap counts as the centre, 0. As many coefficients as sensors: each sensor has its own.
 *
 * Where frames move in fewer directions than that, as those of a plant that is off, the others are drawn: a coefficient
 * that moves no sensor is never corrected, and so would never move one. They share variance 1 of every sensor that stands
 * still: its unit says that it will move that far.
 */
export function principalDirections(frames: readonly Float64Array[], rank: number, seed: number): number[][] {
  const d = frames[0].length;
  if (rank === d) return Matrix.eye(d).to2DArray();
  const n = frames.length;
  const Z = new Matrix(frames.map((frame) => Array.from(frame, (z) => (Number.isNaN(z) ? 0 : z))));
  const { eigenvectorMatrix, realEigenvalues } = new EigenvalueDecomposition(Z.mmul(Z.transpose()), {
    assumeSymmetric: true,
  });
  const largest = realEigenvalues
    .map((value, i) => ({ value, i }))
    .sort((a, b) => b.value - a.value)
    .slice(0, rank);
  const found = largest.filter(({ value }) => value / n > NO_VARIANCE);
  const U = eigenvectorMatrix.subMatrixColumn(found.map(({ i }) => i));
  const C = found.length === 0 ? Matrix.zeros(d, 0) : Z.transpose().mmul(U).div(Math.sqrt(n));
  const missing = rank - found.length;
  const state = Float64Array.of(seed);
  return C.to2DArray().map((row, j) => {
    const variance = Z.getColumn(j).reduce((sum, z) => sum + z * z, 0) / n;
    const share = (variance > NO_VARIANCE ? SHARE_OF_MOVING : 1) / missing;
    const drawn = Array.from({ length: missing }, () => Math.sqrt(share) * nextNormal(state, 0));
    return [...row, ...drawn];
  });
}
