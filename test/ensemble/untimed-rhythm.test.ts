import assert from 'node:assert/strict';
import { FilterModel, ImputeModel, type Frame, type StreamSnapshot } from '../../src';
import { readConfig } from '../../src/adaptive/options';
import { readEnsembleMeta } from '../../src/ensemble/ensemble-meta';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';
import { FrameHistory, unread } from '../../src/ensemble/frame-history';
import { packNumbers } from '../../src/ensemble/numbers';
import { PeriodFinder } from '../../src/ensemble/period-finder';
import { seal } from '../../src/snapshot/envelope';
import { copyOf } from '../stream/cases';
import { Random } from '../support/random';
import { aperiodic, isOutage, rhythmic, shapes, withGaps } from './untimed-streams';

type Next = (t: number) => Float64Array;

/** A frame without a time; all come at once. */
const frameOf = (readings: Float64Array): Frame => ({
  fields: Object.fromEntries([...readings].flatMap((y, j) => (Number.isNaN(y) ? [] : [[`s${j}`, y]]))),
  time: null,
  arrival: 0,
});

/** The period that a snapshot tells of. */
const periodIn = (kept: StreamSnapshot | null): unknown =>
  (kept?.meta as { extra: { ensemble: { period?: unknown } } } | undefined)?.extra.ensemble.period;

/** Root mean square errors of what fills outages of all sensors, and single gaps, from frame 300 on. */
function errorsOf(create: () => Next, count: number, rhythm: 'auto' | 'none'): [number, number] {
  const next = create();
  const random = new Random(31);
  const model = new ImputeModel({ rhythm, timeZone: 'UTC' });
  const sums = [
    [0, 0],
    [0, 0],
  ];
  for (let t = 0; t < count; t++) {
    const readings = next(t);
    const seen = withGaps(readings, t, random);
    const { value, names } = model.learnOne(frameOf(seen));
    for (let j = 0; j < readings.length && t >= 300; j++) {
      if (!Number.isNaN(seen[j])) continue;
      const error = value[names.indexOf(`s${j}`)] - readings[j];
      assert.ok(Number.isFinite(error), `frame ${t}`);
      const sum = sums[isOutage(t) ? 0 : 1];
      sum[0] += error * error;
      sum[1] += 1;
    }
  }
  return [Math.sqrt(sums[0][0] / sums[0][1]), Math.sqrt(sums[1][0] / sums[1][1])];
}

/** Errors with a period looked for, of those without: in outages, and of single gaps; the means over so many streams. */
function ratios(create: (seed: number) => Next, seeds: number, count: number): [number, number] {
  const logs = [0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const [auto, none] = (['auto', 'none'] as const).map((rhythm) =>
      errorsOf(() => create(seed), count, rhythm),
    );
    logs.forEach((_, i) => (logs[i] += Math.log(auto[i] / none[i]) / seeds));
  }
  return [Math.exp(logs[0]), Math.exp(logs[1])];
}

describe('the rhythm of a stream without times', () => {
  for (const [shape, sensors, period, most] of [
    ['sine', 1, 20, 0.7],
    ['sine', 3, 48.4, 0.85],
    ['saw', 3, 20, 0.75],
    ['pulse', 3, 48.4, 0.8],
    ['humps', 4, 48.4, 0.85],
    ['saw', 4, 133, 0.9],
  ] as const)
    it(`a ${shape} of ${period} frames and ${sensors} sensors fills outages better than none`, () => {
      const [outages, single] = ratios(
        (seed) => rhythmic(seed, sensors, shapes[shape], period),
        1,
        period > 100 ? 2400 : 1250,
      );
      assert.ok(outages < most, `outages ${outages}`);
      assert.ok(single < 1.01, `single gaps ${single}`);
    });

  for (const [name, stream] of Object.entries(aperiodic))
    it(`harms nothing in ${name}`, () => {
      for (const sensors of [1, 4])
        for (const ratio of ratios((seed) => stream(seed, sensors), 1, 1000))
          assert.ok(ratio < 1.01, `${sensors} sensors: ${ratio}`);
    });

  it('is followed by forecasts', () => {
    const errors = (['auto', 'none'] as const).map((rhythm) => {
      const next = rhythmic(5, 3, shapes.pulse, 48);
      const model = new FilterModel({ rhythm, timeZone: 'UTC', horizon: 60 });
      const frames = Array.from({ length: 910 }, (_, t) => next(t));
      let sum = 0;
      frames.slice(0, 850).forEach((frame, t) => {
        const asked = t % 70 === 69 && t > 400 ? copyOf(model.predictOne(frameOf(frame))) : null;
        const { forecast } = model.learnOne(frameOf(frame));
        if (asked !== null) assert.deepEqual(asked.forecast, forecast);
        if (t > 500) forecast.forEach(({ mean }, k) => (sum += (mean[0] - frames[t + k + 1][0]) ** 2));
      });
      return Math.sqrt(sum);
    });
    assert.ok(errors[0] < 0.85 * errors[1], `${errors[0] / errors[1]}`);
  });

  it('is not looked for where times are told, where there is none to be, or where it is given', () => {
    const periodOf = (options: object, time: (t: number) => number | null): unknown => {
      const next = rhythmic(5, 2, shapes.sine, 30);
      const model = new ImputeModel({ timeZone: 'UTC', ...options });
      for (let t = 0; t < 300; t++)
        model.learnOne({ ...frameOf(next(t)), time: time(t), arrival: time(t) ?? 0 });
      return periodIn(model.snapshot());
    };
    assert.ok(Math.abs(Number(periodOf({}, () => null)) - 30) < 2);
    assert.equal(
      periodOf({}, (t) => 1000 * t),
      undefined,
    );
    for (const rhythm of ['none', 30])
      assert.equal(
        periodOf({ rhythm }, () => null),
        undefined,
      );
  });
});

