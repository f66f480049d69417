import assert from 'node:assert/strict';
import { carryOf } from '../../src/ensemble/shorten-cell';
import { shorten, shortenBy } from '../../src/ensemble/short-singles';
import { nextNormal } from '../../src/random';

const CUT = 8;

describe('a single with fewer digits', () => {
  it('has as many as are left, and is as near as they allow', () => {
    const state = Float64Array.of(7);
    for (let k = 0; k < 2000; k++) {
      const value = Math.fround(nextNormal(state, 0) * 10 ** (k % 30));
      const values = Float32Array.of(value);
      shorten(values, 0, CUT);
      // 16 digits: whole parts of a last one.
      const last = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 15);
      assert.ok(Number.isInteger(values[0] / last), `${values[0]}`);
      assert.ok(Math.abs(values[0] - value) <= last / 2, `${values[0]} for ${value}`);
      const again = values.slice();
      shorten(again, 0, CUT);
      assert.deepEqual(again, values);
    }
    const zeros = Float32Array.of(0, -0, Infinity);
    for (let at = 0; at < 3; at++) shortenBy(zeros, at, CUT, 255);
    assert.deepEqual(zeros, Float32Array.of(0, -0, Infinity));
  });

  it('learns in steps smaller than its last digit what it would learn with all of them', () => {
    // The longest gaps: a weight of 1 / 128, remembered for 300.
    const weight = 1 / 128;
    const keep = 1 - weight / 300;
    for (const sensor of [0, 1, 5]) {
      const sums = new Float32Array(1);
      let exact = 0;
      for (let frame = 0; frame < 100_000; frame += 4) {
        exact = keep * exact + weight;
        sums[0] = keep * sums[0] + weight;
        shortenBy(sums, 0, CUT, carryOf(frame, sensor));
        assert.ok(Math.abs(sums[0] - exact) <= 0.004 * exact, `frame ${frame}: ${sums[0]} for ${exact}`);
      }
    }
  });

  it('is rounded with every carry as often', () => {
    const seen = new Set(Array.from({ length: 256 }, (_, frame) => carryOf(1e9 + frame, 3)));
    assert.equal(seen.size, 256);
  });
});
