import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src/adaptive/adaptive-model';
import { PsmfError } from '../../src/errors';
import { Imputer, type Estimates } from '../../src/impute/imputer';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const says = (mean: number[], sd: number[], outlier = mean.map(() => 0)): Estimates => ({
  mean,
  sd,
  outlier,
});

/** Two sensors with a spread of about 1, both read until now. */
function trained(options = {}): Imputer {
  const random = new Random(7);
  const imputer = new Imputer(2, options);
  for (let k = 0; k < 100; k++) imputer.learnOne(random.vector(2));
  return imputer;
}

describe('Imputer', () => {
  it('keeps what was read and fills what was not, with mean -+ 2 sd', () => {
    const imputer = trained();
    imputer.learnOne([5, NaN]);
    const frame = imputer.fill([5, NaN], says([1, 2], [0.1, 0.25]), 'ready');
    assert.deepEqual(frame.outcome, ['observed', 'filled']);
    assert.deepEqual([...frame.value], [5, 2]);
    assert.deepEqual([frame.sd[1], frame.lower[1], frame.upper[1]], [0.25, 1.5, 2.5]);
    assert.ok([frame.sd[0], frame.lower[0], frame.upper[0]].every(Number.isNaN));
    assert.deepEqual([...frame.gap], [0, 1]);
    assert.deepEqual(frame.quality, [null, 'estimated']);
  });

  it('flags an outlier and does not replace it; an estimate is never an outlier', () => {
    const frame = trained().fill([99, NaN], says([1, 2], [0.1, 0.1], [1, 1]), 'ready');
    assert.equal(frame.value[0], 99);
    assert.deepEqual(frame.outlier, [true, false]);
  });

  it('takes infinite readings for gaps', () => {
    const frame = trained().fill([Infinity, -Infinity], says([1, 2], [0.1, 0.1]), 'ready');
    assert.deepEqual(frame.outcome, ['filled', 'filled']);
  });

  it('is uncertain while warming', () => {
    const quality = (phase: 'warming' | 'ready'): unknown =>
      trained().fill([0, NaN], says([0, 0], [0.1, 0.1]), phase).quality[1];
    assert.equal(quality('warming'), 'uncertain');
    assert.equal(quality('ready'), 'estimated');
  });

  it('is uncertain beyond 50 frames of gap, and sure again after a reading', () => {
    const imputer = trained();
    const quality = (): unknown => imputer.fill([0, NaN], says([0, 0], [0.1, 0.1]), 'ready').quality[1];
    for (let gap = 1; gap <= 53; gap++) {
      imputer.learnOne([0, NaN]);
      assert.equal(quality(), gap <= 50 ? 'estimated' : 'uncertain', `gap ${gap}`);
    }
    imputer.learnOne([0, 0.5]);
    imputer.learnOne([0, NaN]);
    assert.equal(quality(), 'estimated');
  });

  it("is uncertain when the interval is wider than the sensor's own", () => {
    const random = new Random(3);
    const readings = Array.from({ length: 200 }, () => 40 + 3 * random.normal());
    const imputer = new Imputer(1);
    for (const reading of readings) imputer.learnOne([reading]);
    const mean = readings.reduce((a, b) => a + b) / readings.length;
    const spread = Math.sqrt(readings.reduce((sum, y) => sum + (y - mean) ** 2, 0) / (readings.length - 1));
    const quality = (sd: number): unknown => imputer.fill([NaN], says([40], [sd]), 'ready').quality[0];
    assert.equal(quality(spread * (1 - 1e-9)), 'estimated');
    assert.equal(quality(spread * (1 + 1e-9)), 'uncertain');
  });

  it('is uncertain about a sensor hardly ever read', () => {
    const imputer = new Imputer(1);
    for (let k = 0; k < 19; k++) imputer.learnOne([k]);
    assert.equal(imputer.fill([NaN], says([2], [0.01]), 'ready').quality[0], 'uncertain');
    imputer.learnOne([19]);
    assert.equal(imputer.fill([NaN], says([2], [0.01]), 'ready').quality[0], 'estimated');
  });

  it('leaves a sensor empty once it has been silent for more than maxGap frames', () => {
    const imputer = trained({ maxGap: 3 });
    const outcomes = [1, 2, 3, 4, 5].map(() => {
      imputer.learnOne([0, NaN]);
      const frame = imputer.fill([0, NaN], says([0, 7], [0.1, 0.1]), 'ready');
      return [frame.outcome[1], frame.value[1], frame.gap[1]];
    });
    assert.deepEqual(outcomes, [
      ['filled', 7, 1],
      ['filled', 7, 2],
      ['filled', 7, 3],
      ['expired', NaN, 4],
      ['expired', NaN, 5],
    ]);
  });

  it('says nothing of a sensor the model knows nothing about', () => {
    const frame = new Imputer(2).fill([NaN, NaN], says([NaN, NaN], [NaN, 1]), 'warming');
    assert.deepEqual(frame.outcome, ['unknown', 'unknown']);
    assert.deepEqual(frame.quality, [null, null]);
    assert.ok(frame.value.every(Number.isNaN));
  });

  it('fills without an interval, and uncertain, while few readings were all alike', () => {
    const imputer = new Imputer(1);
    for (let count = 1; count <= 25; count++) {
      imputer.learnOne([21.5]);
      const frame = imputer.fill([NaN], says([21.5], [0]), 'ready');
      const bounds = count < 20 ? [NaN, NaN, NaN] : [0, 21.5, 21.5];
      assert.deepEqual([frame.outcome[0], frame.value[0]], ['filled', 21.5]);
      assert.deepEqual([frame.sd[0], frame.lower[0], frame.upper[0]], bounds, `after ${count}`);
      assert.equal(frame.quality[0], count < 20 ? 'uncertain' : 'estimated');
    }
    imputer.learnOne([NaN]);
    assert.equal(imputer.fill([NaN], says([21.5], [NaN]), 'ready').quality[0], 'uncertain');
  });

  it('changes nothing by filling', () => {
    const imputer = trained();
    const before = imputer.snapshot();
    imputer.fill([NaN, NaN], says([0, 0], [1, 1]), 'ready');
    assert.deepEqual(imputer.snapshot(), before);
  });

  it('counts a gap it has not learned as one frame', () => {
    assert.equal(trained().fill([0, NaN], says([0, 0], [1, 1]), 'ready').gap[1], 1);
  });

  it('goes on from a snapshot as if nothing had happened, also with a sensor more', () => {
    const one = trained();
    for (let k = 0; k < 49; k++) one.learnOne([1, NaN]);
    const other = Imputer.restore(one.snapshot());
    for (const imputer of [one, other]) {
      imputer.addSensor();
      imputer.learnOne([NaN, NaN, 3]);
      imputer.learnOne([NaN, NaN, NaN]);
    }
    assert.equal(other.sensors, 3);
    assert.deepEqual(other.snapshot(), one.snapshot());
    const gaps = (imputer: Imputer): number[] => [
      ...imputer.fill([NaN, NaN, NaN], says([0, 0, 0], [1, 1, 1]), 'ready').gap,
    ];
    assert.deepEqual(gaps(other), [2, 51, 1]);
    assert.deepEqual(gaps(one), gaps(other));
  });

  it('refuses bad options, frames of another length and damaged snapshots, and stays as it was', () => {
    for (const maxGap of [0, -1, 1.5, NaN]) {
      assert.throws(() => new Imputer(1, { maxGap }), { code: 'BAD_OPTION' }, `${maxGap}`);
    }
    const imputer = trained();
    const before = imputer.snapshot();
    assert.throws(() => imputer.learnOne([1]), { code: 'BAD_LENGTH' });
    assert.throws(() => imputer.fill([1, 2, 3], says([0, 0], [1, 1]), 'ready'), { code: 'BAD_LENGTH' });
    assert.deepEqual(imputer.snapshot(), before);
    assert.throws(() => Imputer.restore(Float64Array.of(1, 2, 3)), PsmfError);
    assert.throws(() => Imputer.restore(Float64Array.of(1, 2, NaN, 0)), PsmfError);
  });

  it('with the adaptive model: intervals hold about 95 % of hidden values, and every number is finite', () => {
    const d = 6;
    const random = new Random(11);
    const model = new AdaptiveModel({ sensors: d });
    const imputer = new Imputer(d);
    let filled = 0;
    let inside = 0;
    let trusted = 0;
    for (const [k, truth] of random.frames(3000, d, 2).entries()) {
      const readings = truth.map((y) => (random.uniform() < 0.1 ? NaN : y));
      const { phase } = model;
      model.learnOne(readings);
      imputer.learnOne(readings);
      const frame = imputer.fill(readings, model.estimates, phase);
      if (k < 100) continue;
      for (let j = 0; j < d; j++) {
        assert.ok(Number.isFinite(frame.value[j]));
        if (frame.outcome[j] !== 'filled') continue;
        assertClose([frame.upper[j] - frame.lower[j]], [4 * frame.sd[j]], 1e-12);
        filled++;
        inside += truth[j] >= frame.lower[j] && truth[j] <= frame.upper[j] ? 1 : 0;
        trusted += frame.quality[j] === 'estimated' ? 1 : 0;
      }
    }
    assert.ok(filled > 1500, `${filled} filled`);
    assert.ok(inside / filled > 0.92 && inside / filled < 0.99, `coverage ${inside / filled}`);
    assert.ok(trusted / filled > 0.95, `trusted ${trusted / filled}`);
  });
});
