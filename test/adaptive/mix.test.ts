import assert from 'node:assert/strict';
import { trend } from '../../src/adaptive/experts/trend';
import type { Filter } from '../../src/adaptive/filter';
import { Question } from '../../src/adaptive/question';
import type { Variant } from '../../src/adaptive/variant';
import {
  blend,
  enterLosses,
  interpolateErrors,
  measureCalibration,
  measureErrors,
} from '../../src/adaptive/kernels/losses';
import {
  expertCalls,
  estimateSensor,
  gapBucket,
  interpolateCalibration,
  placeGap,
} from '../../src/adaptive/mix';
import { followReading } from '../../src/adaptive/step';
import { referenceVariant } from '../../src/adaptive/variant';
import { activeFilter, learnReadings } from '../support/adaptive';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

/** A filter of two sensors, and the losses of its first at mode 0, bucket 2. */
function setting(changes: Partial<Variant> = {}) {
  const filter = activeFilter(2, 1, changes);
  const { m, at, question, sensors } = filter;
  const own = sensors[0].losses + at.cellAt(0, 2);
  const pooled = at.pooled + at.cellAt(0, 2);
  question.forecasts.set([1, 2, 3, 4]);
  question.doubts.fill(1);
  question.modelVariance = 0.5;
  return { filter, m, at, question, sensor: sensors[0], own, pooled };
}

/** sum w f and sum w v with w in proportion to MSE^-power. */
function expectBlend(
  errors: number[],
  forecasts: number[],
  modelVariance: number,
  power = 3,
): [number, number] {
  const weights = errors.map((error) => error ** -power);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const variances = [modelVariance, ...errors.slice(1)];
  return [
    weights.reduce((total, weight, e) => total + weight * forecasts[e], 0) / sum,
    weights.reduce((total, weight, e) => total + weight * variances[e], 0) / sum,
  ];
}

const blended = ({ mean, variance }: Question): number[] => [mean, variance];
const errorsOf = ({ errors }: Question): number[] => Array.from(errors.subarray(0, 4));

