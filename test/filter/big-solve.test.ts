import { Matrix, determinant, inverse } from 'ml-matrix';
import { PsmfFilter } from '../../src';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

/**
 * With V = 0 the dictionary is known, and PSMF is a linear-Gaussian state-space model. Then everything the recursion
 * computes follows from one big linear solve over the joint distribution of all states and all readings.
 */
const D = 4;
const R_RANK = 2;
const N = 12;
const A = [
  [0.9, 0.3],
  [-0.2, 0.8],
];

const random = new Random(7);
const C = random.matrix(D, R_RANK);
const Q = random.covariance(R_RANK);
const P0 = random.covariance(R_RANK);
const x0 = random.vector(R_RANK);
const R = Array.from({ length: D }, () => 0.2 + random.uniform());
const frames = random.frames(N, D, R_RANK, 0.3);
frames[4].fill(NaN);

const create = (): PsmfFilter =>
  new PsmfFilter({
    ...{ sensors: D, rank: R_RANK, dynamics: { type: 'linear', A, Q }, C0: C, V0: 0, x0, P0, R, lag: N },
  });

/** Prior mean and covariance of the stacked states x_1..x_N. */
function prior(): { mean: Matrix; covariance: Matrix } {
  const a = new Matrix(A);
  const mean = Matrix.zeros(N * R_RANK, 1);
  const covariance = Matrix.zeros(N * R_RANK, N * R_RANK);
  let x = Matrix.columnVector(x0);
  let P = new Matrix(P0);
  for (let k = 0; k < N; k++) {
    x = a.mmul(x);
    P = a.mmul(P).mmul(a.transpose()).add(new Matrix(Q));
    mean.setSubMatrix(x, k * R_RANK, 0);
    let cross = P;
    for (let l = k; l < N; l++) {
      covariance.setSubMatrix(cross, l * R_RANK, k * R_RANK);
      covariance.setSubMatrix(cross.transpose(), k * R_RANK, l * R_RANK);
      cross = a.mmul(cross);
    }
  }
  return { mean, covariance };
}

/** Posterior of all states given the readings of the first `seen` frames, and their log density. */
function solve(seen: number): { x: Matrix; P: Matrix; logDensity: number } {
  const { mean, covariance } = prior();
  const rows: number[][] = [];
  const y: number[] = [];
  const noise: number[] = [];
  for (let k = 0; k < seen; k++) {
    frames[k].forEach((value, j) => {
      if (Number.isNaN(value)) return;
      const row = new Array<number>(N * R_RANK).fill(0);
      C[j].forEach((c, i) => (row[k * R_RANK + i] = c));
      rows.push(row);
      y.push(value);
      noise.push(R[j]);
    });
  }
  if (y.length === 0) return { x: mean, P: covariance, logDensity: 0 };
  const B = new Matrix(rows);
  const cross = covariance.mmul(B.transpose());
  const S = B.mmul(cross).add(Matrix.diag(noise));
  const gain = cross.mmul(inverse(S));
  const e = Matrix.columnVector(y).sub(B.mmul(mean));
  const nis = e.transpose().mmul(inverse(S)).mmul(e).get(0, 0);
  return {
    x: mean.clone().add(gain.mmul(e)),
    P: covariance.clone().sub(gain.mmul(cross.transpose())),
    logDensity: -0.5 * (y.length * Math.log(2 * Math.PI) + Math.log(determinant(S)) + nis),
  };
}

const block = (matrix: Matrix, k: number): Matrix =>
  matrix.subMatrix(k * R_RANK, (k + 1) * R_RANK - 1, k * R_RANK, (k + 1) * R_RANK - 1);
const entry = (matrix: Matrix, k: number): number[] =>
  matrix.subMatrix(k * R_RANK, (k + 1) * R_RANK - 1, 0, 0).to1DArray();

describe('the filter with a known dictionary', () => {
  it('equals one big linear solve at every frame', () => {
    const filter = create();
    frames.forEach((frame, k) => {
      filter.learnOne(frame);
      const { x, P } = solve(k + 1);
      assertClose(filter.report().x, entry(x, k), 1e-10, `x at ${k}`);
      assertClose(filter.report().P.flat(), block(P, k).to1DArray(), 1e-10, `P at ${k}`);
    });
  });

  it('predicts every sensor with the mean and variance of the solve', () => {
    const filter = create();
    frames.slice(0, -1).forEach((frame, k) => {
      filter.learnOne(frame);
      const { x, P } = solve(k + 1);
      const { mean, variance } = filter.predictOne();
      const c = new Matrix(C);
      assertClose(mean, c.mmul(Matrix.columnVector(entry(x, k + 1))).to1DArray(), 1e-10, 'mean');
      const spread = c
        .mmul(block(P, k + 1))
        .mmul(c.transpose())
        .diagonal();
      assertClose(
        variance,
        spread.map((value, j) => value + R[j]),
        1e-10,
        'variance',
      );
    });
  });

  it('forecasts several frames as the solve does', () => {
    const filter = create();
    frames.slice(0, 7).forEach((frame) => filter.learnOne(frame));
    const { x, P } = solve(7);
    const c = new Matrix(C);
    filter.forecast(N - 7).forEach(({ mean, variance }, h) => {
      assertClose(mean, c.mmul(Matrix.columnVector(entry(x, 7 + h))).to1DArray(), 1e-10, `mean at ${h}`);
      const spread = c
        .mmul(block(P, 7 + h))
        .mmul(c.transpose())
        .diagonal();
      assertClose(
        variance,
        spread.map((value, j) => value + R[j]),
        1e-10,
        `variance at ${h}`,
      );
    });
  });

  it('gives the log density of the readings, frame by frame', () => {
    const filter = create();
    let total = 0;
    frames.forEach((frame, k) => {
      filter.learnOne(frame);
      total += filter.logLikelihood;
      assertClose([total], [solve(k + 1).logDensity], 1e-9, `log density after ${k}`);
    });
  });

  it('smooths as the solve does, at every lag', () => {
    const filter = create();
    frames.forEach((frame) => filter.learnOne(frame));
    const { x, P } = solve(N);
    const c = new Matrix(C);
    for (let back = 0; back < N; back++) {
      const { mean, variance } = filter.smooth(back);
      const k = N - 1 - back;
      assertClose(mean, c.mmul(Matrix.columnVector(entry(x, k))).to1DArray(), 1e-9, `mean ${back} back`);
      assertClose(
        variance,
        c.mmul(block(P, k)).mmul(c.transpose()).diagonal(),
        1e-9,
        `variance ${back} back`,
      );
    }
  });
});
