import assert from 'node:assert/strict';
import { Random } from '../support/random';
import { activeFilter, learnReadings } from '../support/adaptive';

const SHIFT = 20;

/** Where the units of six sensors lie after the levels of the first few have shifted, and where readings then lie in them. */
function locationsAfter(moved: number, changes = { followsShifts: true }): number[] {
  const filter = activeFilter(6, 2, changes);
  const random = new Random(7);
  for (let k = 0; k < 400; k++) {
    const swing = Math.sin(k / 9);
    learnReadings(
      filter,
      Array.from({ length: 6 }, (_, j) => {
        const level = k >= 300 && j < moved ? SHIFT : 0;
        return level + swing * (1 + j / 6) + 0.2 * random.normal();
      }),
    );
  }
  return filter.sensors.map(({ location }) => location);
}

describe('levels that shift', () => {
  it('take the location of a sensor with them, also of two or three of six', () => {
    for (const moved of [1, 2, 3]) {
      locationsAfter(moved).forEach((location, j) => {
        const expected = j < moved ? SHIFT : 0;
        assert.ok(Math.abs(location - expected) < 2, `${moved} moved, sensor ${j} at ${location}`);
      });
    }
  });

  it('leave it where most sensors shift at once: the plant may come back', () => {
    for (const moved of [4, 6]) assert.deepEqual(locationsAfter(moved), Array(6).fill(0), `${moved} moved`);
  });

  it('are not followed by the reference', () => {
    assert.deepEqual(locationsAfter(1, { followsShifts: false }), Array(6).fill(0));
  });
});