describe('the mix of the experts', () => {
  it('trusts the factor model twice as much as the others before it has losses', () => {
    const { filter, question, own, pooled } = setting();
    measureErrors(filter, own, pooled);
    blend(filter);
    assertClose(blended(question), expectBlend([1, 2, 2, 2], [1, 2, 3, 4], 0.5), 1e-10);
  });

  it('shrinks losses to the pooled ones, brought to the level of the sensor', () => {
    const { filter, m, question, own, pooled } = setting();
    m.set([2, 8, 6, 4, 5], own);
    m.set([30, 10, 20, 40, 50], pooled);
    const level = 20 / 5 / (100 / 50);
    const errors = [2, 8, 6, 4].map((S, e) => (S + (10 * level * [30, 10, 20, 40][e]) / 50) / 15);
    measureErrors(filter, own, pooled);
    blend(filter);
    assertClose(blended(question), expectBlend(errors, [1, 2, 3, 4], 0.5), 1e-10);
  });

  it('sharpens the weights to the fourth power', () => {
    const { filter, question } = setting({ weightPower: 4 });
    question.errors.set([2, 1, 4, 0.5]);
    blend(filter);
    assertClose(blended(question), expectBlend([2, 1, 4, 0.5], [1, 2, 3, 4], 0.5, 4), 1e-12);
  });

  it('multiplies errors by doubts, and leaves out an expert of infinite doubt', () => {
    const { filter, question } = setting();
    question.errors.set([2, 1, 4, 0.5]);
    question.doubts.set([1, 3, 1, Infinity]);
    blend(filter);
    assertClose(blended(question), expectBlend([2, 3, 4], [1, 2, 3], 0.5), 1e-12);
  });

  it('takes pooled losses as they are where they are not brought to the level of the sensor', () => {
    const { filter, m, question, own, pooled } = setting({ levelsPooledLosses: false });
    m.set([2, 8, 6, 4, 5], own);
    m.set([30, 10, 20, 40, 50], pooled);
    measureErrors(filter, own, pooled);
    const errors = [2, 8, 6, 4].map((S, e) => (S + (10 * [30, 10, 20, 40][e]) / 50) / 15);
    assertClose(errorsOf(question), errors, 1e-10);
  });

  it('interpolates errors and calibration between two buckets', () => {
    const { filter, m, at, question, own, pooled } = setting();
    m.set([2, 8, 6, 4, 5, 9], own);
    m.set([1, 3, 9, 7, 8, 2], own + at.cell);
    m.set([30, 10, 20, 40, 50, 60], pooled);
    m.set([10, 10, 50, 20, 70, 80], pooled + at.cell);
    measureErrors(filter, own, pooled);
    const below = errorsOf(question);
    measureErrors(filter, own + at.cell, pooled + at.cell);
    const above = errorsOf(question);
    question.between = 0.25;
    interpolateErrors(filter, own, pooled);
    assertClose(
      errorsOf(question),
      below.map((error, e) => 0.75 * error + 0.25 * above[e]),
      1e-12,
    );
    interpolateCalibration(filter, own, pooled);
    const ratios = [(9 + (20 * 60) / 50) / 25, (2 + (20 * 80) / 70) / 28];
    assertClose([question.ratio], [0.75 * ratios[0] + 0.25 * ratios[1]], 1e-12);
  });

  it('is made of the experts that it is given', () => {
    for (const kept of [[0], [0, 1, 2], [0, 1, 3]]) {
      const { filter, m, question, own, pooled } = setting({
        experts: kept.map((e) => referenceVariant.experts[e]),
      });
      const losses = kept.map((e) => [8, 4, 1e-9, 2][e]);
      m.set([...losses, 5], own);
      m.set([...losses, 5], pooled);
      const errors = losses.map((S) => (S + (10 * S) / 5) / 15 + 1e-12);
      question.forecasts.set(kept.map((e) => e + 1));
      measureErrors(filter, own, pooled);
      blend(filter);
      const expected = expectBlend(
        errors,
        kept.map((e) => e + 1),
        0.5,
      );
      assertClose(blended(question), expected, 1e-9, JSON.stringify(kept));
    }
  });

  it('enters losses with the memory of the sensor and of the pool', () => {
    const { filter, m, question, own, pooled } = setting();
    m.set([1, 1, 1, 1, 10, 10], own);
    m.set([1, 1, 1, 1, 10, 10], pooled);
    question.mean = 1;
    question.variance = 0.5;
    enterLosses(filter, own, pooled, { z: 1.5 });
    const losses = [0.25, 0.25, 2.25, 6.25];
    assertClose(m.slice(own, own + 6), [...losses.map((l) => 0.999 + l), 9.99 + 1, 9.99 + 0.5], 1e-7);
    assertClose(
      m.slice(pooled, pooled + 6),
      [...losses.map((l) => 0.9998 + l), 9.998 + 1, 9.998 + 0.5],
      1e-7,
    );
  });

  it('counts a miss of the blend for at most 16 times its variance', () => {
    const { filter, m, at, question, own, pooled } = setting();
    question.mean = 1000;
    question.variance = 0.5;
    enterLosses(filter, own, pooled, { z: 1.5 });
    assert.equal(m[own + at.experts + 1], 16);
  });

  it('calibrates by the mean squared error in units of v, shrunk', () => {
    const { filter, m, at, question, own, pooled } = setting();
    const ratio = (): number => {
      measureCalibration(filter, own, pooled);
      return question.ratio;
    };
    assert.equal(ratio(), 1);
    m.set([30, 90], own + at.experts);
    m.set([10, 20], pooled + at.experts);
    assertClose([ratio()], [(90 + 40) / 50], 1e-14);
  });

  it('widens by at least a quarter of the calibration, by half as much again for gaps of two frames and more', () => {
    const { filter, m, at, question, sensor } = setting();
    sensor.seen = 50;
    filter.frame.dt = 1;
    filter.frame.observed = 1;
    const widened = (gap: number, calibration: number): number => {
      m.fill(0, sensor.losses, sensor.losses + at.cells);
      for (const bucket of [0, 1, 2])
        m.set([1, 1e9, 1e9, 1e9, 100, calibration], sensor.losses + at.cellAt(0, bucket));
      m.copyWithin(at.pooled, sensor.losses, sensor.losses + at.cells);
      sensor.gap = gap;
      question.modelMean = 0;
      question.modelVariance = 2;
      estimateSensor(filter, sensor, true);
      return question.variance / 2;
    };
    assertClose([widened(0, 300), widened(3, 300)], [3, 4.5], 1e-6);
    assertClose([widened(0, 1), widened(3, 1)], [0.25, 0.375], 1e-6);
  });
});

