import { Matrix } from 'ml-matrix';
import { squareKernels } from '../../src/linalg/kernel-choice';
import { squareLoops, type SquareKernels } from '../../src/linalg/squares';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

function check(kernels: SquareKernels, r: number): void {
  const random = new Random(r);
  const S = new Matrix(random.matrix(r, r));
  const g = Matrix.columnVector(random.vector(r));
  const u = Matrix.columnVector(random.vector(r));
  const order = 2;
  const n = r * order;
  const P = new Matrix(random.covariance(n));
  const B = new Matrix(random.covariance(r));
  const at = {
    S: 0,
    g: r * r,
    Sg: r * r + r,
    Vg: r * r + 2 * r,
    u: r * r + 3 * r,
    P: r * r + 4 * r,
    B: 0,
    out: 0,
    factor: 0,
  };
  at.B = at.P + n * n;
  at.out = at.B + r * r;
  at.factor = at.out + 1;
  const m = new Float64Array(at.factor + 1);
  m.set(S.to1DArray(), at.S);
  m.set(g.to1DArray(), at.g);
  m.set(u.to1DArray(), at.u);
  m.set(P.to1DArray(), at.P);
  B.to2DArray().forEach((row, i) => m.set(row.slice(0, i + 1), at.B + i * r)); // the lower triangle only
  const view = (from: number, length: number): Float64Array => m.subarray(from, from + length);

  kernels.weigh(m, at.S, at.g, at.Sg, at.Vg, at.out);
  const V = S.mmul(S.transpose());
  assertClose(view(at.Sg, r), S.transpose().mmul(g).to1DArray(), 1e-12, 'Sg');
  assertClose(view(at.Vg, r), V.mmul(g).to1DArray(), 1e-12, 'Vg');
  assertClose([m[at.out]], [g.transpose().mmul(V).mmul(g).get(0, 0)], 1e-12, 'a');

  kernels.traceProduct(m, at.P, order * n, order, at.B, at.out);
  const every = Array.from({ length: r }, (_, i) => i * order);
  assertClose([m[at.out]], [P.selection(every, every).mmul(B).trace()], 1e-11, 'trace');

  m[at.factor] = 0.3;
  kernels.downdate(m, at.S, at.u, at.Sg, at.factor);
  const expected = S.clone().sub(u.mmul(g.transpose().mmul(S)).mul(0.3));
  assertClose(view(at.S, r * r), expected.to1DArray(), 1e-12, 'S');

  kernels.scaleSymmetric(m, at.B, at.u, at.factor);
  assertClose(view(at.B, r * r), B.clone().mul(0.3).to1DArray(), 1e-12, 'B');
  assertClose(view(at.u, r), u.clone().mul(0.3).to1DArray(), 1e-12, 'u');
}

describe('square kernels', () => {
  for (let r = 1; r <= 12; r++) {
    it(`agree with ml-matrix at rank ${r}, unrolled and as loops`, () => {
      check(squareKernels(r), r);
      check(squareLoops(r), r);
    });
  }
});
