import assert from 'node:assert/strict';
import { Matrix, inverse, solve } from 'ml-matrix';
import { BandedSystem } from '../../src/ensemble/banded-system';
import { Random } from '../support/random';

/** L L' of a lower triangle with so many entries beside its diagonal. */
function drawBanded(random: Random, size: number, width: number): Matrix {
  const L = Matrix.zeros(size, size);
  for (let i = 0; i < size; i++)
    for (let k = Math.max(0, i - width); k <= i; k++)
      L.set(i, k, k === i ? 1 + random.uniform() : random.normal());
  return L.mmul(L.transpose());
}

describe('a banded system', () => {
  const system = new BandedSystem();

  for (const [size, width] of [
    [1, 0],
    [5, 0],
    [12, 3],
    [30, 7],
    [6, 5],
    [9, 20],
  ]) {
    it(`of ${size} entries, ${width} beside the diagonal, is solved and inverted as a dense one is`, () => {
      const random = new Random(size + width);
      const A = drawBanded(random, size, width);
      const b = Matrix.columnVector(random.vector(size));
      system.begin(size, width);
      for (let i = 0; i < size; i++) {
        for (let k = Math.max(0, i - width); k <= i; k++) system.add(i, k, A.get(i, k));
        system.addRight(i, b.get(i, 0));
      }
      assert.ok(system.solve());
      const x = solve(A, b);
      const Z = inverse(A);
      const tolerance = 1e-9 * Z.max();
      for (let i = 0; i < size; i++) {
        assert.ok(Math.abs(system.solution(i) - x.get(i, 0)) < tolerance);
        assert.ok(Math.abs(system.inverse(i) - Z.get(i, i)) < tolerance);
      }
      const v = Matrix.columnVector(random.vector(size));
      const expected = v.transpose().mmul(Z).mmul(v).get(0, 0);
      assert.ok(Math.abs(system.quadratic(Float64Array.from(v.to1DArray())) - expected) < tolerance * size);
    });
  }

  it('says where a matrix is not positive definite, or not of numbers', () => {
    for (const entry of [-1, 0, NaN]) {
      system.begin(2, 1);
      system.add(0, 0, 1);
      system.add(1, 1, entry);
      assert.equal(system.solve(), false);
    }
  });
});
