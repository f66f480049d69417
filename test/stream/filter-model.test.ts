import assert from 'node:assert/strict';
import { FilterModel, PsmfFilter, type FilterAnswer, type FilterModelOptions } from '../../src';
import { readConfig } from '../../src/adaptive/options';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';
import { PsmfError } from '../../src/errors';
import type { Fields } from '../../src/frame/frame';
import type { Json } from '../../src/snapshot/canonical-json';
import { WARM_UP } from '../../src/stream/paper-engine';
import { simulateFrames } from '../frame/simulation';
import { copyOf } from './cases';

const options = { model: 'rpsmf', rank: 3, R: 1, V0: 1 } as const;
const learnOne = (model: FilterModel, fields: Fields): FilterAnswer =>
  copyOf(model.learnOne({ fields, time: null, arrival: 0 })) as unknown as FilterAnswer;
const byName = ({ names, mean }: FilterAnswer): Map<string, number> =>
  new Map(names.map((name, j) => [name, mean[j]]));
const learnAll = (model: FilterModel, frames: readonly Fields[]): FilterAnswer[] =>
  frames.map((frame) => learnOne(model, frame));
const hasCode =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof PsmfError && error.code === code;
const kept = (model: FilterModel): { seq: number; meta: Json; data: Float64Array } => {
  const snapshot = model.snapshot();
  assert.ok(snapshot);
  return snapshot;
};

