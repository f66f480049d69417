import assert from 'node:assert/strict';
import { decileSpread, medianDeviation, quartileSpread, ventileSpread } from '../../src/scale/spread';
import { Random } from '../support/random';

type Estimator = (readings: readonly number[]) => number;

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Each with the share of spikes, all at one end, that it bears. */
const estimators: readonly (readonly [string, Estimator, number])[] = [
  ['quartileSpread', (values) => quartileSpread(sorted(values)), 0.24],
  ['decileSpread', (values) => decileSpread(sorted(values)), 0.09],
  ['ventileSpread', (values) => ventileSpread(sorted(values)), 0.04],
  ['medianDeviation', medianDeviation, 0.48],
];

const draw = (count: number, scale: number): number[] => {
  const random = new Random(11);
  return Array.from({ length: count }, () => scale * random.normal());
};

for (const [name, estimate, share] of estimators) {
  describe(name, () => {
    for (const scale of [1, 1e-6, 2.5e9]) {
      it(`is the standard deviation of normal readings of ${scale}`, () => {
        const ratio = estimate(draw(20_000, scale)) / scale;
        assert.ok(Math.abs(ratio - 1) < 0.03, `${ratio}`);
      });
    }

    it(`stays of its size with ${100 * share} % of the readings far out`, () => {
      const readings = draw(1000, 1).map((value, i) => (i < 1000 * share ? 1e9 : value));
      assert.ok(estimate(readings) < 5, `${estimate(readings)}`);
    });

    it('is carried away by more than that', () => {
      const readings = draw(1000, 1).map((value, i) => (i < 1000 * (share + 0.04) ? 1e9 : value));
      assert.ok(estimate(readings) > 1e6, `${estimate(readings)}`);
    });

    it('is zero of a sensor that stands still', () => {
      assert.equal(estimate(new Array<number>(50).fill(0)), 0);
    });
  });
}

describe('medianDeviation', () => {
  it('takes the upper of two in the middle, and leaves the errors as they are', () => {
    const errors = [4, -1, 3, -2];
    assert.equal(medianDeviation(errors), 3 / 0.6745);
    assert.deepEqual(errors, [4, -1, 3, -2]);
  });
});
