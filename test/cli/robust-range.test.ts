import assert from 'node:assert/strict';
import { beyond, plotted, roomAround } from '../../src/cli/report/plot';
import { robustRange } from '../../src/cli/report/robust-range';
import { Random } from '../support/random';

describe('what a plot shows', () => {
  const values = Array.from(new Random(3).vector(300));
  const whole: [number, number] = [Math.min(...values), Math.max(...values)];

  it('everything, where nothing lies far out', () => {
    assert.deepEqual(robustRange(values), whole);
    assert.deepEqual(robustRange([...values, NaN]), whole);
  });

  it('the rest, where a few spikes would squash it', () => {
    const [least, most] = robustRange([...values, 1e6, -1e5, 900]);
    assert.ok(least <= whole[0] && least > -20, `${least}`);
    assert.ok(most >= whole[1] && most < 20, `${most}`);
  });

  it('all that must be shown, constants, and nothing at all', () => {
    assert.deepEqual(robustRange([...values, 1e6], [0, 1e6])[1], 1e6);
    assert.deepEqual(robustRange([5, 5, 5, 5]), [5, 5]);
    assert.deepEqual(robustRange([5, 5, 5, 9]), [5, 9]);
    assert.deepEqual(robustRange([NaN]), [0, 1]);
  });

  it('a dot at the edge for each value beyond it', () => {
    const [dots] = beyond([0, 2], [1, 99, NaN, 1], [1, 1, NaN, -99]);
    assert.deepEqual(dots.values, [null, 2, null, 0]);
    assert.deepEqual(beyond([0, 2], [1, NaN]), []);
  });

  it('numbers that no plot chokes on, in a range that has a height', () => {
    assert.deepEqual(plotted([1, NaN, -Infinity, 1e300]), [1, null, null, 1e150]);
    for (const range of [
      [0, 0],
      [5, 5],
      [1e15, 1e15 + 0.125],
      [-1e308, 1e308],
      [1, 2],
    ] as const) {
      const [least, most] = roomAround(range);
      const height = most - least;
      assert.ok(Number.isFinite(height) && height > 1e-10 * Math.max(Math.abs(least), Math.abs(most)));
      assert.ok(least <= plotted(range)[0]! && most >= plotted(range)[1]!);
    }
  });
});
