import assert from 'node:assert/strict';
import { PsmfFilter } from '../../src';
import { SENSORS, filterCases, functions } from '../support/filters';
import { Random } from '../support/random';

const frames = new Random(11).frames(60, SENSORS, 2, 0.2);
/** Dynamics that suit the random walk of these frames. */
const WALKS: readonly string[] = ['random-walk', 'matern', 'seasonal'];
const EMPTY = new Float64Array(SENSORS).fill(NaN);
const dts = frames.map((_, k) => (k % 5 === 4 ? 2.5 : 1));

const learn = (filter: PsmfFilter, from: number, to: number): void => {
  for (let k = from; k < to; k++) filter.learnOne(frames[k], dts[k]);
};

/** Everything a filter says, bit for bit. */
const everything = (filter: PsmfFilter): unknown => ({
  report: filter.report(),
  predicted: filter.predictOne(1.5),
  forecast: filter.forecast(3),
  posterior: filter.posterior(),
  logLikelihood: filter.logLikelihood,
  state: filter.snapshot(),
});

function assertFinite(filter: PsmfFilter): void {
  const { residual, ...report } = filter.report();
  assert.equal(residual.length, filter.sensors);
  const numbers = [
    ...Object.values(report).flatMap((value) => (Array.isArray(value) ? (value as unknown[]).flat() : [])),
    ...[report.eta, report.N, report.nis, report.omega, report.phi, report.lambda, filter.logLikelihood],
    ...[...report.bounds.lower, ...report.bounds.upper],
    ...[filter.predictOne(), filter.posterior(), ...filter.forecast(5)].flatMap(({ mean, variance }) => [
      ...mean,
      ...variance,
    ]),
  ];
  for (const value of numbers) assert.ok(Number.isFinite(value), `${String(value)} is not finite`);
  for (const { variance } of [filter.predictOne(), filter.posterior()]) {
    for (const value of variance) assert.ok(value >= 0, `variance ${value}`);
  }
}

describe('contract of every filter', () => {
  for (const { name, create } of filterCases) {
    describe(name, () => {
      it('works before any data', () => {
        assertFinite(create());
      });

      it('predicts, forecasts and smooths without changing anything', () => {
        const filter = create();
        const other = create();
        learn(filter, 0, 30);
        learn(other, 0, 30);
        const before = everything(filter);
        filter.predictOne(0.3);
        filter.forecast(7, 2);
        filter.posterior();
        filter.smooth(3);
        assert.deepEqual(everything(filter), before);
        learn(filter, 30, 60);
        learn(other, 30, 60);
        assert.deepEqual(everything(filter), everything(other));
      });

      it('goes on from a snapshot bit for bit', () => {
        const filter = create();
        for (const stop of [0, 1, 7, 30]) {
          learn(filter, filter.seq, stop);
          const restored = PsmfFilter.restore(filter.snapshot(), functions);
          const original = PsmfFilter.restore(filter.snapshot(), functions);
          learn(restored, stop, 60);
          learn(original, stop, 60);
          restored.addSensor();
          original.addSensor();
          assert.deepEqual(everything(restored), everything(original));
        }
        const restored = PsmfFilter.restore(filter.snapshot(), functions);
        learn(filter, 30, 60);
        learn(restored, 30, 60);
        assert.deepEqual(everything(restored), everything(filter));
        assert.deepEqual(restored.smooth(4), filter.smooth(4));
      });

      it('does not hold on to its input or its output', () => {
        const filter = create();
        const twin = create();
        learn(twin, 0, 3);
        for (let k = 0; k < 3; k++) {
          const frame = frames[k].slice();
          filter.learnOne(frame, dts[k]);
          frame.fill(1e9);
          filter.posterior().mean.fill(1e9);
          filter.snapshot().data.fill(1e9);
          filter.report().C[0].fill(1e9);
        }
        assert.deepEqual(everything(filter), everything(twin));
      });

      it('keeps a state of constant size', () => {
        const filter = create();
        const before = filter.snapshot().data.length;
        for (let k = 0; k < 500; k++) filter.learnOne(frames[k % frames.length]);
        assert.equal(filter.snapshot().data.length, before);
      });

      it('survives frames with nothing in them, at the start and for long', () => {
        const filter = create();
        for (let k = 0; k < 20; k++) filter.learnOne(EMPTY);
        assertFinite(filter);
        learn(filter, 0, 20);
        for (let k = 0; k < 200; k++) filter.learnOne(EMPTY, 3);
        assertFinite(filter);
        assert.equal(filter.report().outcome, 'empty');
        learn(filter, 20, 40);
        assertFinite(filter);
      });

      it('takes in sensors that join', () => {
        const filter = create();
        const twin = create();
        learn(filter, 0, 20);
        learn(twin, 0, 20);
        filter.addSensor();
        filter.addSensor({ row: [0.5, -0.5], R: 0.4 });
        assert.equal(filter.sensors, SENSORS + 2);
        assertFinite(filter);
        assert.deepEqual(filter.report().x, twin.report().x);
        assert.deepEqual(filter.posterior().mean.slice(0, SENSORS), twin.posterior().mean);
        assert.deepEqual(filter.report().C[SENSORS + 1], [0.5, -0.5]);
        assert.deepEqual(filter.smooth(3).mean.slice(0, SENSORS), twin.smooth(3).mean);
        for (let k = 20; k < 60; k++) filter.learnOne([...frames[k], frames[k][0], NaN]);
        assertFinite(filter);
      });

      it('forgets the frames of the last pass when another begins', () => {
        const filter = create();
        learn(filter, 0, 20);
        filter.startPass();
        assert.throws(() => filter.smooth(0), { code: 'BAD_LAG' });
        learn(filter, 0, 2);
        filter.smooth(1);
        assert.throws(() => filter.smooth(2), { code: 'BAD_LAG' });
      });

      it('learns the same whether readings come as an array or a typed array', () => {
        const filter = create();
        const twin = create();
        learn(filter, 0, 10);
        for (let k = 0; k < 10; k++) twin.learnOne(Array.from(frames[k]), dts[k]);
        assert.deepEqual(everything(filter), everything(twin));
      });

      it('takes what is not a finite number for a gap', () => {
        const filter = create();
        const twin = create();
        learn(filter, 0, 10);
        learn(twin, 0, 10);
        filter.learnOne([1, NaN, NaN, NaN, NaN]);
        twin.learnOne([1, Infinity, null, '7', undefined] as number[]);
        assert.deepEqual(twin.snapshot(), filter.snapshot());
      });
    });
  }

  it('learns: one-step prediction improves on the mean of the data', () => {
    for (const { name, create, dynamics } of filterCases) {
      if (!WALKS.includes(dynamics)) continue; // the others do not move as this data does
      const filter = create();
      let error = 0;
      let spread = 0;
      frames.forEach((frame, k) => {
        const { mean } = filter.predictOne();
        frame.forEach((y, j) => {
          if (k < 20 || Number.isNaN(y)) return;
          error += (y - mean[j]) ** 2;
          spread += y ** 2;
        });
        filter.learnOne(frame);
      });
      assert.ok(error < 0.5 * spread, `${name}: ${error / spread}`);
    }
  });
});
