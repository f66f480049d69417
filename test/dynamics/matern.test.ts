import assert from 'node:assert/strict';
import { Matrix } from 'ml-matrix';
import { Matern } from '../../src/dynamics/matern';
import { MaternStep } from '../../src/dynamics/matern-step';
import { assertClose } from '../support/close';

const KAPPA = 1.7;
const SIGMA2 = 0.6;

/** The companion matrix of (D + kappa)^order. */
function drift(order: number): Matrix {
  const last = [[-KAPPA], [-(KAPPA ** 2), -2 * KAPPA], [-(KAPPA ** 3), -3 * KAPPA ** 2, -3 * KAPPA]][
    order - 1
  ];
  return new Matrix(
    Array.from({ length: order }, (_, i) =>
      i === order - 1 ? last : Array.from({ length: order }, (_, j) => (j === i + 1 ? 1 : 0)),
    ),
  );
}

/** e^A by scaling, Taylor series and squaring. */
function exponential(A: Matrix): Matrix {
  const scaled = A.clone().div(1024);
  let term = Matrix.eye(A.rows);
  let sum = Matrix.eye(A.rows);
  for (let i = 1; i <= 12; i++) {
    term = term.mmul(scaled).div(i);
    sum = sum.add(term);
  }
  for (let i = 0; i < 10; i++) sum = sum.mmul(sum);
  return sum;
}

/** Q by Simpson's rule over the white noise that drives the process. */
function integratedNoise(order: number, dt: number): Matrix {
  const spectral = [2 * KAPPA, 4 * KAPPA ** 3, (16 / 3) * KAPPA ** 5][order - 1] * SIGMA2;
  const intervals = 2000;
  let Q = Matrix.zeros(order, order);
  for (let i = 0; i <= intervals; i++) {
    const weight = i === 0 || i === intervals ? 1 : i % 2 === 1 ? 4 : 2;
    const v = exponential(drift(order).mul((dt * i) / intervals)).getColumnVector(order - 1);
    Q = Q.add(v.mmul(v.transpose()).mul((weight * spectral * dt) / (3 * intervals)));
  }
  return Q;
}

function at(order: number, dt: number): { A: Matrix; Q: Matrix } {
  const step = new MaternStep(order, KAPPA, SIGMA2);
  step.update(Float64Array.of(dt), 0);
  return {
    A: Matrix.from1DArray(order, order, step.A),
    Q: Matrix.from1DArray(order, order, step.Q),
  };
}

describe('Matérn process', () => {
  for (const order of [1, 2, 3]) {
    describe(`of smoothness ${order - 0.5}`, () => {
      it('has the matrix exponential as its transition', () => {
        for (const dt of [1e-3, 0.1, 1, 5]) {
          assertClose(at(order, dt).A.to1DArray(), exponential(drift(order).mul(dt)).to1DArray(), 1e-10, 'A');
        }
      });

      it('has the integral of the driving noise as its process noise', () => {
        for (const dt of [0.05, 0.7, 3]) {
          assertClose(at(order, dt).Q.to1DArray(), integratedNoise(order, dt).to1DArray(), 1e-8, 'Q');
        }
      });

      it('is stationary: Q = P∞ - A P∞ A', () => {
        const nu = (order - 0.5) as 0.5 | 1.5 | 2.5;
        const lengthScale = Math.sqrt(2 * nu) / KAPPA;
        const stationary = new Matern({ type: 'matern', nu, sigma2: SIGMA2, lengthScale }, 1).stationary;
        const P = Matrix.from1DArray(order, order, stationary);
        const { A, Q } = at(order, 0.8);
        const expected = P.clone().sub(A.mmul(P).mmul(A.transpose()));
        assertClose(Q.to1DArray(), expected.to1DArray(), 1e-12, 'Q');
      });

      it('takes two steps as one of their sum', () => {
        const first = at(order, 0.3);
        const second = at(order, 1.1);
        const both = at(order, 1.4);
        assertClose(both.A.to1DArray(), second.A.mmul(first.A).to1DArray(), 1e-12, 'A');
        const Q = second.A.mmul(first.Q).mmul(second.A.transpose()).add(second.Q);
        assertClose(both.Q.to1DArray(), Q.to1DArray(), 1e-12, 'Q');
      });

      it('keeps every digit of Q for a tiny step, and forgets everything over a long one', () => {
        const spectral = [2 * KAPPA, 4 * KAPPA ** 3, (16 / 3) * KAPPA ** 5][order - 1] * SIGMA2;
        const dt = 1e-6;
        const power = 2 * order - 1;
        const leading = [1, 1 / 3, 1 / 20][order - 1] * spectral * dt ** power;
        const relative = at(order, dt).Q.get(0, 0) / leading;
        assert.ok(Math.abs(relative - 1) < 1e-5, `Q_11 is ${relative} of its leading term`);
        const far = at(order, 1e9);
        assert.deepEqual(far.A.to1DArray(), new Array<number>(order * order).fill(0));
        assert.ok(Math.abs(far.Q.get(0, 0) - SIGMA2) < 1e-12);
      });
    });
  }
});
