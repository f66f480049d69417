import assert from 'node:assert/strict';
import { ChangeModel, ImputeModel, seal, type Answer, type StreamModel } from '../../src';
import { nextNormal, nextUniform } from '../../src/random';

const START = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
const SENSORS = 8;
/** A period of a stream without times. */
const PERIOD = 50;

/** Sensors that follow two causes and a rhythm, some readings missing; `stepMs` 0: frames without times. */
function* drawFrames(stepMs: number, count: number) {
  const state = Float64Array.of(19);
  const normal = (): number => nextNormal(state, 0);
  const loadings = Array.from({ length: SENSORS }, () => [normal(), normal(), normal(), normal()]);
  let slow = 0;
  let fast = 0;
  for (let t = 0; t < count; t++) {
    slow = 0.98 * slow + 0.2 * normal();
    fast = 0.9 * fast + 0.4 * normal();
    const turns = stepMs === 0 ? t / PERIOD : (t * stepMs) / DAY;
    const fields: Record<string, number> = {};
    loadings.forEach(([a, b, c, phase], j) => {
      const rhythm = 2 * c * Math.sin(2 * Math.PI * turns + phase) + a * Math.sin((2 * Math.PI * turns) / 7);
      const reading = 50 + 10 * j + a * slow + b * fast + rhythm + 0.2 * normal();
      if (nextUniform(state, 0) > 0.1) fields[`sensor${j}`] = Math.round(100 * reading) / 100;
    });
    const arrival = START + t * stepMs;
    yield { fields, time: stepMs === 0 ? null : arrival, arrival };
  }
}

const storedBytes = (model: StreamModel<Answer>): number => {
  const kept = model.snapshot() ?? assert.fail();
  return JSON.stringify(seal({ ...kept, node: '0123456789abcdef', key: '', time: START })).length;
};

describe('the stored state of 8 sensors', () => {
  for (const [name, stepMs] of [
    ['of frames of 1 s', 1000],
    ['of frames of a minute', 60_000],
    ['of frames of five minutes', 300_000],
    ['without times', 0],
  ] as const)
    it(`${name} takes at most 40 kB of psmf-impute and 48 kB of psmf-changepoint, and hardly more at first`, () => {
      const impute = new ImputeModel({ timeZone: 'UTC' });
      const change = new ChangeModel();
      let frames = 0;
      for (const frame of drawFrames(stepMs, 3000)) {
        impute.learnOne(frame);
        change.learnOne(frame);
        frames += 1;
        const isFirst = frames <= 360;
        if (frames % (isFirst ? 40 : 500) !== 0) continue;
        const most = isFirst ? 41_000 : 40_000;
        assert.ok(storedBytes(impute) <= most, `psmf-impute: ${storedBytes(impute)} after ${frames}`);
        assert.ok(storedBytes(change) <= 48_000, `psmf-changepoint: ${storedBytes(change)} after ${frames}`);
      }
    });
});