describe('FilterModel with the model of the paper', () => {
  it('is the plain filter, column by column', () => {
    const frames = simulateFrames(60, 4);
    const plain = new PsmfFilter({ rank: 3, R: 1, V0: 1, robust: true, sensors: 4 });
    const named = new FilterModel(options);
    for (const frame of frames) {
      const answer = learnOne(named, frame);
      plain.learnOne(Object.values(frame));
      const { mean, variance } = plain.posterior();
      assert.deepEqual(answer.mean, mean);
      assert.deepEqual(answer.sd, variance.map(Math.sqrt));
      assert.deepEqual(answer.features, plain.report().x);
      assert.equal(answer.seq, plain.seq);
    }
  });

  it('does not care about the order of the fields', () => {
    const frames = simulateFrames(50, 5);
    const shuffled = frames.map((frame, t) =>
      Object.fromEntries(Object.entries(frame).map((_, i, entries) => entries[(i * 3 + t) % entries.length])),
    );
    const inOrder = learnAll(new FilterModel(options), frames).map(byName);
    assert.deepEqual(learnAll(new FilterModel(options), shuffled).map(byName), inOrder);
  });

  it('lowers the noise', () => {
    const noisy = simulateFrames(400, 6);
    const model = new FilterModel(options);
    const rough = (values: readonly number[]): number =>
      values.slice(1).reduce((sum, value, t) => sum + (value - values[t]) ** 2, 0);
    const denoised = learnAll(model, noisy).map(({ mean }) => mean[0]);
    assert.ok(rough(denoised.slice(100)) < rough(noisy.slice(100).map(({ s0 }) => s0)) / 3);
  });

  it('lets sensors join, stay away and come back', () => {
    const model = new FilterModel(options);
    learnAll(model, simulateFrames(20, 3));
    assert.deepEqual(model.names, ['s0', 's1', 's2']);
    const answer = learnOne(model, { late: 4, s1: 20 });
    assert.deepEqual(answer.names, ['s0', 's1', 's2', 'late']);
    assert.equal(answer.seq, 21);
    assert.deepEqual(
      Array.from(answer.residual, (value) => !Number.isNaN(value)),
      [false, true, false, true],
    );
    assert.ok(answer.mean.every(Number.isFinite) && answer.sd.every(Number.isFinite));
  });

  it('answers frames without any sensor', () => {
    const model = new FilterModel(options);
    const answer = learnOne(model, { unit: '°C' });
    assert.deepEqual([answer.seq, answer.names, model.snapshot()], [0, [], null]);
  });

  it('calls a spike an outlier once warm, and a late sensor none while it is new', () => {
    const model = new FilterModel(options);
    const frames = simulateFrames(200, 5);
    learnAll(model, frames.slice(0, 150));
    assert.deepEqual(learnOne(model, { ...frames[150], s2: 500 }).outliers, ['s2']);
    assert.deepEqual(learnOne(model, { ...frames[151], late: 1000 }).outliers, []);
  });

  it('is warming for the first frames', () => {
    const phases = learnAll(new FilterModel(options), simulateFrames(WARM_UP + 1, 2)).map(
      ({ phase }) => phase,
    );
    assert.equal(phases.indexOf('ready'), WARM_UP - 1);
    assert.equal(phases.lastIndexOf('warming'), WARM_UP - 2);
  });

  it('refuses more sensors than allowed and goes on as if nothing had been', () => {
    const model = new FilterModel({ ...options, maxSensors: 3 });
    learnOne(model, { a: 1, b: 2 });
    const before = kept(model);
    assert.throws(() => learnOne(model, { a: 1, c: 3, d: 4 }), hasCode('TOO_MANY_SENSORS'));
    assert.deepEqual(kept(model), before);
    assert.deepEqual(learnOne(model, { a: 1, c: 3 }).names, ['a', 'b', 'c']);
  });

  it('takes 1,024 sensors and no more unless told otherwise', () => {
    const wide = (count: number): Fields =>
      Object.fromEntries(Array.from({ length: count }, (_, j) => [`s${j}`, j]));
    assert.throws(() => learnOne(new FilterModel(options), wide(1025)), hasCode('TOO_MANY_SENSORS'));
    assert.equal(learnOne(new FilterModel(options), wide(1024)).names.length, 1024);
  });

  it('gives out finite numbers whatever comes in', () => {
    const model = new FilterModel(options);
    const hostile: unknown[] = [
      1e60,
      -1e60,
      NaN,
      Infinity,
      '1e60',
      1e-320,
      -0,
      null,
      'x',
      {},
      [],
      true,
      1e300,
    ];
    for (let t = 0; t < 300; t++) {
      const { mean, sd, features, residual } = learnOne(model, {
        a: hostile[t % hostile.length],
        b: hostile[(t * 5) % hostile.length],
        c: t,
      });
      assert.ok([...mean, ...sd, ...Array.from(features)].every(Number.isFinite), `frame ${t}`);
      assert.ok(residual.every((value) => Number.isNaN(value) || Number.isFinite(value)));
    }
  });

  it('goes on bit for bit from a snapshot, and takes in new sensors alike', () => {
    const frames = simulateFrames(120, 4);
    const model = new FilterModel(options);
    learnAll(model, frames.slice(0, 60));
    const { meta, data } = kept(model);
    const restored = FilterModel.restore(options, { meta: JSON.parse(JSON.stringify(meta)) as Json, data });
    for (const frame of frames.slice(60)) {
      const grown = { ...frame, late: frame.s0 + 1 };
      assert.deepEqual(learnOne(restored, grown), learnOne(model, grown));
    }
  });

  it('refuses a snapshot of other settings', () => {
    const model = new FilterModel(options);
    learnAll(model, simulateFrames(3, 2));
    for (const other of [{ rank: 2 }, { model: 'psmf' as const }, { R: 2 }, { V0: 2 }]) {
      assert.throws(
        () => FilterModel.restore({ ...options, ...other }, kept(model)),
        hasCode('OTHER_SETTINGS'),
      );
    }
  });

  it('names the settings that differ, and no others', () => {
    const model = new FilterModel({ ...options, rank: 2 });
    learnAll(model, simulateFrames(3, 2));
    assert.throws(
      () => FilterModel.restore({ ...options, rank: 3 }, kept(model)),
      /The snapshot: expected rank 3, got rank 2\. Set that back/,
    );
    assert.throws(
      () => FilterModel.restore({ ...options, model: 'adaptive' }, kept(model)),
      /got model "rpsmf", rank 2, .* and \d+ more\./,
    );
  });

  it('refuses a snapshot that contradicts itself', () => {
    const model = new FilterModel(options);
    learnAll(model, simulateFrames(3, 2));
    const { meta, data } = kept(model);
    const good = meta as { names: string[]; extra: { joined: number[] }; config: Json };
    const damaged: readonly Json[] = [
      {},
      { ...good, extra: {} },
      { ...good, extra: { joined: [0] } },
      { ...good, extra: { joined: [0, -1] } },
      { ...good, extra: { joined: [0, 'x'] } },
    ];
    for (const bad of damaged) {
      assert.throws(() => FilterModel.restore(options, { meta: bad, data }), hasCode('BAD_SNAPSHOT'));
    }
    assert.throws(() => FilterModel.restore(options, { meta, data: data.slice(1) }), hasCode('BAD_SNAPSHOT'));
  });

  it('checks its options at once', () => {
    for (const bad of [{ rank: 0 }, { rank: 1.5 }, { R: -1 }, { V0: -1 }, { maxSensors: 0 }]) {
      assert.throws(() => new FilterModel({ ...options, ...bad }), hasCode('BAD_OPTION'));
    }
  });
});

