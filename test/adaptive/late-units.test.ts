import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import { assertNoWorse, D } from '../support/hidden-error';
import { Random } from '../support/random';

const allAreOut = (t: number): boolean => t % 90 < 30;

describe('a sensor that gets units late', () => {
  /** Three of the sensors join at frame 500, the rest are there from the start. */
  const readLate = (first: number, glitch: number) => (t: number, random: Random) =>
    random.vector(D).map((y, j) => {
      if (j >= 3) return y;
      if (t < 500) return first;
      return t === 503 ? glitch : 21 + 0.1 * y;
    });

  it('does not begin with a glitch among its first readings', () => {
    const stream = { frames: 2000, read: readLate(NaN, -127), isHidden: allAreOut };
    assertNoWorse(stream, { recallsHistory: false }, 1.02);
  });

  it('does not begin where it stood before it moved', () => {
    assertNoWorse(
      { frames: 2000, read: readLate(0, 21), isHidden: allAreOut },
      { recallsHistory: false },
      1.02,
    );
  });

  it('goes on from a snapshot whatever was among its first readings', () => {
    const random = new Random(4);
    const model = new AdaptiveModel({ sensors: 3 });
    for (let t = 0; t < 600; t++) {
      const late = t < 400 ? 0 : t === 405 ? 1e59 : 1e-16 * random.normal();
      model.learnOne([late, random.normal(), random.normal()]);
    }
    assert.equal(model.estimates.active[0], 1);
    AdaptiveModel.restore(model.snapshot());
  });
});
