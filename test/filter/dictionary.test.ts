import { Matrix, inverse } from 'ml-matrix';
import { PsmfFilter } from '../../src';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

describe('the dictionary with known coefficients', () => {
  it('equals Bayesian linear regression', () => {
    // P0 = Q = 0 and x -> A x make the coefficients known: x_k = A^k x_0. With equal R, eta = R, and each row of C is the
    // regression of its sensor on x with prior N(C0_j, V0 R-free) and noise eta.
    const random = new Random(3);
    const [d, r, n, noise] = [5, 3, 40, 0.7];
    const angle = 0.4;
    const A = [
      [Math.cos(angle), -Math.sin(angle), 0],
      [Math.sin(angle), Math.cos(angle), 0],
      [0, 0, 0.95],
    ];
    const C0 = random.matrix(d, r);
    const V0 = random.covariance(r);
    const x0 = random.vector(r);
    const filter = new PsmfFilter({
      ...{ sensors: d, rank: r, dynamics: { type: 'linear', A, Q: 0 }, C0, V0, x0, P0: 0, R: noise },
    });
    const Y = random.matrix(n, d);
    const X: number[][] = [];
    let x = Matrix.columnVector(x0);
    for (const y of Y) {
      filter.learnOne(y);
      x = new Matrix(A).mmul(x);
      X.push(x.to1DArray());
    }

    const design = new Matrix(X);
    const precision = inverse(new Matrix(V0)).add(design.transpose().mmul(design).div(noise));
    const V = inverse(precision);
    const information = design
      .transpose()
      .mmul(new Matrix(Y))
      .div(noise)
      .add(inverse(new Matrix(V0)).mmul(new Matrix(C0).transpose()));
    const C = V.mmul(information).transpose();
    assertClose(filter.report().V.flat(), V.to1DArray(), 1e-10, 'V');
    assertClose(filter.report().C.flat(), C.to1DArray(), 1e-10, 'C');
  });
});
