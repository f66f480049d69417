import assert from 'node:assert/strict';
import { Matrix, inverse as invert } from 'ml-matrix';
import { MAX_PACKED_SIZE, packedKernels } from '../../src/linalg/kernel-choice';
import { addIdentity, packedLength, setIdentity } from '../../src/linalg/packed';
import { packedLoops } from '../../src/linalg/packed-loops';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const ROWS = 3;

/** A covariance, rows of C with n + 1 entries and room for t, and scratch, in one array. */
function problem(n: number, seed: number) {
  const random = new Random(seed);
  const A = random.covariance(n);
  const stride = 2 * n + 1;
  const start = packedLength(n);
  const end = start + ROWS * stride;
  const m = new Float64Array(end + 3 * n + 10).map(() => random.normal());
  A.forEach((row, i) => row.slice(0, i + 1).forEach((a, j) => (m[packedLength(i) + j] = a)));
  const vector = (at: number, length = n): number[] => Array.from(m.subarray(at, at + length));
  const rows = Array.from({ length: ROWS }, (_, j) => ({
    ...{ C: start + j * stride, t: start + j * stride + n + 1, signal: NaN, h: NaN },
    ...{ corrects: j === 1 ? 0 : 1, target: random.normal(), effective: 0.5 + j },
  }));
  return { A: new Matrix(A), m, end, rows, vector };
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
    for (const [kind, kernels] of [
      ['unrolled', packedKernels(n)],
      ['as loops', packedLoops(n)],
    ] as const)
      describe(`of size ${n}, ${kind}`, () => {
        it("x'A x and a'b agree with ml-matrix", () => {
          const { A, m, end, vector } = problem(n, 1 + n);
          const [x, y] = [vector(end), vector(end + n)];
          const out = { value: NaN };
          kernels.quadratic(m, 0, end, out);
          assertClose([out.value], [form(A, x)], 1e-12, 'quadratic');
          kernels.dot(m, end, end + n, out);
          assertClose([out.value], [inner(x, y)], 1e-12, 'dot');
        });

        it('projections of every row agree with ml-matrix', () => {
          const { A, m, end, rows, vector } = problem(n, 100 + n);
          const mu = vector(end, n + 1);
          for (const name of ['project', 'projectFully'] as const) {
            for (const row of rows) row.h = row.signal = NaN;
            kernels[name](m, end, 0, rows);
            for (const { C, h, signal } of rows) {
              assertClose([h], [form(A, vector(C))], 1e-12, "C P C'");
              assertClose([signal], [inner(vector(C, n + 1), mu)], 1e-12, 'C mu');
            }
          }
          for (const { C, t } of rows)
            assertClose(vector(t), A.mmul(column(vector(C))).to1DArray(), 1e-12, "P C'");
        });

        it('corrections row by row are the batch Kalman update over the rows that correct', () => {
          const { A, m, end, rows, vector } = problem(n, 200 + n);
          const mu = vector(end, n + 1);
          const seen = rows.filter(({ corrects }) => corrects === 1);
          const C = new Matrix(seen.map((row) => vector(row.C)));
          const R = Matrix.diag(seen.map(({ effective }) => effective));
          const S = C.mmul(A).mmul(C.transpose()).add(R);
          const K = A.mmul(C.transpose()).mmul(invert(S));
          const innovations = seen.map((row) => row.target - inner(vector(row.C, n + 1), mu));
          const expectedMu = column(mu.slice(0, n)).add(K.mmul(column(innovations)));
          const expectedA = A.clone().sub(K.mmul(C).mmul(A));

          kernels.correct(m, end, 0, rows);
          assertClose(vector(end), expectedMu.to1DArray(), 1e-10, 'mu');
          assert.equal(m[end + n], mu[n], 'the constant');
          assertClose(unpack(m, n).to1DArray(), expectedA.to1DArray(), 1e-10, 'A');
        });

        for (const name of ['regress', 'regressLeftOut'] as const)
          it(`a regression step is Bayes in information form: ${name}`, () => {
            const { A, m, end, vector } = problem(n, 300 + n);
            const [c, x, t] = [end, end + n, end + 2 * n];
            const observation = { noise: 0.7, target: 0.4, factor: 1.25, share: 0.3 };
            const before = vector(c);
            const shift = name === 'regress' ? 0 : 0.3;
            const regressor = column(vector(x).map((value, i) => value + (i < n - 1 ? shift * m[t + i] : 0)));
            const information = invert(A).add(regressor.mmul(regressor.transpose()).div(0.7));
            const posterior = invert(information);
            const gain = posterior.mmul(regressor).mul(0.4 / 0.7);
            const scale = posterior.trace() < n ? 1.25 : 1;
            if (name === 'regress') kernels.regress(m, c, 0, x, observation);
            else kernels.regressLeftOut(m, c, 0, x, t, observation);
            assertClose(vector(c), column(before).add(gain).to1DArray(), 1e-9, 'c');
            assertClose(unpack(m, n).to1DArray(), posterior.mul(scale).to1DArray(), 1e-9, 'A');
          });

        it('a regression that would leave a negative variance starts again', () => {
          const { m, end } = problem(n, 400 + n);
          setIdentity(m, 0, n);
          m[0] = -1e-3;
          m.fill(0, end + n, end + 2 * n);
          kernels.regress(m, end, 0, end + n, { noise: 1, target: 1, factor: 1, share: 0 });
          assert.deepEqual(unpack(m, n).to2DArray(), Matrix.eye(n).to2DArray());
        });

        it('identities fill the triangle and add to its diagonal', () => {
          const { m } = problem(n, 500 + n);
          setIdentity(m, 0, n);
          addIdentity(m, 0, n);
          assert.deepEqual(unpack(m, n).to2DArray(), Matrix.eye(n).mul(2).to2DArray());
        });
      });
  }
});
