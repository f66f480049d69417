import assert from 'node:assert/strict';
import { ImputeModel, PsmfError, type Frame } from '../../src';
import { NUMBERS_PER_SENSOR } from '../../src/impute/sensor-past';
import { numbersIn } from '../stream/cases';
import type { Kept } from '../../src/stream/named-stream';
import { nextNormal, nextUniform } from '../../src/random';

const START = Date.UTC(2026, 0, 5);
const settings = { timeZone: 'UTC' };
/** Numbers at either end that are all tried: what was read of each sensor, and what each is taken for. */
const FULLY = 400;

/** Hours of sensors of every kind, of which one follows another seven hours later and one is read now and then; `hasTimes`: they say when. */
function drawFrames(count: number, hasTimes: boolean): Frame[] {
  const state = Float64Array.of(5);
  const flow = Array.from({ length: count + 7 }, () => 3 * nextNormal(state, 0));
  let meter = 100;
  let angle = 350;
  return Array.from({ length: count }, (_, t) => {
    meter += 1 + nextUniform(state, 0);
    angle = (angle + 12 + Math.abs(nextNormal(state, 0))) % 360;
    const fields: Record<string, number> = { meter, angle, valve: Math.floor(t / 9) % 2 };
    if (t % 11 !== 5) fields.inflow = 10 + flow[t + 7] + 3 * Math.sin((2 * Math.PI * t) / 24);
    if (t % 7 !== 3) fields.outflow = 5 + 2 * flow[t] + 0.1 * nextNormal(state, 0);
    if (t % 6 === 0) fields.sample = 7 + flow[t] + nextNormal(state, 0);
    const time = START + 3_600_000 * t;
    return { fields, time: hasTimes ? time : null, arrival: hasTimes ? time : START };
  });
}

function learned(frames: readonly Frame[]): Kept {
  const model = new ImputeModel(settings);
  for (const frame of frames) model.learnOne(frame);
  const kept = model.snapshot();
  assert.ok(kept);
  return kept;
}

/** The model that goes on from the state with this number in place i; null where it is refused. */
function restoreWith({ meta, data }: Kept, i: number, lie: number): ImputeModel | null {
  const before = data[i];
  data[i] = lie;
  try {
    return ImputeModel.restore(settings, { meta, data });
  } catch (error) {
    assert.ok(error instanceof PsmfError && error.code === 'BAD_SNAPSHOT', String(error));
    return null;
  } finally {
    data[i] = before;
  }
}

describe('a state with a lie in one number', () => {
  for (const [name, hasTimes, count] of [
    ['of the first frames', true, 60],
    ['of a day and more', true, 300],
    ['without times', false, 300],
  ] as const)
    it(`${name} is refused, whatever the number, where it is one that no reading leads to`, () => {
      const kept = learned(drawFrames(count, hasTimes));
      const { length } = kept.data;
      for (let i = 0; i < length; i += i < FULLY || i >= length - FULLY ? 1 : 5) {
        for (const lie of i % 2 === 0 ? [1e200, Infinity] : [-1e200, -Infinity])
          assert.equal(restoreWith(kept, i, lie), null, `${lie} for ${kept.data[i]} at ${i}`);
      }
    });

  it('is refused where it is a count of the readings that a spread is of', () => {
    const kept = learned(drawFrames(300, true));
    const { names, extra } = kept.meta as { names: string[]; extra: { modelLength: number } };
    const first = NUMBERS_PER_SENSOR * names.length + extra.modelLength;
    for (let i = first; i < first + names.length; i++)
      for (const lie of [-1, 0.5, 1e17]) assert.equal(restoreWith(kept, i, lie), null, `${lie} at ${i}`);
  });

  for (const [name, hasTimes] of [
    ['', true],
    [' without times', false],
  ] as const)
    it(`of a size that readings lead to${name} is refused, or what the model says stays finite`, () => {
      const frames = drawFrames(312, hasTimes);
      const kept = learned(frames.slice(0, 300));
      let refused = 0;
      for (let i = 0; i < kept.data.length; i += 31) {
        for (const lie of [-1, 0.5, 255, 30_000, 1e17]) {
          const model = restoreWith(kept, i, lie);
          if (model === null) refused += 1;
          else goOn(model, frames.slice(300), `${lie} for ${kept.data[i]} at ${i}`);
        }
      }
      assert.ok(refused > 150, `${refused} refused`);
    });
});

/** No infinity, and no gap left empty. */
function goOn(model: ImputeModel, frames: readonly Frame[], lie: string): void {
  for (const frame of frames) {
    const { value, sd, lower, upper } = model.learnOne(frame);
    for (const number of value) assert.ok(Number.isFinite(number), `${lie}: ${number}`);
    for (const number of numbersIn([sd, lower, upper])) assert.ok(Math.abs(number) !== Infinity, lie);
  }
}
