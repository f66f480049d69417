import assert from 'node:assert/strict';
import { IntervalWidths, PROBE_FRAMES } from '../../src/scale/interval-widths';
import { Random } from '../support/random';

const create = (sensors: number): IntervalWidths => {
  const widths = new IntervalWidths();
  for (let j = 0; j < sensors; j++) widths.addSensor();
  return widths;
};

describe('the widths of intervals', () => {
  it('are the filter’s own at first', () => {
    assert.deepEqual([create(2).factor(1, 1), create(2).factor(1, 100)], [1, 1]);
  });

  it('become what the errors of each sensor ask for', () => {
    const widths = create(2);
    const random = new Random(3);
    for (let i = 0; i < 3000; i++) {
      widths.note(0, (2 * random.normal()) ** 2);
      widths.note(1, (0.5 * random.normal()) ** 2);
    }
    assert.ok(Math.abs(widths.factor(0, 1) / 4 - 1) < 0.3);
    assert.ok(Math.abs(widths.factor(1, 1) / 0.25 - 1) < 0.3);
  });

  it('grow with the errors of forecasts that were put aside, no further than those looked', () => {
    const widths = create(1);
    const random = new Random(4);
    for (let i = 0; i < PROBE_FRAMES * 400; i++) {
      if (widths.check(Float64Array.of(2 * random.normal()), 1)) widths.putAside([0], [1]);
    }
    const far = widths.factor(0, PROBE_FRAMES);
    assert.ok(Math.abs(far / 4 - 1) < 0.5, `${far}`);
    assert.equal(widths.factor(0, 1000), far);
    assert.equal(widths.factor(0, 1), 1);
    assert.ok(widths.factor(0, 4) > 1 && widths.factor(0, 4) < far);
  });

  it('grow for each sensor by itself: those that stand still say nothing of the others', () => {
    const widths = create(10);
    const random = new Random(4);
    for (let i = 0; i < PROBE_FRAMES * 400; i++) {
      const readings = Float64Array.from({ length: 10 }, (_, j) => (j === 0 ? 2 * random.normal() : 0));
      if (widths.check(readings, 1)) widths.putAside(new Array(10).fill(0), new Array(10).fill(1));
    }
    const [far, still] = [widths.factor(0, PROBE_FRAMES), widths.factor(9, PROBE_FRAMES)];
    assert.ok(Math.abs(far / 4 - 1) < 0.5, `${far}`);
    assert.ok(still > 0 && still < 0.05, `${still}`);
  });

  it('learn nothing from a forecast whose frame came at another time', () => {
    const widths = create(1);
    for (let i = 0; i < PROBE_FRAMES * 50; i++) {
      if (widths.check(Float64Array.of(100), i % PROBE_FRAMES === 3 ? 5 : 1)) widths.putAside([0], [1]);
    }
    assert.equal(widths.factor(0, PROBE_FRAMES), 1);
  });

  it('go on from what they were packed to, and refuse what they cannot be', () => {
    const widths = create(2);
    widths.note(1, 9);
    widths.putAside([1, NaN], [2, 3]);
    widths.check(Float64Array.of(4, 5), 1);
    assert.deepEqual(new IntervalWidths(2).load(widths.pack()).pack(), widths.pack());
    for (const [i, lie] of [
      [0, 99],
      [1, NaN],
      [2, -1],
      [4, 0],
      [7, Infinity],
      [8, -1],
    ]) {
      const numbers = widths.pack();
      numbers[i] = lie;
      assert.throws(() => new IntervalWidths(2).load(numbers), { code: 'BAD_SNAPSHOT' });
    }
  });
});
