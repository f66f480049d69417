import assert from 'node:assert/strict';
import { Matrix, determinant, inverse } from 'ml-matrix';
import { PsmfFilter } from '../../src';
import { logGamma } from '../../src/filter/log-gamma';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

describe('rPSMF', () => {
  it('caps the degrees of freedom at lambdaMax', () => {
    const filter = new PsmfFilter({ sensors: 4, rank: 2, robust: true, lambda0: 2, lambdaMax: 11 });
    const lambdas = new Random(1).frames(6, 4, 2).map((frame) => {
      filter.learnOne(frame);
      return filter.report().lambda;
    });
    assert.deepEqual(lambdas, [6, 10, 11, 11, 11, 11]);
  });

  it('gives the Student-t log density of a frame', () => {
    const random = new Random(5);
    const filter = new PsmfFilter({ sensors: 3, rank: 2, robust: true, R: [0.5, 1, 2], lambda0: 3 });
    for (const frame of random.frames(20, 3, 2)) {
      const before = filter.report();
      filter.learnOne(frame);
      const { xBar, PBar, residual } = filter.report();
      const C = new Matrix(before.C);
      const g = Matrix.columnVector(xBar);
      const a = g.transpose().mmul(new Matrix(before.V)).mmul(g).get(0, 0);
      const S = C.mmul(new Matrix(PBar))
        .mmul(C.transpose())
        .add(Matrix.diag(before.R.map((value) => value + a)));
      const e = Matrix.columnVector(residual);
      const nis = e.transpose().mmul(inverse(S)).mmul(e).get(0, 0);
      const { lambda } = before;
      const expected =
        logGamma((lambda + 3) / 2) -
        logGamma(lambda / 2) -
        1.5 * Math.log(lambda * Math.PI) -
        0.5 * Math.log(determinant(S)) -
        ((lambda + 3) / 2) * Math.log(1 + nis / lambda);
      assertClose([filter.logLikelihood, filter.report().nis], [expected, nis], 1e-9, 'log density and NIS');
    }
  });

  it('knows log Gamma', () => {
    const halves = [0.5, 1, 1.5, 2, 5, 10.5, 171];
    const exact = halves.map((x) => {
      let sum = x % 1 === 0 ? 0 : 0.5 * Math.log(Math.PI);
      for (let i = x - 1; i > 0; i--) sum += Math.log(i);
      return sum;
    });
    assertClose(halves.map(logGamma), exact, 1e-14, 'logGamma');
  });
});
