import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

/**
 * The dictionary, d x rank, by which coefficients of variance 1 explain most of the frames: C = Z'U / sqrt(n), U the first
 * eigenvectors of Z Z'. A gap counts as the centre, 0. As many coefficients as sensors: each sensor has its own.
 */
export function principalDirections(frames: readonly Float64Array[], rank: number): number[][] {
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
  const U = eigenvectorMatrix.subMatrixColumn(largest.map(({ i }) => i));
  return Z.transpose().mmul(U).div(Math.sqrt(n)).to2DArray();
}
