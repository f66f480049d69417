import assert from 'node:assert/strict';
import { PsmfFilter } from '../../src';
import { PsmfError } from '../../src/errors';
import type { Fields } from '../../src/frame/fields';
import { NamedFilter, WARM_UP, type FilteredFrame } from '../../src/frame/named-filter';
import type { Json } from '../../src/snapshot/canonical-json';
import { simulateFrames } from './simulation';

const options = { rank: 3, robust: true, R: 1, V0: 1 } as const;
const byName = ({ names, mean }: FilteredFrame): Map<string, number> =>
  new Map(names.map((name, j) => [name, mean[j]]));
const learnAll = (model: NamedFilter, frames: readonly Fields[]): FilteredFrame[] =>
  frames.map((frame) => model.learnOne(frame));
const hasCode =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof PsmfError && error.code === code;
const kept = (model: NamedFilter): { seq: number; meta: Json; data: Float64Array } => {
  const snapshot = model.snapshot();
  assert.ok(snapshot);
  return snapshot;
};

describe('NamedFilter', () => {
  it('is the plain filter, column by column', () => {
    const frames = simulateFrames(60, 4);
    const plain = new PsmfFilter({ ...options, sensors: 4 });
    const named = new NamedFilter(options);
    for (const frame of frames) {
      const answer = named.learnOne(frame);
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
    const inOrder = learnAll(new NamedFilter(options), frames).map(byName);
    assert.deepEqual(learnAll(new NamedFilter(options), shuffled).map(byName), inOrder);
  });

  it('lowers the noise', () => {
    const noisy = simulateFrames(400, 6);
    const model = new NamedFilter(options);
    const rough = (values: readonly number[]): number =>
      values.slice(1).reduce((sum, value, t) => sum + (value - values[t]) ** 2, 0);
    const denoised = learnAll(model, noisy).map(({ mean }) => mean[0]);
    assert.ok(rough(denoised.slice(100)) < rough(noisy.slice(100).map(({ s0 }) => s0)) / 3);
  });

  it('lets sensors join, stay away and come back', () => {
    const model = new NamedFilter(options);
    learnAll(model, simulateFrames(20, 3));
    assert.deepEqual(model.names, ['s0', 's1', 's2']);
    const answer = model.learnOne({ late: 4, s1: 20 });
    assert.deepEqual(answer.names, ['s0', 's1', 's2', 'late']);
    assert.equal(answer.seq, 21);
    assert.deepEqual(
      Array.from(answer.residual, (value) => !Number.isNaN(value)),
      [false, true, false, true],
    );
    assert.ok(answer.mean.every(Number.isFinite) && answer.sd.every(Number.isFinite));
  });

  it('answers frames without any sensor', () => {
    const model = new NamedFilter(options);
    const answer = model.learnOne({ unit: '°C' });
    assert.deepEqual([answer.seq, answer.names, model.snapshot()], [0, [], null]);
  });

  it('calls a spike an outlier once warm, and a late sensor none while it is new', () => {
    const model = new NamedFilter(options);
    const frames = simulateFrames(200, 5);
    learnAll(model, frames.slice(0, 150));
    assert.deepEqual(model.learnOne({ ...frames[150], s2: 500 }).outliers, ['s2']);
    assert.deepEqual(model.learnOne({ ...frames[151], late: 1000 }).outliers, []);
  });

  it('is warming for the first frames', () => {
    const phases = learnAll(new NamedFilter(options), simulateFrames(WARM_UP + 1, 2)).map(
      ({ phase }) => phase,
    );
    assert.equal(phases.indexOf('ready'), WARM_UP - 1);
    assert.equal(phases.lastIndexOf('warming'), WARM_UP - 2);
  });

  it('refuses more sensors than allowed and goes on as if nothing had been', () => {
    const model = new NamedFilter({ ...options, maxSensors: 3 });
    model.learnOne({ a: 1, b: 2 });
    const before = kept(model);
    assert.throws(() => model.learnOne({ a: 1, c: 3, d: 4 }), hasCode('TOO_MANY_SENSORS'));
    assert.deepEqual(kept(model), before);
    assert.deepEqual(model.learnOne({ a: 1, c: 3 }).names, ['a', 'b', 'c']);
  });

  it('takes 1,024 sensors and no more unless told otherwise', () => {
    const wide = (count: number): Fields =>
      Object.fromEntries(Array.from({ length: count }, (_, j) => [`s${j}`, j]));
    assert.throws(() => new NamedFilter(options).learnOne(wide(1025)), hasCode('TOO_MANY_SENSORS'));
    assert.equal(new NamedFilter(options).learnOne(wide(1024)).names.length, 1024);
  });

  it('gives out finite numbers whatever comes in', () => {
    const model = new NamedFilter(options);
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
      const { mean, sd, features, residual } = model.learnOne({
        a: hostile[t % hostile.length],
        b: hostile[(t * 5) % hostile.length],
        c: t,
      });
      assert.ok([...mean, ...sd, ...features].every(Number.isFinite), `frame ${t}`);
      assert.ok(residual.every((value) => Number.isNaN(value) || Number.isFinite(value)));
    }
  });

  it('goes on bit for bit from a snapshot, and takes in new sensors alike', () => {
    const frames = simulateFrames(120, 4);
    const model = new NamedFilter(options);
    learnAll(model, frames.slice(0, 60));
    const { meta, data } = kept(model);
    const restored = NamedFilter.restore(options, { meta: JSON.parse(JSON.stringify(meta)) as Json, data });
    for (const frame of frames.slice(60)) {
      const grown = { ...frame, late: frame.s0 + 1 };
      assert.deepEqual(restored.learnOne(grown), model.learnOne(grown));
    }
  });

  it('refuses a snapshot of other settings', () => {
    const model = new NamedFilter(options);
    learnAll(model, simulateFrames(3, 2));
    for (const other of [{ rank: 2 }, { robust: false }, { R: 2 }, { V0: 2 }]) {
      assert.throws(
        () => NamedFilter.restore({ ...options, ...other }, kept(model)),
        hasCode('OTHER_SETTINGS'),
      );
    }
  });

  it('refuses a snapshot that contradicts itself', () => {
    const model = new NamedFilter(options);
    learnAll(model, simulateFrames(3, 2));
    const { meta, data } = kept(model);
    const good = meta as { names: string[]; joined: number[]; config: Json };
    const damaged: readonly Json[] = [
      {},
      { ...good, names: 's0' },
      { ...good, names: [] },
      { ...good, names: ['s0', 5] },
      { ...good, names: ['s0', 's0'] },
      { ...good, names: ['s0', 's1', 's2'], joined: [0, 0, 0] },
      { ...good, joined: [0] },
      { ...good, joined: [0, -1] },
      { names: good.names, joined: good.joined },
    ];
    for (const bad of damaged) {
      assert.throws(() => NamedFilter.restore(options, { meta: bad, data }), hasCode('BAD_SNAPSHOT'));
    }
    assert.throws(() => NamedFilter.restore(options, { meta, data: data.slice(1) }), hasCode('BAD_SNAPSHOT'));
  });

  it('checks its options at once', () => {
    for (const bad of [{ rank: 0 }, { rank: 1.5 }, { R: -1 }, { V0: -1 }, { maxSensors: 0 }]) {
      assert.throws(() => new NamedFilter({ ...options, ...bad }), hasCode('BAD_OPTION'));
    }
  });
});
