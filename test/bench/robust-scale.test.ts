import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { robustScale } from '../../bench/changepoint/source/robust-scale';
import { robust } from '../support/statistics';

describe('centre and scale of a sensor', () => {
  it('equal median and MAD from their definition, of any number of values', () => {
    const draws = new Draws(2);
    for (let n = 1; n <= 120; n++) {
      const values = Array.from(
        { length: n },
        () => Math.round(4 * draws.normal()) + (n % 3 ? draws.normal() : 0),
      );
      for (const about of ['mean', 'zero'] as const) {
        const m = Float64Array.from([7, ...values, 7]);
        const { centre, scale } = robustScale(m, 1, n, about === 'zero');
        const [expectedCentre, expectedScale] = robust(values, about);
        assert.equal(centre, expectedCentre);
        assert.ok(Math.abs(scale - expectedScale) < 1e-12 * (1 + expectedScale));
        assert.deepEqual([m[0], m[n + 1]], [7, 7]);
      }
    }
  });

  it('is not led astray by outliers, and falls back on the deviation where the MAD says nothing', () => {
    const draws = new Draws(5);
    const m = Float64Array.from({ length: 60 }, (_, i) => (i < 6 ? 12 : draws.normal()));
    assert.ok(robustScale(m, 0, 60, false).scale < 1.6);
    const mostlyStill = Float64Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const { centre, scale } = robustScale(mostlyStill, 0, 60, false);
    assert.equal(centre, 0);
    assert.ok(Math.abs(scale - Math.sqrt(2) / 3) < 1e-12);
  });

  it('of nothing are zero', () => {
    assert.deepEqual(robustScale(new Float64Array(3), 0, 0, false), { centre: 0, scale: 0 });
  });
});
