import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { PrecisionRows } from '../../src/ensemble/precision-rows';
import { nextNormal } from '../../src/random';

function drawPositiveDefinite(size: number, seed: number): Matrix {
  const state = Float64Array.of(seed);
  const A = Matrix.zeros(size, size + 3);
  for (let i = 0; i < size; i++) for (let k = 0; k < size + 3; k++) A.set(i, k, nextNormal(state, 0));
  return A.mmul(A.transpose()).add(Matrix.eye(size).mul(0.1));
}

/** The rows of the first d as `PrecisionRows` finds them. */
function rowsOf(A: Matrix, d: number): PrecisionRows {
  const size = A.rows;
  const precision = new PrecisionRows(d, size);
  const place = (i: number): number => (i + size - d) % size;
  const { work } = precision;
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++) if (place(k) <= place(i)) work[place(i) * size + place(k)] = A.get(i, k);
  precision.invert();
  precision.advance();
  return precision;
}

/** Every number to the seventh digit of the largest. */
function assertRows({ rows, d, size }: PrecisionRows, expected: Matrix): void {
  for (let i = 0; i < d; i++)
    for (let k = 0; k < size; k++)
      assert.ok(
        Math.abs(rows[i * size + k] - expected.get(i, k)) <= 2e-7 * Math.abs(expected.max()),
        `${i} ${k}`,
      );
}

describe('the first rows of an inverse', () => {
  for (const [d, size] of [
    [1, 1],
    [1, 2],
    [4, 4],
    [3, 9],
    [8, 39],
  ])
    it(`are those of ml-matrix, ${d} of ${size}, as singles`, () => {
      const A = drawPositiveDefinite(size, size);
      const precision = rowsOf(A, d);
      assertRows(precision, inverse(A));
      assert.ok(precision.rows.every((number) => Math.fround(number) === number));
    });

  it('follow when units change', () => {
    const [d, lags, size] = [3, 1, 9];
    const A = drawPositiveDefinite(size, 5);
    const k = Float64Array.of(2, 0.5, 3);
    const c = Float64Array.of(-1, 0.25, 4);
    const T = Matrix.eye(size);
    for (let j = 0; j < d * (lags + 1); j++) {
      T.set(j, j, k[j % d]);
      T.set(j, size - 1, c[j % d]);
    }
    const precision = rowsOf(A, d);
    precision.changeUnits(k, c, d * (lags + 1));
    const expected = inverse(T.mmul(A).mmul(T.transpose()));
    assertRows(precision, expected);
    precision.advance();
    assertRows(precision, expected);
  });

  it('of a singular matrix are finite', () => {
    assert.ok(rowsOf(Matrix.ones(2, 2), 2).rows.every(Number.isFinite));
  });
});
