import assert from 'node:assert/strict';
import { ChangeModel, createDetector, PsmfError, type ChangeEvent, type Frame } from '../../src';
import { firstAlarmOf, methods } from '../../src/change';
import { nextNormal } from '../../src/random';
import { simulateFrames } from '../frame/simulation';
import { START } from './cases';

const CHANGE = 700;
const LATE = 100;

/** Sensor s1 jumps at frame CHANGE; a duplicate of an old frame comes after frame LATE. */
const frames: Frame[] = simulateFrames(900, 5).map((fields, t) => ({
  fields: t < CHANGE ? fields : { ...fields, s1: fields.s1 + 15 },
  time: START + 1000 * t,
  arrival: START + 1000 * t,
}));
frames.splice(LATE, 0, frames[10]);

const noise = Float64Array.of(11);
/** Nothing but noise, and the same jump: even the highest sensitivity finds nothing before. */
const steady: Frame[] = Array.from({ length: 900 }, (_, t) => ({
  fields: Object.fromEntries(
    [0, 1, 2, 3].map((j) => [`s${j}`, nextNormal(noise, 0) + (t >= CHANGE ? 15 : 0)]),
  ),
  time: START + 1000 * t,
  arrival: START + 1000 * t,
}));

describe('ChangeModel', () => {
  it('finds a change, says when it was and which sensor showed it, and counts learned frames only', () => {
    const model = new ChangeModel({ sensitivity: 'low' });
    const phases: string[] = [];
    const alarms: ChangeEvent[] = [];
    for (const frame of frames) {
      const { alarm, phase, score, late } = model.learnOne(frame);
      if (!late) phases.push(phase);
      assert.equal(score >= 1, alarm !== null);
      if (alarm) alarms.push(alarm);
    }
    assert.equal(model.seq, 900);
    assert.equal(alarms.length, 1);
    const [event] = alarms;
    assert.ok(Math.abs(event.index - CHANGE) <= 2, `${event.index}`);
    assert.equal(event.time, START + 1000 * event.index);
    assert.equal(event.detectedAt, START + 1000 * event.detectedIndex);
    assert.equal(event.delay, event.detectedIndex - event.index);
    assert.deepEqual([event.method, event.sensors[0].name], ['calibrated', 's1']);
    assert.equal(phases.indexOf('ready'), firstAlarmOf());
    assert.equal(phases[event.detectedIndex], 'ready');
    assert.equal(phases[event.detectedIndex + 1], 'warming');
  });

  for (const method of ['calibrated', 'bocpd', 'pelt-values'] as const) {
    it(`is the detector ${method}, column by column`, () => {
      const names = ['s0', 's1', 's2', 's3', 's4'];
      const detector = createDetector({ method, names, sensitivity: 'high' });
      const model = new ChangeModel({ method, sensitivity: 'high' });
      for (const frame of frames) {
        const { late, score, alarm } = model.learnOne(frame);
        if (late) continue;
        const readings = names.map((name) => frame.fields[name] as number);
        const found = { ...detector.update(readings, 1, frame.time) };
        const numbered = found.alarm === null ? null : { ...found.alarm, id: alarm?.id };
        assert.deepEqual({ score, alarm }, { ...found, alarm: numbered });
      }
    });
  }

  for (const method of methods) {
    it(`goes on with another sensitivity: ${method} then finds what it would have with that from the start`, () => {
      const before = new ChangeModel({ method, sensitivity: 'low' });
      const always = new ChangeModel({ method, sensitivity: 'high' });
      for (const frame of steady.slice(0, 600)) {
        for (const model of [before, always]) assert.equal(model.learnOne(frame).alarm, null);
      }
      const kept = before.snapshot();
      assert.ok(kept);
      const after = ChangeModel.restore({ method, sensitivity: 'high' }, kept);
      const alarms: (number | undefined)[] = [];
      for (const frame of steady.slice(600)) {
        const { alarm } = after.learnOne(frame);
        assert.deepEqual(alarm, always.learnOne(frame).alarm);
        if (alarm !== null) alarms.push(alarm.index);
      }
      assert.ok(alarms.length > 0);
      assert.throws(
        () => ChangeModel.restore({ method: method === 'calibrated' ? 'bocpd' : 'calibrated' }, kept),
        (error) => error instanceof PsmfError && error.code === 'OTHER_SETTINGS',
      );
    });
  }

  it('refuses the state of a former detector with a sentence, whatever its method', () => {
    const model = new ChangeModel({ method: 'bocpd' });
    for (const frame of frames.slice(0, 50)) model.learnOne(frame);
    const kept = model.snapshot();
    assert.ok(kept);
    const { config, ...meta } = kept.meta as { config: Record<string, string> };
    for (const method of ['scan', 'bocpd']) {
      const former = Object.fromEntries(
        Object.entries({ ...config, method }).filter(([name]) => name !== 'detector'),
      );
      assert.throws(
        () => ChangeModel.restore({ method: 'bocpd' }, { ...kept, meta: { ...meta, config: former } }),
        /state of a detector of this version, got that of a former one.*learns afresh/,
      );
    }
  });

  it('checks its options at once', () => {
    for (const options of [{ method: 'guess' }, { sensitivity: 'none' }, { sensors: ['a', 'a'] }]) {
      assert.throws(
        () => new ChangeModel(options as object),
        (error) => error instanceof PsmfError && error.code === 'BAD_OPTION',
      );
    }
  });

  it('takes its state up again after readings beyond what single precision holds', () => {
    const model = new ChangeModel();
    for (let t = 0; t < 150; t++) {
      const readings = Array.from({ length: 60 }, (_, j): [string, number | null] => {
        const turn = (7 * t + 13 * j) % 11;
        if (turn === 0) return [`s${j}`, null];
        return [`s${j}`, turn < 3 ? (t % 2 === 0 ? -1 : 1) * 10 ** j : Math.sin(t / 9 + j)];
      });
      model.learnOne({ fields: Object.fromEntries(readings), time: null, arrival: 1000 * t });
    }
    const kept = model.snapshot();
    assert.ok(kept);
    assert.deepEqual(ChangeModel.restore({}, kept).snapshot(), kept);
  });
});
