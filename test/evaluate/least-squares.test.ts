import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { LeastSquares } from '../../src/evaluate/methods/least-squares';
import { RecursiveRegression } from '../../src/evaluate/methods/recursive-regression';
import { MOST_REGRESSORS, chooseRegressors } from '../../src/evaluate/methods/regressor-choice';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

/** Weights and inverse of sum forget^(n-k) x x' + forget^n I / start, by batch. */
function batch(X: number[][], y: number[], forget: number, start: number): { w: number[]; P: Matrix } {
  const n = X.length;
  const weighted = new Matrix(X.map((row, k) => row.map((value) => value * forget ** (n - 1 - k))));
  const ridge = Matrix.eye(X[0].length).mul(forget ** n / start);
  const P = inverse(weighted.transpose().mmul(new Matrix(X)).add(ridge));
  return { w: P.mmul(weighted.transpose()).mmul(Matrix.columnVector(y)).to1DArray(), P };
}

describe('recursive least squares', () => {
  it('equals weighted ridge regression over all rows', () => {
    const random = new Random(1);
    for (const [forget, start] of [
      [1, 5],
      [0.99, 0.5],
      [0.95, 10],
    ]) {
      const X = random.matrix(80, 4);
      const y = X.map((x) => 2 * x[0] - x[1] + 0.3 * random.normal());
      const model = new RecursiveRegression(4, forget, start);
      X.forEach((x, k) => model.learn(Float64Array.from(x), y[k]));
      const { w, P } = batch(X, y, forget, start);
      assertClose(model.weights, w, 1e-9, `forget ${forget}`);
      const x = random.vector(4);
      const leverage = Matrix.rowVector(x).mmul(P).mmul(Matrix.columnVector(x)).get(0, 0);
      assertClose([model.leverage(Float64Array.from(x))], [leverage], 1e-9);
    }
  });

  it('does not grow sure of nothing: without news its uncertainty stays within its start', () => {
    const model = new RecursiveRegression(2, 0.9, 3);
    for (let k = 0; k < 5000; k++) model.learn(Float64Array.of(1, 0), 1);
    assert.ok(model.leverage(Float64Array.of(0, 1)) <= 6 + 1e-9);
    assertClose([model.predict(Float64Array.of(1, 0))], [1], 1e-3);
  });

  for (const ownLag of [false, true]) {
    it(`${ownLag ? 'rls-own' : 'rls'}: a hidden value is given the batch regression on the other sensors`, () => {
      const random = new Random(9);
      const d = 4;
      const rows = 200;
      const frames = random.frames(rows, d, 2);
      const method = new LeastSquares(d, ownLag);
      frames.forEach((frame, k) => {
        if (k === rows - 1) frame = Float64Array.of(NaN, frame[1], frame[2], frame[3]);
        method.learnOne(frame);
      });

      const first = frames.slice(0, 80);
      const units = Array.from({ length: d }, (_, j) => {
        const mean = first.reduce((sum, frame) => sum + frame[j], 0) / 80;
        const sd = Math.sqrt(first.reduce((sum, frame) => sum + (frame[j] - mean) ** 2, 0) / 79);
        return { mean, sd };
      });
      const Z = frames.map((frame) => units.map(({ mean, sd }, j) => (frame[j] - mean) / sd));
      const regressors = Z.map(([, b, c, e], k) => [
        1,
        b,
        c,
        e,
        ...(ownLag ? [k > 0 ? Z[k - 1][0] : 0] : []),
      ]);
      const known = rows - 1;
      const { w } = batch(
        regressors.slice(0, known),
        Z.slice(0, known).map(([z]) => z),
        0.999,
        0.03,
      );
      const z = regressors[known].reduce((sum, x, i) => sum + x * w[i], 0);
      assertClose([method.mean[0]], [units[0].mean + units[0].sd * z], 1e-8);
      assert.ok(method.variance[0] > 0);
    });
  }

  it('fills several sensors at once from the rest, within its intervals', () => {
    const random = new Random(12);
    const method = new LeastSquares(8, true);
    let squared = 0;
    let inside = 0;
    let n = 0;
    for (const [k, truth] of random.frames(2000, 8, 2).entries()) {
      const frame = truth.map((y) => (random.uniform() < 0.3 ? NaN : y));
      method.learnOne(frame);
      if (k < 200) continue;
      frame.forEach((reading, j) => {
        if (!Number.isNaN(reading)) return;
        n++;
        squared += (truth[j] - method.mean[j]) ** 2;
        inside += Math.abs(truth[j] - method.mean[j]) <= 2 * Math.sqrt(method.variance[j]) ? 1 : 0;
      });
    }
    // The noise of the readings is 0.1; the sensors themselves wander over several units.
    assert.ok(Math.sqrt(squared / n) < 0.25, `${Math.sqrt(squared / n)}`);
    assert.ok(inside / n > 0.9, `${inside / n}`);
  });

  it('regresses on all other sensors, or on the most correlated where they are too many', () => {
    assert.deepEqual(chooseRegressors(3, []), [
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
    const d = MOST_REGRESSORS + 20;
    const random = new Random(3);
    // Sensors below MOST_REGRESSORS + 1 share one signal, the others are noise; a few readings are missing.
    const frames = Array.from({ length: 100 }, () => {
      const signal = random.normal();
      return Float64Array.from({ length: d }, (_, j) => {
        const y = j <= MOST_REGRESSORS ? signal + 0.2 * random.normal() : random.normal();
        return random.uniform() < 0.1 ? NaN : y;
      });
    });
    const chosen = chooseRegressors(d, frames);
    const expected = Array.from({ length: MOST_REGRESSORS + 1 }, (_, j) => j);
    for (const j of expected) {
      assert.deepEqual(
        [...chosen[j]].sort((a, b) => a - b),
        expected.filter((i) => i !== j),
      );
    }
  });
});
