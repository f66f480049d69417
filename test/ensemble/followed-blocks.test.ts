import assert from 'node:assert/strict';
import { createHeldOut, type HeldOut } from '../../src/adaptive/held-out';
import { HeldOutWindow } from '../../src/ensemble/held-out-window';
import { RegressionBlock } from '../../src/ensemble/regression-block';
import { SeasonalProfile } from '../../src/ensemble/seasonal-profile';

const GROUPS = 6;
const EACH = 3;

/** The blocks that a window follows, by the sensors it says it does. */
function followedBy(blocks: number): (heldOut: HeldOut) => number[] {
  const columnsOf = (b: number): number[] => Array.from({ length: EACH }, (_, i) => EACH * b + i);
  const clock = { inputs: [], cycles: [] };
  const all = Array.from(
    { length: blocks },
    (_, b) => new RegressionBlock(Int32Array.from(columnsOf(b)), clock, b),
  );
  const window = new HeldOutWindow(EACH * blocks, new SeasonalProfile(EACH * blocks, []), all);
  return (heldOut) => {
    window.begin(heldOut);
    return all.flatMap((_, b) => {
      const followed = columnsOf(b).filter((column) => window.isFollowed[column] === 1);
      assert.ok(followed.length === 0 || followed.length === EACH);
      return followed.length === 0 ? [] : [b];
    });
  };
}

const windowOf = (window: number, sensors: number): HeldOut => ({
  ...createHeldOut(sensors, 1),
  ...{ window, round: Math.floor(window / GROUPS) },
});

describe('the blocks that a window follows', () => {
  it('are all there is where there is one', () => {
    const follow = followedBy(1);
    for (let k = 1; k < 30; k++) assert.deepEqual(follow(windowOf(k, EACH)), [0]);
  });

  for (const [blocks, turns] of [
    [2, 2],
    [3, 2],
    [4, 2],
    [17, 4],
  ])
    it(`are one in ${turns} of ${blocks}, and each is followed with every group hidden`, () => {
      const follow = followedBy(blocks);
      const met = new Set<string>();
      for (let k = GROUPS; k < (turns + 1) * GROUPS; k++) {
        const followed = follow(windowOf(k, EACH * blocks));
        assert.ok(followed.length <= Math.ceil(blocks / turns));
        for (const b of followed) met.add(`${b} with group ${k % GROUPS}`);
      }
      assert.equal(met.size, blocks * GROUPS);
    });
});
