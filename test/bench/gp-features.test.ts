import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { Draws } from '../../bench/changepoint/draws';
import { SETTINGS, drawStart, featuresByAuthors } from '../../bench/paper/gp-features';

describe("the features as the paper's authors compute them", () => {
  const { rank: r, sigma2, lengthScale, step, R, V0, P0 } = SETTINGS;
  const kappa = Math.sqrt(3) / lengthScale;
  const a = kappa * step;
  const Ai = new Matrix([
    [1 + a, step],
    [-kappa * a, 1 - a],
  ]).mul(Math.exp(-a));
  const stationary = Matrix.diag([sigma2, kappa * kappa * sigma2]);
  const Qi = Matrix.sub(stationary, Ai.mmul(stationary).mmul(Ai.transpose()));

  it('follow the matrices written out: PBar = Q after the first frame, the scalar in every entry of R', () => {
    const d = 6;
    const draws = new Draws(7);
    const C0 = Array.from({ length: d }, () => draws.normals(r));
    const x0 = drawStart(draws);
    const frames = Array.from({ length: 40 }, () => draws.normals(d));
    const [A, Q] = [Ai, Qi].map((block) => Matrix.eye(r).kroneckerProduct(block));
    const H = Matrix.eye(r).kroneckerProduct(new Matrix([[1, 0]]));
    let C = new Matrix(C0);
    let V = Matrix.eye(r).mul(V0);
    let x = Matrix.columnVector(x0);
    const features = featuresByAuthors(frames, C0, x0);
    frames.forEach((frame, t) => {
      const xBar = A.mmul(x);
      const PBar = t === 0 ? Matrix.add(A.mmul(A.transpose()).mul(P0), Q) : Q;
      const CH = C.mmul(H);
      const g = H.mmul(xBar);
      const scalar = g.transpose().mmul(V).mmul(g).get(0, 0);
      const spread = CH.mmul(PBar).mmul(CH.transpose());
      const S = Matrix.add(spread, Matrix.eye(d).mul(R)).add(scalar);
      const e = Matrix.sub(Matrix.columnVector(frame), CH.mmul(xBar));
      x = Matrix.add(xBar, PBar.mmul(CH.transpose()).mmul(inverse(S)).mmul(e));
      const N = scalar + R + spread.trace() / d;
      const Vg = V.mmul(g);
      C = Matrix.add(C, e.mmul(Vg.transpose()).div(N));
      V = Matrix.sub(V, Vg.mmul(Vg.transpose()).div(N));
      const expected = H.mmul(x).to1DArray();
      features[t].forEach((value, i) =>
        assert.ok(
          Math.abs(value - expected[i]) < 1e-6 * (1 + Math.abs(value)),
          `frame ${t}: ${value}, ${expected[i]}`,
        ),
      );
    });
  });

  it('start from N(0, Q)', () => {
    const draws = new Draws(8);
    const starts = Array.from({ length: 2000 }, () => drawStart(draws));
    const moment = (i: number, j: number): number =>
      starts.reduce((sum, x0) => {
        for (let k = 0; k < r; k++) sum += x0[2 * k + i] * x0[2 * k + j];
        return sum;
      }, 0) /
      (starts.length * r);
    for (const [i, j] of [
      [0, 0],
      [0, 1],
      [1, 1],
    ]) {
      assert.ok(Math.abs(moment(i, j) / Qi.get(i, j) - 1) < 0.05, `${i} ${j}`);
    }
  });
});
