import assert from 'node:assert/strict';
import { Matrix, inverse as invert } from 'ml-matrix';
import { MAX_PACKED_SIZE, packedKernels } from '../../src/linalg/kernel-choice';
import { packedLength, scalePacked, setIdentity } from '../../src/linalg/packed';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const ROWS = 3;

/** A covariance, records of [vector of n + 1, observed, target, noise, room for results], and scratch, in one array. */
function problem(n: number, seed: number) {
  const random = new Random(seed);
  const A = random.covariance(n);
  const stride = 2 * n + 6;
  const start = packedLength(n);
  const end = start + ROWS * stride;
  const m = new Float64Array(end + 3 * n + 10).map(() => random.normal());
  A.forEach((row, i) => row.slice(0, i + 1).forEach((a, j) => (m[packedLength(i) + j] = a)));
  const vector = (at: number, length = n): number[] => Array.from(m.subarray(at, at + length));
  return { A: new Matrix(A), m, start, end, stride, vector };
}

const unpack = (m: Float64Array, n: number): Matrix =>
  new Matrix(
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => m[packedLength(Math.max(i, j)) + Math.min(i, j)]),
    ),
  );
const column = (x: number[]): Matrix => Matrix.columnVector(x);
const form = (A: Matrix, x: number[]): number => column(x).transpose().mmul(A).mmul(column(x)).get(0, 0);
const inner = (x: number[], y: number[]): number => x.reduce((sum, value, i) => sum + value * y[i], 0);

describe('packed kernels', () => {
  for (let n = 1; n <= MAX_PACKED_SIZE; n++) {
    describe(`of size ${n}`, () => {
      const kernels = packedKernels(n);

      it("x'A x, a'b and x + k y agree with ml-matrix", () => {
        const { A, m, end, vector } = problem(n, 1 + n);
        const [x, y] = [vector(end), vector(end + n)];
        const out = end + 2 * n;
        const k = m[out + n];
        kernels.quadratic(m, 0, end, out);
        assertClose([m[out]], [form(A, x)], 1e-12, 'quadratic');
        kernels.dot(m, end, end + n, out);
        assertClose([m[out]], [inner(x, y)], 1e-12, 'dot');
        kernels.addScaled(m, end, out + n, end + n, out);
        assertClose(
          vector(out),
          x.map((value, i) => value + k * y[i]),
          1e-12,
          'addScaled',
        );
      });

      it('products for every row agree with ml-matrix', () => {
        const { A, m, start, end, stride, vector } = problem(n, 100 + n);
        const rows = Array.from({ length: ROWS }, (_, j) => start + j * stride);
        const out = n + 4;
        kernels.multiplyRows(m, 0, start, end, stride, 0, out);
        for (const row of rows) {
          const x = vector(row);
          assertClose(vector(row + out), A.mmul(column(x)).to1DArray(), 1e-12, 'A x');
          assertClose([m[row + out + n]], [form(A, x)], 1e-12, "x'A x");
        }
        kernels.quadraticRows(m, 0, start, end, stride, 0, out);
        for (const row of rows) assertClose([m[row + out]], [form(A, vector(row))], 1e-12, 'quadratic');
        kernels.dotRows(m, end, start, end, stride, 0, out);
        for (const row of rows) assertClose([m[row + out]], [inner(vector(row), vector(end))], 1e-12, 'dot');
      });

      it('corrections row by row are the batch Kalman update over the observed rows', () => {
        const { A, m, start, end, stride, vector } = problem(n, 200 + n);
        const [observed, target, noise] = [n + 1, n + 2, n + 3];
        const mu = vector(end, n + 1);
        const rows = Array.from({ length: ROWS }, (_, j) => start + j * stride);
        rows.forEach((row, j) => {
          m[row + observed] = j === 1 ? 0 : 1;
          m[row + noise] = 0.5 + j;
        });
        const seen = rows.filter((_, j) => j !== 1);
        const C = new Matrix(seen.map((row) => vector(row)));
        const R = Matrix.diag(seen.map((row) => m[row + noise]));
        const S = C.mmul(A).mmul(C.transpose()).add(R);
        const K = A.mmul(C.transpose()).mmul(invert(S));
        const innovations = seen.map((row) => m[row + target] - inner(vector(row, n + 1), mu));
        const expectedMu = column(mu.slice(0, n)).add(K.mmul(column(innovations)));
        const expectedA = A.clone().sub(K.mmul(C).mmul(A));

        kernels.correctRows(m, end, 0, start, end, stride, 0, observed, target, noise);
        assertClose(vector(end), expectedMu.to1DArray(), 1e-10, 'mu');
        assert.equal(m[end + n], mu[n], 'the constant');
        assertClose(unpack(m, n).to1DArray(), expectedA.to1DArray(), 1e-10, 'A');
      });

      it('a regression step is Bayes in information form', () => {
        const { A, m, end, vector } = problem(n, 300 + n);
        const [c, x, noise, target, factor] = [end, end + n, end + 2 * n, end + 2 * n + 1, end + 2 * n + 2];
        m[noise] = 0.7;
        m[factor] = 1.25;
        const before = vector(c);
        const regressor = column(vector(x));
        const information = invert(A).add(regressor.mmul(regressor.transpose()).div(m[noise]));
        const posterior = invert(information);
        const gain = posterior.mmul(regressor).mul(m[target] / m[noise]);
        const scale = posterior.trace() < n ? m[factor] : 1;
        kernels.regress(m, c, 0, x, noise, target, factor);
        assertClose(vector(c), column(before).add(gain).to1DArray(), 1e-9, 'c');
        assertClose(unpack(m, n).to1DArray(), posterior.mul(scale).to1DArray(), 1e-9, 'A');
      });

      it('a regression that would leave a negative variance starts again', () => {
        const { m, end } = problem(n, 400 + n);
        setIdentity(m, 0, n);
        m[0] = -1e-3;
        m.fill(0, end + n, end + 2 * n);
        m[end + 2 * n] = 1;
        kernels.regress(m, end, 0, end + n, end + 2 * n, end + 2 * n + 1, end + 2 * n + 2);
        assert.deepEqual(unpack(m, n).to2DArray(), Matrix.eye(n).to2DArray());
      });

      it('identity and scaling fill the triangle', () => {
        const { m, start } = problem(n, 500 + n);
        setIdentity(m, 0, n);
        m[start] = 3;
        scalePacked(m, 0, n, start);
        assert.deepEqual(unpack(m, n).to2DArray(), Matrix.eye(n).mul(3).to2DArray());
      });
    });
  }
});
