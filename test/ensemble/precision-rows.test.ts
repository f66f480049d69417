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

/** The rows of the first d as `PrecisionRows` finds them within so many frames; 0: at once. */
function rowsOf(A: Matrix, d: number, frames = 0): PrecisionRows {
  const size = A.rows;
  const precision = new PrecisionRows(d, size);
  const place = (i: number): number => (i + size - d) % size;
  const work = precision.begin();
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++)
      if (place(k) <= place(i)) work[(place(i) * (place(i) + 1)) / 2 + place(k)] = A.get(i, k);
  for (let frame = 0; frame < frames; frame++) precision.goOn(frames);
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
    [7, 16],
    [5, 7],
    [6, 11],
  ])
    it(`are those of ml-matrix, ${d} of ${size}`, () => {
      const A = drawPositiveDefinite(size, size);
      assertRows(rowsOf(A, d), inverse(A));
    });

  it('are the same to the last bit whether found at once or over many frames', () => {
    const A = drawPositiveDefinite(39, 4);
    for (const frames of [2, 4, 7, 64, 1000])
      assert.deepEqual(rowsOf(A, 8, frames).rows, rowsOf(A, 8).rows, `${frames}`);
  });

  it('are found within half of the frames given', () => {
    const A = drawPositiveDefinite(39, 4);
    const precision = rowsOf(A, 8);
    const [, expected] = precision.arrays.map((array) => array.slice());
    const work = precision.begin();
    for (let i = 0, at = 0; i < 39; i++)
      for (let k = 0; k <= i; k++, at++) work[at] = A.get((i + 8) % 39, (k + 8) % 39);
    for (let frame = 0; frame < 32; frame++) precision.goOn(64);
    // Nothing is left that would overwrite what stands where A was.
    work.fill(NaN);
    assert.deepEqual(precision.arrays[1], expected);
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
