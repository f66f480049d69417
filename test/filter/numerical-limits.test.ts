import assert from 'node:assert/strict';
import { PsmfFilter } from '../../src';
import { nextNormal } from '../../src/random';

const constant = Float64Array.from({ length: 8 }, (_, j) => j - 3);

describe('the filter at the limits of double precision', () => {
  it('learns on when the noise has shrunk so far that one direction of the innovation hides all others', () => {
    const filter = new PsmfFilter({
      sensors: 8,
      rank: 3,
      robust: true,
      R: 0.01,
      lambdaMax: 2,
      dynamics: { type: 'matern', nu: 1.5, sigma2: 1, lengthScale: 30 },
    });
    for (let k = 0; k < 5000; k++) {
      filter.learnOne(constant);
      const { outcome, nis } = filter.report();
      assert.equal(outcome, 'learned', `frame ${k}`);
      assert.ok(nis >= 0 && nis < Infinity, `frame ${k}: nis ${nis}`);
    }
  });
});
