import assert from 'node:assert/strict';
import { AdaptiveModel, type AdaptiveOptions } from '../../src';
import { assertSound, copyOf, everything, learn } from '../support/adaptive';
import { Random } from '../support/random';

const SENSORS = 10;
const frames = new Random(3).frames(420, SENSORS, 3, 0.2);
const EMPTY = new Float64Array(SENSORS).fill(NaN);
const create = (options: Partial<AdaptiveOptions> = {}): AdaptiveModel =>
  new AdaptiveModel({ sensors: SENSORS, ...options });

describe('contract of the adaptive model', () => {
  it('works before any data', () => {
    const model = create();
    assert.equal(model.seq, 0);
    assert.equal(model.phase, 'warming');
    assert.equal(model.features.length, 0);
    for (const { mean, variance } of [model.predictOne(), ...model.forecast(3)]) {
      assert.deepEqual(Array.from(mean), Array(SENSORS).fill(NaN));
      assert.deepEqual(Array.from(variance), Array(SENSORS).fill(NaN));
    }
    assertSound(model, Array<boolean>(SENSORS).fill(false));
  });

  for (const at of [5, 100, 400]) {
    it(`predicts and forecasts without changing anything, after ${at} frames`, () => {
      const model = create();
      const twin = create();
      learn(model, frames, 0, at);
      learn(twin, frames, 0, at);
      const before = everything(model);
      const estimates = copyOf(model.estimates);
      model.predictOne(0.3);
      model.forecast(30, 2);
      assert.deepEqual(everything(model), before);
      assert.deepEqual(copyOf(model.estimates), estimates);
      learn(model, frames, at);
      learn(twin, frames, at);
      assert.deepEqual(everything(model), everything(twin));
    });
  }

  for (const stop of [0, 1, 20, 39, 40, 41, 57, 100, 319, 320, 321, 400]) {
    it(`goes on from a snapshot at frame ${stop} bit for bit`, () => {
      const model = create();
      learn(model, frames, 0, stop);
      const restored = AdaptiveModel.restore(structuredClone(model.snapshot()));
      assert.deepEqual(everything(restored), everything(model));
      for (let k = stop; k < frames.length; k++) {
        model.learnOne(frames[k]);
        restored.learnOne(frames[k]);
        assert.deepEqual(copyOf(restored.estimates), copyOf(model.estimates));
      }
      model.addSensor();
      restored.addSensor();
      assert.deepEqual(everything(restored), everything(model));
    });
  }

  it('goes on from a snapshot in the middle of a sliced replay', () => {
    const wide = new Random(8).frames(130, 70, 3, 0.1);
    const model = create({ sensors: 70 });
    learn(model, wide, 0, 116);
    const restored = AdaptiveModel.restore(structuredClone(model.snapshot()));
    learn(model, wide, 116);
    learn(restored, wide, 116);
    assert.deepEqual(everything(restored), everything(model));
    assert.deepEqual(copyOf(restored.estimates), copyOf(model.estimates));
  });

  it('does not hold on to its input, its snapshots or its forecasts', () => {
    const model = create();
    const twin = create();
    for (const frame of frames) {
      const copy = frame.slice();
      model.learnOne(copy);
      copy.fill(1e9);
      twin.learnOne(frame);
    }
    model.snapshot().data.fill(7);
    model.predictOne().mean.fill(7);
    assert.deepEqual(everything(model), everything(twin));
  });

  it('gives the same for a typed array and a plain one, and takes what is not a number for a gap', () => {
    const model = create();
    const twin = create();
    for (const frame of frames) {
      model.learnOne(frame);
      twin.learnOne(Array.from(frame, (y) => (Number.isNaN(y) ? (null as never) : y)));
    }
    model.learnOne(EMPTY);
    twin.learnOne([Infinity, -Infinity, NaN, undefined, null, '1', true, {}, [], 1e300] as never);
    assert.deepEqual(everything(model), everything(twin));
  });

  it('is deterministic, and another seed draws another dictionary', () => {
    const [model, twin, other] = [create(), create(), create({ seed: 7 })];
    for (const each of [model, twin, other]) learn(each, frames);
    assert.deepEqual(everything(model), everything(twin));
    assert.notDeepEqual(everything(model), everything(other));
  });

  it('survives frames with nothing in them, at the start and for long', () => {
    const model = create();
    for (let k = 0; k < 50; k++) model.learnOne(EMPTY);
    assertSound(model, Array<boolean>(SENSORS).fill(false));
    learn(model, frames, 0, 200);
    for (let k = 0; k < 2000; k++) model.learnOne(EMPTY);
    assertSound(model, Array<boolean>(SENSORS).fill(true));
    learn(model, frames, 200);
    assertSound(model, Array<boolean>(SENSORS).fill(true));
    const { mean } = model.estimates;
    const last = frames[frames.length - 1];
    for (let j = 0; j < SENSORS; j++) if (!Number.isNaN(last[j])) assert.ok(Math.abs(mean[j] - last[j]) < 5);
  });

  it('keeps a state of constant size once the warm start is over, at most 4 kB a sensor', () => {
    const model = create({ sensors: 27 });
    const wide = new Random(4).frames(400, 27, 3, 0.1);
    learn(model, wide, 0, 319);
    const during = model.snapshot().data.length;
    learn(model, wide, 319, 321);
    const after = model.snapshot().data.length;
    learn(model, wide, 321);
    assert.ok(during > after + 319 * 27, 'the frames kept were not released');
    assert.equal(model.snapshot().data.length, after);
    assert.ok((after * 8) / 27 <= 4096, `${(after * 8) / 27} bytes a sensor`);
  });

  it('estimates an empty frame as it forecast it', () => {
    const model = create();
    learn(model, frames);
    const forecast = model.forecast(40, 1.5);
    assert.deepEqual(model.predictOne(1.5), forecast[0]);
    for (const { mean, variance } of forecast) {
      model.learnOne(EMPTY, 1.5);
      assert.deepEqual(Array.from(mean), Array.from(model.estimates.mean));
      const squares = Array.from(model.estimates.sd, (sd) => sd * sd);
      assert.deepEqual(Array.from(variance), squares);
    }
  });

  it('counts gaps from the last reading', () => {
    const model = create({ sensors: 2 });
    model.learnOne([1, NaN]);
    model.learnOne([NaN, NaN], 2);
    model.learnOne([NaN, 4]);
    assert.deepEqual(Array.from(model.estimates.gap), [3, 0]);
  });
});
