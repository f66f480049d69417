import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import { measureUnits } from '../../src/scale/units';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const SENSORS = 6;
const frames = new Random(17).frames(600, SENSORS, 2, 0.15);

/** Largest difference of means and of sds between a model on `frames` and one on the same frames in other units, in sds. */
function largestChange(factor: number, shift: number): number {
  const model = new AdaptiveModel({ sensors: SENSORS });
  const other = new AdaptiveModel({ sensors: SENSORS });
  let largest = 0;
  for (const frame of frames) {
    model.learnOne(frame);
    other.learnOne(frame.map((y) => factor * y + shift));
    const [a, b] = [model.estimates, other.estimates];
    for (let j = 0; j < SENSORS; j++) {
      if (a.active[j] === 0) continue;
      const mean = Math.abs((b.mean[j] - shift) / factor - a.mean[j]) / a.sd[j];
      const sd = Math.abs(b.sd[j] / factor - a.sd[j]) / a.sd[j];
      largest = Math.max(largest, mean, sd);
    }
  }
  return largest;
}

describe('units', () => {
  it('are the median and the wider of two robust scales', () => {
    const values = Float64Array.from({ length: 101 }, (_, i) => ((i * 37) % 101) - 20);
    const units = measureUnits(values);
    assert.ok(units);
    assert.equal(units.location, 30);
    assertClose([units.scale], [Math.max((55 - 5) / 1.349, (75 + 15) / 3.29)], 1e-12);
  });

  it('see a series that moves in its tails only by the wide quantiles, one that moves less by its moments', () => {
    const values = (high: number): Float64Array =>
      Float64Array.from({ length: 100 }, (_, i) => (i < high ? 5 : 1));
    assertClose([measureUnits(values(10))?.scale ?? NaN], [4 / 3.29], 1e-12);
    const moments = measureUnits(values(5));
    assertClose([moments?.location ?? NaN, moments?.scale ?? NaN], [1.2, Math.sqrt(0.76)], 1e-12);
  });

  it('are refused to a constant, to a constant with few exceptions, and to fewer than 20 readings', () => {
    assert.equal(measureUnits(new Float64Array(50).fill(7)), null);
    assert.equal(measureUnits(Float64Array.from({ length: 200 }, (_, i) => (i < 4 ? 9 : 7))), null);
    assert.equal(measureUnits(Float64Array.from({ length: 19 }, (_, i) => i)), null);
  });

  for (const factor of [1e-6, 1e-3, 7, 1e6]) {
    it(`times ${factor} change nothing`, () => {
      const change = largestChange(factor, 0);
      assert.ok(change <= 1e-6, `${change} sd`);
    });
  }

  it('shifted by a million sds change next to nothing', () => {
    const change = largestChange(1, 1e6);
    assert.ok(change <= 1e-2, `${change} sd`);
  });

  it('widen when readings leave them for good', () => {
    const random = new Random(9);
    const model = new AdaptiveModel({ sensors: 2 });
    const learn = (scale: number, count: number): void => {
      for (let k = 0; k < count; k++) model.learnOne([random.normal(), scale * random.normal()]);
    };
    learn(1, 400);
    const before = model.estimates.sd[1];
    learn(1000, 300);
    const after = model.estimates.sd[1];
    assert.ok(before < 3, `sd ${before} before`);
    assert.ok(after > 300 && after < 5000, `sd ${after} after`);
  });
});