describe('training', () => {
  const stream = (d: number): Float64Array[] =>
    new Random(8).frames(400, d, 1).map((readings) => readings.map((y) => y / 10));

  /** Losses of sensor j, all cells. */
  const lossesOf = ({ m, at, sensors }: Filter, j: number): Float64Array =>
    m.slice(sensors[j].losses, sensors[j].losses + at.cells);

  /** Losses entered for the first of d sensors at gaps of one frame while others are seen, in 400 frames. */
  function countLosses(d: number): number {
    const filter = activeFilter(d, 1);
    for (const readings of stream(d)) learnReadings(filter, readings);
    return lossesOf(filter, 0)[filter.at.cellAt(0, 0) + filter.at.experts];
  }

  it('waits for 100 frames, and then takes each reading that other sensors speak about', () => {
    const count = countLosses(3);
    assert.ok(count > 230 && count < 310, `${count} losses`);
  });

  it('takes no reading of a sensor alone, but for those of the held-out group', () => {
    const count = countLosses(1);
    assert.ok(count < 10, `${count} losses`);
  });

  it('takes no surprising reading', () => {
    const filter = activeFilter(3, 1);
    for (const readings of stream(3)) learnReadings(filter, readings);
    const before = [lossesOf(filter, 0), lossesOf(filter, 1)];
    learnReadings(
      filter,
      stream(3)[399].map((y, j) => (j === 0 ? 100 : y)),
    );
    assert.deepEqual(lossesOf(filter, 0), before[0]);
    assert.notDeepEqual(lossesOf(filter, 1), before[1]);
  });
});

describe('the simple experts', () => {
  const question = new Question();

  it('sort gaps by powers of two, up to 64', () => {
    const bucket = (h: number): number => {
      question.horizon = h;
      return gapBucket(question);
    };
    const gaps = [0.1, 1, 1.9, 2, 3.99, 4, 8, 16, 31.9, 32, 63, 64, 1e9];
    assert.deepEqual(gaps.map(bucket), [0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6]);
  });

  it('place a gap between the centres of two buckets, without a jump', () => {
    const place = (h: number): number => {
      question.horizon = h;
      return placeGap(question) + question.between;
    };
    assert.equal(place(0.2), 0);
    assert.equal(place(1), 0);
    assertClose([place(2 ** 0.725), place(2 ** 1.45), place(2 ** 3.95)], [0.5, 1, 3.5], 1e-12);
    assert.equal(place(1e6), 6);
    for (let h = 1; h < 300; h++) {
      const step = place(h + 1e-9) - place(h - 1e-9);
      assert.ok(step >= 0 && step < 1e-6, `a jump of ${step} at ${h}`);
    }
  });

  it('forecast the clamped model, the last value, the mean, and the damped trend', () => {
    const { filter, question, sensor } = setting();
    Object.assign(sensor, { low: -1, high: 2, last: 1, mean: 0.3, trend: 0.5 });
    for (const [h, model, clamped] of [
      [1, 0.7, 0.7],
      [3, 9, 5],
      [2.5, -9, -4],
      [1000, 5, 5],
    ]) {
      question.horizon = h;
      question.modelMean = model;
      question.isHeldOut = false;
      expertCalls(filter.at.experts).ask(filter, sensor);
      const steps = (0.9 * (1 - 0.9 ** h)) / 0.1;
      assertClose(question.forecasts.slice(0, 4), [clamped, 1, 0.3, 1 + 0.5 * steps], 1e-12, `h ${h}`);
    }
  });

  it('have no trend in gaps of 32 frames and more', () => {
    const { filter, sensor, question } = setting({
      experts: [...referenceVariant.experts.slice(0, 3), trend],
    });
    const doubt = (bucket: number): number => {
      question.bucket = bucket;
      expertCalls(filter.at.experts).ask(filter, sensor);
      return question.doubts[3];
    };
    assert.deepEqual([doubt(4), doubt(5)], [1, Infinity]);
  });

  it('follow a spike by no more than its weight allows', () => {
    const { filter, sensor } = setting();
    sensor.weight = 0.01;
    sensor.z = 100;
    filter.out.error = 98;
    followReading(filter, sensor);
    assertClose([sensor.last], [100 - 98 * 0.9], 1e-14);
  });

  it('measure the trend in units per nominal period', () => {
    const { filter, question, sensor } = setting();
    let time = 0;
    for (let k = 0; k < 200; k++) {
      filter.frame.dt = [0.25, 1, 3][k % 3];
      time += filter.frame.dt;
      question.value = 0.7 * time;
      trend.learn(sensor, question, filter);
      sensor.last = question.value;
      sensor.seen += 1;
    }
    assertClose([sensor.trend], [0.7], 1e-9);
  });
});
