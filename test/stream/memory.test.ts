import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { simulateFrames } from '../frame/simulation';
import { modelCases, START, type AnyModel, type ModelCase } from './cases';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What else in the process may take meanwhile, such as compiled code, in bytes a model. */
const NOISE = 20_000;

/** Of everything that is in use, objects and array buffers. */
async function bytesInUse(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve)); // array buffers are freed in the background
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** What one of many like models takes, and what it says it does. */
async function measure(one: ModelCase, sensors: number, frames: number): Promise<[number, number]> {
  const all = simulateFrames(frames, sensors);
  const create = (): AnyModel => {
    const model = one.create();
    all.forEach((fields, t) =>
      model.learnOne({ fields, time: START + 1000 * t, arrival: START + 1000 * t + 20 }),
    );
    return model;
  };
  const warm = create();
  warm.predictOne({ fields: all[0], time: null, arrival: START });
  const before = await bytesInUse();
  const models = Array.from({ length: Math.ceil(160 / sensors) }, create);
  const after = await bytesInUse();
  return [(after - before) / models.length, models[0].bytes];
}

describe('memory of a model', () => {
  const names = ['impute', 'filter', 'psmf', 'seasonal, in units', 'affine, in units', 'scan', 'bocpd'];
  for (const one of modelCases.filter(({ name }) => names.includes(name)))
    for (const sensors of one.name.startsWith('affine') ? [80] : [8, 80])
      // with 8 it keeps 2,000 frames for a fit
      it(`of ${one.name} with ${sensors} sensors is no more than it says, nor far less`, async () => {
        const measured: number[] = [];
        let said = 0;
        for (const frames of [5, 100, 330]) {
          const [real, figure] = await measure(one, sensors, frames);
          measured.push(Math.round(real));
          said = figure;
        }
        const most = Math.max(...measured);
        assert.ok(most <= said + NOISE, `says ${said} bytes, takes ${measured.join(', ')}`);
        assert.ok(4 * most >= said, `says ${said} bytes, takes ${measured.join(', ')}`);
      });

  for (const one of modelCases)
    it(`of ${one.name} grows with its sensors, and a sensor too many changes nothing`, () => {
      const model = one.create();
      const empty = model.bytes;
      model.learnOne({ fields: { s0: 1, s1: 2 }, time: START, arrival: START });
      const two = model.bytes;
      assert.ok(empty > 0 && two > empty);
      model.maxBytes = two + 10;
      const before = JSON.stringify(model.snapshot());
      assert.throws(
        () => model.learnOne({ fields: { s0: 1, s2: 2 }, time: START + 1000, arrival: START + 1000 }),
        { code: 'NO_MEMORY' },
      );
      assert.equal(JSON.stringify(model.snapshot()), before);
      assert.equal(
        model.learnOne({ fields: { s0: 1, s1: 2 }, time: START + 1000, arrival: START + 1000 }).seq,
        2,
      );
      model.maxBytes = Infinity;
      model.learnOne({ fields: { s2: 2 }, time: START + 2000, arrival: START + 2000 });
      assert.ok(model.bytes > two);
    });
});
