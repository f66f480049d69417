import assert from 'node:assert/strict';
import { ImputeModel, type Frame } from '../../src';
import { nextNormal, nextUniform } from '../../src/random';
import { copyOf } from '../stream/cases';

const START = Date.UTC(2026, 0, 5);

/** Sensors that move together in threes, a counter and an angle; some readings missing, and outages of all. */
function drawFrames(count: number, sensors: number, seed: number): Frame[] {
  const state = Float64Array.of(seed);
  let meter = 100;
  let angle = 350;
  return Array.from({ length: count }, (_, t) => {
    const common = Array.from({ length: Math.ceil(sensors / 3) }, () => nextNormal(state, 0));
    meter += 1 + nextUniform(state, 0);
    angle = (angle + 12 + nextNormal(state, 0)) % 360;
    const fields: Record<string, number> = {};
    for (let j = 0; j < sensors; j++) {
      const reading = 10 * j + common[j % common.length] + 0.2 * nextNormal(state, 0);
      if (nextUniform(state, 0) > 0.1) fields[`s${j}`] = reading;
    }
    if (nextUniform(state, 0) > 0.2) Object.assign(fields, { meter, angle });
    const time = START + 60_000 * t;
    return { fields: t % 60 > 54 ? {} : fields, time, arrival: time };
  });
}

describe('the state of an ensemble', () => {
  for (const [sensors, count, every] of [
    [6, 700, 37],
    [20, 300, 41],
    [70, 140, 20],
  ] as const)
    it(`of ${sensors} sensors goes on bit for bit, however often it is stored and restored`, () => {
      const frames = drawFrames(count, sensors, sensors);
      const left = new ImputeModel({ timeZone: 'UTC' });
      let restored = new ImputeModel({ timeZone: 'UTC' });
      frames.forEach((frame, t) => {
        if (t % every === every - 1) {
          const kept = restored.snapshot();
          assert.ok(kept);
          restored = ImputeModel.restore({ timeZone: 'UTC' }, kept);
        }
        assert.deepEqual(copyOf(restored.learnOne(frame)), copyOf(left.learnOne(frame)), `frame ${t}`);
      });
      assert.deepEqual(restored.snapshot(), left.snapshot());
    });

  for (const size of [1e20, 1e30, 1e50])
    it(`of readings of ${size}, whose squares no single holds, is taken up again`, () => {
      const model = new ImputeModel({ timeZone: 'UTC' });
      drawFrames(200, 6, 3).forEach((frame, t) => {
        const huge = { s1: t % 2 === 0 ? size : -size, s2: 1e-5 * size * t };
        model.learnOne({ ...frame, fields: { ...frame.fields, ...huge } });
      });
      const kept = model.snapshot();
      assert.ok(kept);
      assert.deepEqual(ImputeModel.restore({ timeZone: 'UTC' }, kept).snapshot(), kept);
    });
});