describe('the state of a model that looks for a period', () => {
  const create = (sensors: number): EnsembleModel => new EnsembleModel(optionsFor(sensors));
  const optionsFor = (sensors: number) => ({
    ...{ config: readConfig({ sensors: 1 }), sensors },
    ...{ rhythm: 'auto' as const, timeZone: 'UTC' },
  });
  const learn = (model: EnsembleModel, frames: readonly Float64Array[]): void => {
    for (const frame of frames) model.learnOne(frame, 1, 0, null);
  };
  const drawn = (count: number, sensors: number): Float64Array[] => {
    const next = rhythmic(sensors, sensors, shapes.saw, 30);
    const random = new Random(2);
    return Array.from({ length: count }, (_, t) => withGaps(next(t), t, random));
  };
  const withLast = (data: Float64Array, fromEnd: number, value: number): Float64Array =>
    data.map((number, i) => (i === data.length - fromEnd ? value : number));
  const reread = (meta: unknown, sensors: number): ReturnType<typeof readEnsembleMeta> =>
    readEnsembleMeta(JSON.parse(JSON.stringify(meta)), sensors);

  it('goes on bit for bit, however often it is stored and restored, with sensors that join and leave', () => {
    const frames = drawn(700, 5);
    const left = new ImputeModel({ timeZone: 'UTC' });
    let restored = new ImputeModel({ timeZone: 'UTC' });
    frames.forEach((readings, t) => {
      const frame = frameOf(t < 330 ? readings.slice(0, 4) : readings);
      if (t % 37 === 36) {
        const kept = restored.snapshot();
        assert.ok(kept);
        restored = ImputeModel.restore({ timeZone: 'UTC' }, kept);
      }
      if (t === 500) for (const model of [left, restored]) assert.ok(model.forgetSensor('s1'));
      assert.deepEqual(copyOf(restored.predictOne(frame)).value, copyOf(left.predictOne(frame)).value);
      assert.deepEqual(copyOf(restored.learnOne(frame)), copyOf(left.learnOne(frame)), `frame ${t}`);
    });
    assert.deepEqual(restored.snapshot(), left.snapshot());
    assert.ok(Math.abs(Number(periodIn(left.snapshot())) - 30) < 1);
  });

  it('takes at most 5,000 bytes of what is stored while none is found', () => {
    for (const sensors of [1, 8])
      for (const frames of [500, 1300]) {
        const [auto, none] = (['auto', 'none'] as const).map((rhythm) => {
          const next = aperiodic['white noise'](3, sensors);
          const model = new ImputeModel({ timeZone: 'UTC', rhythm });
          for (let t = 0; t < frames; t++) model.learnOne(frameOf(next(t)));
          const kept = model.snapshot();
          assert.ok(kept);
          return JSON.stringify(seal({ ...kept, node: 'n', key: '', time: 0 })).length;
        });
        assert.ok(
          auto - none < 5000,
          `${sensors} sensors, ${frames} frames: ${none} and ${auto - none} more`,
        );
      }
  });

  it('of before there was one goes on, and a period is found', () => {
    const frames = drawn(600, 3);
    const model = create(3);
    learn(model, frames.slice(0, 50));
    const { model: numbers, meta, data } = model.snapshot();
    const { period, ...before } = meta;
    assert.equal(period, null);
    const added = packNumbers(new PeriodFinder(new FrameHistory(unread(3))).arrays).length;
    const restored = EnsembleModel.restore(optionsFor(3), {
      ...{ model: numbers, meta: reread(before, 3) },
      data: data.slice(0, -added),
    });
    learn(restored, frames.slice(50));
    assert.ok(Math.abs(Number(restored.snapshot().meta.period) - 30) < 1);
  });

  it('is refused where it is damaged', () => {
    const model = create(3);
    learn(model, drawn(400, 3));
    const { model: numbers, meta, data } = model.snapshot();
    const restore = (meta: unknown, changed: Float64Array): EnsembleModel =>
      EnsembleModel.restore(optionsFor(3), { model: numbers, meta: reread(meta, 3), data: changed });
    const isDamaged = { code: 'BAD_SNAPSHOT' };
    assert.deepEqual(restore(meta, data).snapshot(), model.snapshot());
    for (const period of [2, 600, 'often', -30, {}])
      assert.throws(() => restore({ ...meta, period }, data), isDamaged);
    assert.throws(() => restore({ ...meta, period: null }, data), isDamaged);
    assert.throws(() => restore({ ...meta, frameMs: 1000 }, data), isDamaged);
    assert.throws(() => restore({ ...meta, rhythm: 'none' }, data), isDamaged);
    assert.throws(() => restore(meta, data.slice(1)), isDamaged);
    for (const [fromEnd, value] of [
      [1, 0.5],
      [2, 1],
      [3, 1e9],
      [5, 2],
    ])
      assert.throws(() => restore(meta, withLast(data, fromEnd, value)), isDamaged, `${fromEnd}`);
  });

  it('goes on with numbers after readings that are out of all proportion', () => {
    const model = create(3);
    const frames = drawn(1200, 3);
    learn(model, frames.slice(0, 500));
    learn(model, [Float64Array.of(1e29, -1e29, 1e29), ...frames.slice(500)]);
    assert.ok(model.estimates.mean.every(Number.isFinite));
  });
});