describe('FilterModel with the adaptive model', () => {
  const frames = simulateFrames(200, 4).map((fields, t): Readonly<Record<string, number>> => {
    const { s0, s1, s3 } = fields;
    return t % 5 === 2 ? { s0, s1, s3: t === 152 ? 500 : s3 } : fields;
  });

  it('gives the denoised value of what was read, and the estimate of what was not', () => {
    const model = new FilterModel({ horizon: 2, timeZone: 'UTC' });
    const options = { rhythm: 'auto' as const, timeZone: 'UTC' };
    const plain = new EnsembleModel({ config: readConfig({ sensors: 1 }), sensors: 4, ...options });
    for (const [t, fields] of frames.entries()) {
      const answer = learnOne(model, fields);
      const readings = ['s0', 's1', 's2', 's3'].map((name) => fields[name] ?? NaN);
      plain.learnOne(Float64Array.from(readings), 1, answer.time, answer.period);
      const { mean, sd, denoised, denoisedSd, residual, outlier } = plain.estimates;
      const isRead = readings.map((reading) => !Number.isNaN(reading));
      const pick = (read: Float64Array, other: ArrayLike<number>): number[] =>
        isRead.map((is, j) => (is && !Number.isNaN(read[j]) ? read[j] : other[j]));
      const shown = isRead.map((is, j) => (is ? readings[j] : mean[j]));
      assert.deepEqual([...answer.mean], pick(denoised, shown), `frame ${t}`);
      assert.deepEqual([...answer.sd], pick(denoisedSd, sd), `frame ${t}`);
      assert.deepEqual([...answer.residual], pick(residual, new Array<number>(4).fill(NaN)));
      assert.deepEqual(
        answer.outliers,
        model.names.filter((_, j) => isRead[j] && outlier[j] === 1),
      );
      assert.deepEqual(answer.features, plain.features);
      assert.deepEqual(
        answer.forecast.map(({ steps, mean: means, sd: sds }) => [steps, means, sds]),
        plain.forecast(2).map(({ mean: means, variance }, i) => [i + 1, means, variance.map(Math.sqrt)]),
      );
    }
  });

  it('flags a spike', () => {
    const answers = learnAll(new FilterModel(), frames);
    assert.deepEqual(answers[152].outliers, ['s3']);
  });
});

describe('the options of FilterModel', () => {
  const bad: readonly object[] = [
    { model: 'best' },
    { horizon: -1 },
    { horizon: 1001 },
    { horizon: 1.5 },
    { dynamics: 'chaos' },
    { dynamics: null },
    { model: 'adaptive', dynamics: 'matern' },
    { rank: 4, sensors: ['a', 'b', 'c'] },
    { rank: 0, model: 'psmf' },
    { rank: 'x', sensors: ['a'] },
    { rank: 3, model: 'psmf', dynamics: { type: 'linear', A: [[1]], Q: 1 } },
    { model: 'psmf', R: 0 },
    { model: 'psmf', Q: -1 },
    { sensors: [] },
    { sensors: 'a,b' },
    { sensors: ['a', 'a'] },
    { sensors: ['a', 5] },
    { sensors: ['x'.repeat(257)] },
    { maxSensors: 0 },
  ];
  for (const options of bad) {
    it(`refuses ${JSON.stringify(options).slice(0, 80)}`, () => {
      assert.throws(() => new FilterModel(options), hasCode('BAD_OPTION'));
    });
  }

  it('choose a rank that configured sensors allow, and rpsmf for dynamics only that knows', () => {
    const settings = (options: FilterModelOptions): unknown => {
      const kept = new FilterModel({ sensors: ['a', 'b'], ...options }).snapshot();
      const { config } = kept?.meta as { config: { model: string; settings: { rank?: number } } };
      return [config.model, config.settings.rank];
    };
    assert.deepEqual(settings({ model: 'psmf' }), ['psmf', 2]);
    assert.deepEqual(settings({ dynamics: 'linear' }), ['rpsmf', 2]);
    assert.deepEqual(settings({}), ['adaptive', undefined]);
  });
});
