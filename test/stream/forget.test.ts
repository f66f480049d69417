import assert from 'node:assert/strict';
import { ImputeModel, type Frame } from '../../src';
import type { Json } from '../../src/snapshot/canonical-json';
import { copyOf, gappyFrames, modelCases, numbersIn, START, type AnyModel } from './cases';

const frameOf = (fields: Record<string, unknown>, t: number): Frame => ({
  fields,
  time: START + 1000 * t,
  arrival: START + 1000 * t,
});
const learnAll = (model: AnyModel, frames: readonly Frame[]): Record<string, unknown>[] =>
  frames.map((frame) => copyOf(model.learnOne(frame)));

/** Those whose columns can be given to another sensor. */
const replacing = modelCases.filter(({ name }) => /^(impute|filter|calibrated|bocpd|pelt)/.test(name));
const isShown = (name: string): boolean => !name.startsWith('\u0000');

/** The frames without s2, which was forgotten, and from the 20th on with one that takes its place. */
const withAnother = (frames: readonly Frame[]): Frame[] =>
  frames.map((frame, t) => {
    const { s2, ...others } = frame.fields as Record<string, unknown>;
    const isNumber = typeof s2 === 'number';
    return { ...frame, fields: t < 20 ? others : { ...others, other: isNumber ? 1000 - 50 * s2 : s2 } };
  });

describe('a sensor that is forgotten', () => {
  for (const kind of replacing) {
    for (const at of [1, 30, 150, 330]) {
      it(`leaves its column to the next that joins: ${kind.name}, after ${at} frames`, () => {
        const frames = gappyFrames(at + 300, 4);
        const model = kind.create();
        learnAll(model, frames.slice(0, at));
        assert.ok(model.forgetSensor('s2'));
        assert.equal(model.forgetSensor('s2'), false);
        const rest = withAnother(frames.slice(at));
        const before = learnAll(model, rest.slice(0, 100));
        assert.deepEqual(model.names.filter(isShown).sort(), ['other', 's0', 's1', 's3']);
        assert.equal(model.names.length, 4);
        for (const answer of before)
          for (const value of numbersIn(answer)) assert.ok(!(Math.abs(value) === Infinity));
        const kept = model.snapshot();
        assert.ok(kept);
        const meta = JSON.parse(JSON.stringify(kept.meta)) as Json;
        const restored = kind.restore({ meta, data: kept.data.slice() });
        assert.deepEqual(learnAll(restored, rest.slice(100)), learnAll(model, rest.slice(100)));
      });
    }

    it(`leaves nothing that it read: ${kind.name}`, () => {
      const LEVEL = 314_159;
      const frames = gappyFrames(500, 4).map((frame, t): Frame => {
        const secret = t < 450 ? { secret: LEVEL + 50 * Math.sin(t / 7) } : {};
        return { ...frame, fields: { ...(frame.fields as Record<string, unknown>), ...secret } };
      });
      const remembers = (): boolean => {
        const kept = model.snapshot();
        assert.ok(kept);
        const numbers = [...kept.data, ...numbersIn(JSON.parse(JSON.stringify(kept.meta)))];
        return numbers.some((value) => Math.abs(value - LEVEL) < 500);
      };
      const model = kind.create();
      learnAll(model, frames.slice(0, 450));
      assert.ok(remembers());
      model.forgetSensor('secret');
      learnAll(model, frames.slice(450));
      assert.equal(remembers(), false);
    });
  }

  it('of ever new names, each read once, there are never too many', () => {
    const model = new ImputeModel({ letsStraysGo: true, maxSensors: 80 });
    for (let t = 0; t < 3000; t++) {
      const steady = Math.sin(t / 10);
      const passing = t % 10 === 0 ? { [`beacon-${t}`]: t % 97 } : {};
      model.learnOne(frameOf({ a: steady, b: 2 * steady + 1, ...passing }, t));
    }
    assert.ok(model.names.length <= 60, `${model.names.length} columns`);
    assert.ok(model.names.includes('a') && model.names.includes('b'));
  });

  it('fills the sensor that took the column as well as if it had joined at the end', () => {
    const error = (forgets: boolean): number => {
      const model = new ImputeModel();
      let sum = 0;
      let count = 0;
      for (let t = 0; t < 1200; t++) {
        const cause = Math.sin(t / 9) + 0.5 * Math.sin(t / 23);
        const noise = (k: number): number => 0.02 * Math.sin(1e4 * (t + 1) * (k + 1));
        const fields: Record<string, unknown> = {
          a: cause + noise(0),
          b: 3 - cause + noise(1),
          c: 2 * cause + noise(2),
        };
        if (t < 400) fields.former = 1e4 + 50 * Math.cos(t / 5);
        if (t === 400 && forgets) model.forgetSensor('former');
        const truth = 100 + 40 * cause + noise(3);
        const isHidden = t > 800 && t % 40 < 10;
        if (t >= 400) fields.late = isHidden ? null : truth;
        const answer = model.learnOne(frameOf(fields, t));
        if (!isHidden) continue;
        sum += (answer.value[answer.names.indexOf('late')] - truth) ** 2;
        count += 1;
      }
      return Math.sqrt(sum / count);
    };
    assert.ok(error(true) < 1.1 * error(false) + 0.05, `${error(true)} against ${error(false)}`);
  });

  it('had kept its column in states of before: it is free once such a state is loaded', () => {
    const frames = gappyFrames(250, 4);
    const model = new ImputeModel();
    learnAll(model, frames.slice(0, 200));
    const kept = model.snapshot();
    assert.ok(kept);
    const meta = JSON.parse(JSON.stringify(kept.meta)) as { names: string[] };
    meta.names[2] = '\u00002';
    const restored = ImputeModel.restore({}, { meta: meta, data: kept.data.slice() });
    learnAll(restored, withAnother(frames.slice(200)));
    assert.deepEqual(restored.names.filter(isShown).sort(), ['other', 's0', 's1', 's3']);
    assert.equal(restored.names.length, 4);
  });
});
