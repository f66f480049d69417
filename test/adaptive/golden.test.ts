import assert from 'node:assert/strict';
import path from 'node:path';
import { findAdaptiveVectors, readTable, replayAdaptive } from '../../bench/golden/adaptive';
import { AdaptiveModel } from '../../src';
import { ROOT } from '../package-root';

const vectors = findAdaptiveVectors(path.join(ROOT, 'test/fixtures/golden/adaptive'));
const [{ input, output }] = vectors;

describe('golden vectors of the adaptive model', () => {
  it('agree to 1e-6 in mean, sd, prior mean and prior sd of every sensor and frame', () => {
    const { largest, where, values } = replayAdaptive(readTable(input), readTable(output), AdaptiveModel);
    assert.ok(values > 800 * 8 * 4, `only ${values} values were compared`);
    assert.ok(largest <= 1e-6, `off by ${largest} at ${where}`);
  });

  it('fail for a number where there is no estimate, and for none where there is a number', () => {
    const frames = readTable(input).slice(0, 60);
    const expected = readTable(output).slice(0, 60);
    assert.ok(replayAdaptive(frames, expected, AdaptiveModel).largest <= 1e-6);
    for (const [row, entry, value] of [
      [0, 0, 1],
      [50, 0, NaN],
    ]) {
      const altered = expected.map((line) => line.slice());
      altered[row][entry] = value;
      assert.equal(replayAdaptive(frames, altered, AdaptiveModel).largest, Infinity);
    }
  });

  it('fail for a missing row', () => {
    const frames = readTable(input).slice(0, 10);
    assert.equal(replayAdaptive(frames, readTable(output).slice(0, 9), AdaptiveModel).largest, Infinity);
  });
});
