import assert from 'node:assert/strict';
import { clipMarks, robustRange } from '../../src/cli/report/robust-range';
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

  it('a mark at the edge for each value beyond it', () => {
    const marks = clipMarks([10, 20, 30, 40], [1, 99, NaN, -99], [0, 2], { top: 5, bottom: 95 });
    assert.deepEqual(marks.match(/d="M\S+ \S+L/g), ['d="M20.0 5L', 'd="M40.0 95L']);
  });
});
