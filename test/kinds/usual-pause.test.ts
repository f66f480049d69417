import assert from 'node:assert/strict';
import { UsualPause } from '../../src/kinds/usual-pause';
import { nextUniform } from '../../src/random';

const after = (gaps: readonly number[]): number => {
  const pause = new UsualPause();
  for (const gap of gaps) pause.learn(gap);
  return pause.silentAfter;
};

describe('the usual pause of a sensor', () => {
  it('read frame by frame: silent after five frames, also after an outage', () => {
    assert.equal(after(new Array<number>(100).fill(0)), 5);
    assert.equal(after([...new Array<number>(100).fill(0), 200]), 5);
    assert.equal(after(Array.from({ length: 100 }, (_, k) => (k % 10 === 0 ? 1 : 0))), 5);
  });

  it('one frame in sixty: never silent between two readings, and within three of its periods if it is out', () => {
    const gaps = new Array<number>(30).fill(59);
    const pause = new UsualPause();
    gaps.forEach((gap, k) => {
      assert.ok(k < 2 || pause.silentAfter > 60, `${k}: ${pause.silentAfter}`);
      pause.learn(gap);
    });
    assert.ok(pause.silentAfter > 60 && pause.silentAfter <= 180);
  });

  it('reports on change for a day: no false silence', () => {
    const state = Float64Array.of(5);
    const pause = new UsualPause();
    let wrong = 0;
    for (let k = 0; k < 300; k++) {
      const gap = Math.floor(20 * nextUniform(state, 0) ** 2);
      if (k > 20 && gap >= pause.silentAfter) wrong += 1;
      pause.learn(gap);
    }
    assert.equal(wrong, 0);
  });

  it('read but once: not at once', () => {
    assert.equal(after([0]), 200);
  });
});
