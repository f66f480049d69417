import assert from 'node:assert/strict';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { createSpectralRadius } from '../../src/linalg/spectral-radius';
import { Random } from '../support/random';

describe('the spectral radius', () => {
  it('is the size of the greatest eigenvalue, real or not', () => {
    const random = new Random(2);
    for (const n of [1, 2, 3, 8]) {
      const radiusOf = createSpectralRadius(n);
      for (let i = 0; i < 50; i++) {
        const A = random.vector(n * n).map((entry) => entry * 10 ** (i % 5));
        const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(
          Matrix.from1DArray(n, n, A),
        );
        const sizes = realEigenvalues.map((real, l) => Math.hypot(real, imaginaryEigenvalues[l]));
        const radius = radiusOf(Float64Array.of(7, ...A), 1);
        assert.ok(Math.abs(radius / Math.max(...sizes) - 1) < 1e-3, `${radius}, ${sizes.join()}`);
      }
    }
  });

  it('is 0 where a power is nothing', () => {
    assert.equal(createSpectralRadius(2)(Float64Array.of(0, 1, 0, 0), 0), 0);
    assert.equal(createSpectralRadius(1)(Float64Array.of(0), 0), 0);
  });
});
