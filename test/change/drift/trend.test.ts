import assert from 'node:assert/strict';
import { findBend, Trend } from '../../../src/change/drift/trend';
import { nextNormal } from '../../../src/random';

const noisy = (seed: number, value: (i: number) => number, noise = 0.2): Float64Array => {
  const state = Float64Array.of(seed);
  return Float64Array.from({ length: 24 }, (_, i) => value(i) + noise * nextNormal(state, 0));
};

/** The slope by its definition: of all pairs, weighted by their distance squared. */
function slopeByPairs(values: Float64Array): number {
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < values.length; i++) {
    for (let k = 0; k < i; k++) {
      if (Number.isNaN(values[i] + values[k])) continue;
      sum += (i - k) * (values[i] - values[k]);
      weights += (i - k) ** 2;
    }
  }
  return sum / weights;
}

const fit = (values: Float64Array): Trend => {
  const trend = new Trend();
  trend.fit(values);
  return trend;
};

describe('a trend', () => {
  it('has the slope of least squares, also where values are missing', () => {
    for (let seed = 1; seed < 6; seed++) {
      const values = noisy(seed, (i) => 0.1 * i);
      if (seed > 2) values[seed] = values[3 * seed] = NaN;
      const { slope, count } = fit(values);
      assert.ok(Math.abs(slope - slopeByPairs(values)) < 1e-12);
      assert.equal(count, seed > 2 ? 22 : 24);
    }
  });

  it('is significant beyond 7 in a line and not in noise, even where that wanders', () => {
    for (let seed = 1; seed < 200; seed++) {
      const state = Float64Array.of(seed);
      let level = 0;
      const wandering = Float64Array.from({ length: 24 }, () => (level = 0.9 * level + nextNormal(state, 0)));
      assert.ok(Math.abs(fit(noisy(seed, () => 0)).significance) < 7);
      assert.ok(Math.abs(fit(wandering).significance) < 7, `seed ${seed}`);
      assert.ok(fit(noisy(seed, (i) => 0.2 * i)).significance > 7, `seed ${seed}`);
    }
  });

  it('tells a line from a step', () => {
    for (let seed = 1; seed < 50; seed++) {
      assert.ok(fit(noisy(seed, (i) => 0.2 * i)).isGradual);
      assert.ok(!fit(noisy(seed, (i) => (i < 12 ? 0 : 3))).isGradual);
    }
  });

  it('says nothing of constants and of too few values', () => {
    const { slope, significance, isGradual } = fit(new Float64Array(24).fill(3));
    assert.deepEqual({ slope, significance, isGradual }, { slope: 0, significance: 0, isGradual: false });
    const few = new Float64Array(24).fill(NaN);
    few.set([1, 2, 3, 4]);
    assert.equal(fit(few).significance, 0);
    assert.equal(fit(few).count, 4);
  });

  it('began where the level bends', () => {
    for (const at of [0, 6, 12]) {
      const bend = findBend(noisy(7 + at, (i) => 0.3 * Math.max(0, i - at), 0.05));
      assert.ok(Math.abs(bend.at - at) <= 1, `${bend.at} for ${at}`);
      assert.ok(Math.abs(bend.slope - 0.3) < 0.03, `${bend.slope}`);
    }
  });
});
