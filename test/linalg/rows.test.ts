import { Matrix } from 'ml-matrix';
import { rowKernels } from '../../src/linalg/kernel-choice';
import { loops, type RowKernels } from '../../src/linalg/rows';
import { Random } from '../support/random';
import { assertClose } from '../support/close';

const lower = (matrix: Matrix): number[] => matrix.to2DArray().flatMap((row, i) => row.slice(0, i + 1));

/** One random problem of rank r on one flat array, and what ml-matrix makes of it. */
function problem(r: number, d: number) {
  const random = new Random(100 * r + d);
  const at = { C: 0, g: d * r, e: d * r + r, yPred: 0, w: 0, zeros: 0, G: 0, h: 0, b: 0, out: 0 };
  at.yPred = at.e + d;
  at.w = at.yPred + d;
  at.zeros = at.w + d;
  at.G = at.zeros + r;
  at.h = at.G + r * r;
  at.b = at.h + r;
  at.out = at.b + r;
  const m = new Float64Array(at.out + 2);
  for (let i = 0; i < at.yPred; i++) m[i] = random.normal();
  for (let j = 0; j < d; j++) m[at.w + j] = 0.5 + random.uniform();
  for (let i = 0; i < r; i++) m[at.b + i] = random.normal();
  if (d > 2) {
    m[at.e + 1] = NaN;
    m[at.e + d - 1] = Infinity;
  }
  return { m, at };
}

const view = (m: Float64Array, from: number, length: number): number[] =>
  Array.from(m.subarray(from, from + length));

function checkAgainstMlMatrix(kernels: RowKernels, r: number, d: number): void {
  const { m, at } = problem(r, d);
  const C = Matrix.from1DArray(d, r, view(m, at.C, d * r));
  const g = Matrix.columnVector(view(m, at.g, r));
  const y = view(m, at.e, d);
  const predicted = C.mmul(g).to1DArray();

  kernels.residuals(m, at.C, at.g, d, at.e, at.yPred);
  assertClose(view(m, at.yPred, d), predicted, 1e-12, 'yPred');
  const seen = y.flatMap((value, j) => (Number.isFinite(value) ? [j] : []));
  const residual = seen.map((j) => y[j] - predicted[j]);
  assertClose(
    seen.map((j) => m[at.e + j]),
    residual,
    1e-12,
    'e',
  );

  const rows = new Matrix(seen.map((j) => C.getRow(j)));
  const weights = seen.map((j) => m[at.w + j]);
  for (const weighted of [false, true]) {
    const scaled = weighted ? rows.clone().mulColumnVector(weights) : rows;
    if (weighted) kernels.weightedGram(m, at.C, at.e, at.w, d, at.zeros, at.G, at.h, at.out);
    else kernels.gram(m, at.C, at.e, d, at.zeros, at.G, at.h, at.out);
    const G = Matrix.from1DArray(r, r, view(m, at.G, r * r));
    assertClose(lower(G), lower(rows.transpose().mmul(scaled)), 1e-11, 'G');
    assertClose(
      view(m, at.h, r),
      scaled.transpose().mmul(Matrix.columnVector(residual)).to1DArray(),
      1e-11,
      'h',
    );
    const squares = residual.reduce((sum, e, i) => sum + (weighted ? weights[i] : 1) * e * e, 0);
    assertClose(view(m, at.out, 2), [seen.length, squares], 1e-11, 'count and squares');
  }

  const A = new Matrix(new Random(r).covariance(r));
  m.set(A.to1DArray(), at.G);
  kernels.quadratics(m, at.C, d, at.G, at.w);
  assertClose(view(m, at.w, d), C.mmul(A).mmul(C.transpose()).diagonal(), 1e-11, 'quadratics');

  kernels.addOuter(m, at.C, at.e, d, at.b);
  const b = view(m, at.b, r);
  const moved = C.to2DArray().map((row, j) => {
    const i = seen.indexOf(j);
    return i < 0 ? row : row.map((c, l) => c + residual[i] * b[l]);
  });
  assertClose(view(m, at.C, d * r), moved.flat(), 1e-12, 'C');
}

describe('row kernels', () => {
  for (const r of [...Array.from({ length: 17 }, (_, i) => i + 1), 32]) {
    it(`agree with ml-matrix at rank ${r}, unrolled and as loops`, () => {
      for (const d of [1, 2, 3, 4, 7, 8]) {
        checkAgainstMlMatrix(rowKernels(r), r, d);
        checkAgainstMlMatrix(loops(r), r, d);
      }
    });
  }
});
