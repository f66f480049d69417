import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { SpreadInverse } from '../../src/ensemble/spread-inverse';
import { nextNormal } from '../../src/random';

function drawPositiveDefinite(size: number, seed: number): Matrix {
  const state = Float64Array.of(seed);
  const A = Matrix.zeros(size, size + 3);
  for (let i = 0; i < size; i++) for (let k = 0; k < size + 3; k++) A.set(i, k, nextNormal(state, 0));
  return A.mmul(A.transpose()).add(Matrix.eye(size).mul(0.1));
}

const load = (spread: SpreadInverse, A: Matrix): void => {
  for (let i = 0; i < spread.size; i++)
    for (let k = 0; k <= i; k++) spread.work[i * spread.size + k] = A.get(i, k);
};

describe('an inverse spread over frames', () => {
  for (const size of [1, 2, 9, 40]) {
    it(`is that of ml-matrix, ${size} wide, however small the steps`, () => {
      const A = drawPositiveDefinite(size, size);
      const expected = inverse(A);
      for (const budget of [1, 50, Infinity]) {
        const spread = new SpreadInverse(size);
        load(spread, A);
        spread.begin();
        let steps = 0;
        while (!spread.isIdle) {
          spread.advance(budget);
          steps += 1;
        }
        assert.ok(steps <= 3 * size + 1 && (budget < Infinity || steps === 1));
        for (let i = 0; i < size; i++)
          for (let k = 0; k < size; k++) {
            const error = Math.abs(spread.inverse[i * size + k] - expected.get(i, k));
            assert.ok(error <= 1e-9 * (1 + Math.abs(expected.get(i, k))));
          }
      }
    });
  }

  it('leaves the last one in use until the next is done', () => {
    const spread = new SpreadInverse(3);
    load(spread, Matrix.eye(3).mul(4));
    spread.begin();
    spread.advance(Infinity);
    load(spread, Matrix.eye(3).mul(16));
    spread.begin();
    spread.advance(1);
    assert.deepEqual([spread.version, spread.inverse[0]], [1, 0.25]);
    spread.advance(Infinity);
    assert.deepEqual([spread.version, spread.inverse[0]], [2, 0.0625]);
  });

  it('of a singular matrix is finite', () => {
    const spread = new SpreadInverse(2);
    spread.work.set([1, 0, 1, 1]);
    spread.begin();
    spread.advance(Infinity);
    assert.ok(spread.inverse.every(Number.isFinite));
  });
});
