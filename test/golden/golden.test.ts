import assert from 'node:assert/strict';
import { Comparison } from '../../bench/golden/format';
import { replay } from '../../bench/golden/replay';
import { PsmfFilter } from '../../src';
import { goldenFiles } from '../support/golden-files';

describe('golden vectors', () => {
  for (const file of goldenFiles()) {
    it(`${file.case} agrees to 1e-9 in every field`, () => {
      const { largest, where, values } = replay(file, PsmfFilter);
      assert.ok(values > 1000, `only ${values} values were compared`);
      assert.ok(largest <= 1e-9, `off by ${largest} at ${where}`);
    });
  }

  it('fail for a field that the replay does not know', () => {
    const [file] = goldenFiles();
    const [first, ...others] = file.expected.steps;
    const altered = { ...file, expected: { ...file.expected, steps: [{ ...first, novelty: 1 }, ...others] } };
    assert.equal(replay(altered, PsmfFilter).largest, Infinity);
  });

  it('count NaN and a wrong length as infinitely wrong', () => {
    for (const [actual, expected] of [
      [
        [1, NaN],
        [1, 2],
      ],
      [[1], [1, 2]],
      [undefined, 3],
    ]) {
      const comparison = new Comparison();
      comparison.add('x', actual, expected);
      assert.equal(comparison.largest, Infinity);
    }
  });
});
