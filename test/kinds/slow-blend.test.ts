import assert from 'node:assert/strict';
import { ImputeModel } from '../../src';
import { SlowBlend } from '../../src/kinds/slow-blend';
import { nextNormal } from '../../src/random';

const START = Date.UTC(2026, 0, 5);
const normals = (seed: number): (() => number) => {
  const state = Float64Array.of(seed);
  return () => nextNormal(state, 0);
};

describe('a sensor that is read now and then', () => {
  it('is given its last value until the model has proved itself', () => {
    const blend = new SlowBlend();
    assert.equal(blend.weight, 0);
    const noise = normals(3);
    let last = 0;
    for (let k = 0; k < 60; k++) {
      const reading = last + noise();
      blend.learn(reading, reading + 0.1 * noise(), last);
      last = reading;
    }
    assert.ok(blend.weight > 0.85, `${blend.weight}`);
    assert.ok(blend.deviation < 0.4, `${blend.deviation}`);
    for (let k = 0; k < 60; k++) blend.learn(last, last + 5 * noise(), last);
    assert.ok(blend.weight < 0.05, `${blend.weight}`);
  });

  it('weighs as least squares with a prior does', () => {
    const noise = normals(4);
    const rows = Array.from({ length: 12 }, () => ({ D: noise(), r: noise() }));
    const blend = new SlowBlend();
    for (const { D, r } of rows) blend.learn(r, D, 0);
    const ages = rows.map((_, k) => 0.9 ** (rows.length - 1 - k));
    const sum = (of: (row: (typeof rows)[number]) => number): number =>
      rows.reduce((total, row, k) => total + ages[k] * of(row), 0);
    const squares = sum(({ D }) => D * D);
    const expected = sum(({ D, r }) => D * r) / (squares + squares / ages.reduce((a, b) => a + b));
    assert.ok(Math.abs(blend.weight - Math.min(Math.max(expected, 0), 1)) < 1e-12);
  });

  it('one reading in sixty: no worse than its last value from the first on, better once the others are understood', () => {
    const noise = normals(7);
    const model = new ImputeModel();
    const causes = [0, 0, 0];
    const mix = Array.from({ length: 5 }, () => [noise(), noise(), noise()]);
    let own = 0;
    let last = NaN;
    const squares = { early: [0, 0], late: [0, 0] };
    for (let t = 0; t < 5000; t++) {
      causes.forEach((cause, i) => (causes[i] = 0.998 * cause + 0.0632 * noise()));
      own = 0.999 * own + 0.013 * noise();
      const values = mix.map((row) => row.reduce((sum, a, i) => sum + a * causes[i], 0));
      const slow = values[4] + own;
      const fields: Record<string, number> = {};
      for (let j = 0; j < 4; j++) fields[`fast${j}`] = values[j] + 0.05 * noise();
      if (t % 60 === 7) fields.slow = last = slow;
      const time = START + 1000 * t;
      const { names, value } = model.learnOne({ fields, time, arrival: time });
      if (t < 200 || t % 60 === 7) continue;
      const sums = t < 2000 ? squares.early : squares.late;
      sums[0] += (value[names.indexOf('slow')] - slow) ** 2;
      sums[1] += (last - slow) ** 2;
    }
    const ratio = ([ours, lasts]: readonly number[]): number => Math.sqrt(ours / lasts);
    assert.ok(ratio(squares.early) < 1.1, `${ratio(squares.early)}`);
    assert.ok(ratio(squares.late) < 0.85, `${ratio(squares.late)}`);
  });

  it('goes on from its numbers', () => {
    const noise = normals(5);
    const blend = new SlowBlend();
    assert.deepEqual(blend.pack(), []);
    for (let k = 0; k < 9; k++) blend.learn(noise(), noise(), noise());
    const restored = SlowBlend.unpack(blend.pack());
    assert.equal(restored.weight, blend.weight);
    assert.equal(restored.deviation, blend.deviation);
  });

  it('readings too large to compute with leave it as it was', () => {
    const blend = new SlowBlend();
    blend.learn(1, 2, 0);
    const before = blend.pack();
    blend.learn(1e200, -1e200, 0);
    blend.learn(NaN, 1, 0);
    assert.deepEqual(blend.pack(), before);
  });
});
