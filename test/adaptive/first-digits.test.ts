import assert from 'node:assert/strict';
import { roundToScale } from '../../src/adaptive/first-digits';
import { Random } from '../support/random';

describe('the digits that first readings are kept to', () => {
  const random = new Random(19);
  const draw = (offset: number, scale: number): number[] =>
    Array.from(random.vector(200), (z) => offset + scale * z);

  for (const scale of [1e-50, 1e-9, 0.03, 1, 4.7, 1e4, 1e12, 1e50])
    for (const times of [0, 30, 1e6, 1e12])
      it(`tell a thousandth of a scale of ${scale} at ${times} times that`, () => {
        for (const reading of draw(times * scale, scale))
          assert.ok(Math.abs(roundToScale(reading, scale) - reading) <= 1.001 * 0.0005 * scale, `${reading}`);
      });

  it('are those that a device sends', () => {
    for (const reading of [21.37, -0.5, 1013.25, 0, 99_999.1])
      assert.equal(roundToScale(reading, 1), reading);
    assert.equal(roundToScale(20 / 3, 1), 6.667);
  });

  it('stay all where there are no more', () => {
    const reading = 1e17 + 16;
    assert.equal(roundToScale(reading, 1e-3), reading);
  });

  it('never make a reading larger than readings are', () => {
    for (const scale of [1e40, 1e59, 1e60]) assert.ok(roundToScale(1e60, scale) <= 1e60);
  });

  it('once rounded stay so', () => {
    for (const reading of draw(20, 1)) {
      const rounded = roundToScale(reading, 1);
      assert.equal(roundToScale(rounded, 1), rounded);
    }
  });
});
