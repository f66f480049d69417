import assert from 'node:assert/strict';
import { Plant } from '../../demo/plant';
import { SENSORS } from '../../demo/sensors';

const run = (plant: Plant, frames: number) => Array.from({ length: frames }, () => plant.next());

describe("the demo's plant", () => {
  it('is the same for the same seed, and another for another', () => {
    assert.deepEqual(run(new Plant({ seed: 3 }), 300), run(new Plant({ seed: 3 }), 300));
    assert.notDeepEqual(run(new Plant({ seed: 3 }), 3), run(new Plant({ seed: 4 }), 3));
  });

  it('sends what is true, unless it is asked to spoil it', () => {
    const faultless = { lost: 0, dropOut: 0, spike: 0, late: 0, twice: 0, outageEvery: 0, changeEvery: 0 };
    for (const { index, truth, readings, moved } of run(new Plant(faultless), 200)) {
      const expected = SENSORS.map(({ topic }, j) => ({ topic, value: truth[j], frame: index }));
      assert.deepEqual([readings, moved], [expected, []]);
    }
  });

  it('loses, delays, repeats and spikes as often as it is told', () => {
    const frames = run(new Plant({ lost: 0.2, dropOut: 0, late: 0.01, twice: 0.02, outageEvery: 0 }), 4000);
    const sent = frames.flatMap(({ index, readings }) => readings.map((reading) => ({ ...reading, index })));
    const share = (count: number): number => count / (4000 * SENSORS.length);
    const once = new Set(sent.map(({ topic, frame }) => `${topic} ${frame}`));
    const late = sent.filter(({ frame, index }) => frame < index);
    assert.ok(Math.abs(share(once.size) - 0.8) < 0.01);
    assert.ok(Math.abs(share(late.length) - 0.008) < 0.003);
    assert.ok(Math.abs(share(sent.length - once.size) - 0.016) < 0.005);
    assert.ok(late.every(({ frame, index }) => index - frame >= 2 && index - frame <= 4));
  });

  it('says which sensors a fault moves, and moves them and no others', () => {
    const frames = run(new Plant({ changeEvery: 400 }), 400);
    const [change, ...others] = frames.filter(({ moved }) => moved.length > 0);
    assert.deepEqual([change.index, others.length], [200, 0]);
    const mean = (j: number, from: number): number =>
      frames.slice(from, from + 180).reduce((sum, { truth }) => sum + truth[j], 0) / 180;
    for (const [j, { topic, spread }] of SENSORS.entries()) {
      const shift = Math.abs(mean(j, 200) - mean(j, 0)) / spread;
      assert.equal(shift > 1.5, change.moved.includes(topic), `${topic} moved by ${shift} spreads`);
    }
  });
});
