import assert from 'node:assert/strict';
import { calibrate, calibrateBetween } from '../../src/adaptive/calibration';
import { askExperts, followReading, gapBucket, placeGap } from '../../src/adaptive/experts';
import { learnFrame, type Filter } from '../../src/adaptive/filter';
import { blend, cellAt, interpolateErrors, measureErrors, train } from '../../src/adaptive/mix';
import { createFrame, fillFrame } from '../../src/adaptive/reading';
import { cell, scalar, SCALARS, sensor } from '../../src/adaptive/slots';
import { activeFilter } from '../support/adaptive';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

/** A filter of two sensors, and the losses of its first at mode 0, bucket 2. */
function setting(changes = {}) {
  const { m, context } = activeFilter(2, 1, changes);
  const { at } = context;
  const row = at.records;
  const own = row + at.losses + cellAt(0, 2);
  const pooled = at.pooled + cellAt(0, 2);
  m.set([1, 2, 3, 4], at.forecasts);
  m[row + sensor.modelVariance] = 0.5;
  m[row + sensor.z] = 1.5;
  return { m, context, at, row, own, pooled };
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

const blended = (m: Float64Array): number[] => [m[scalar.blendMean], m[scalar.blendVariance]];

describe('the mix with simple predictors', () => {
  it('trusts the model twice as much as the others before it has losses', () => {
    const { m, context, row, own, pooled } = setting();
    measureErrors(m, context, own, pooled);
    blend(m, context, 0, 2, row + sensor.modelVariance);
    assertClose(blended(m), expectBlend([1, 2, 2, 2], [1, 2, 3, 4], 0.5), 1e-10);
  });

  it('shrinks losses to the pooled ones, brought to the level of the sensor', () => {
    const { m, context, row, own, pooled } = setting();
    m.set([2, 8, 6, 4, 0, 5], own);
    m.set([30, 10, 20, 40, 0, 50], pooled);
    const level = 20 / 5 / (100 / 50);
    const errors = [2, 8, 6, 4].map((S, e) => (S + (10 * level * [30, 10, 20, 40][e]) / 50) / 15);
    measureErrors(m, context, own, pooled);
    blend(m, context, 0, 2, row + sensor.modelVariance);
    assertClose(blended(m), expectBlend(errors, [1, 2, 3, 4], 0.5), 1e-10);
  });

  it('sharpens the weights to the fourth power, and has no trend from 32 frames on', () => {
    const { m, context, at, row } = setting({ sharpMix: true, longTrend: false });
    m.set([2, 1, 4, 0.5], at.errors);
    blend(m, context, 0, 4, row + sensor.modelVariance);
    assertClose(blended(m), expectBlend([2, 1, 4, 0.5], [1, 2, 3, 4], 0.5, 4), 1e-12);
    blend(m, context, 0, 5, row + sensor.modelVariance);
    assertClose(blended(m), expectBlend([2, 1, 4], [1, 2, 3], 0.5, 4), 1e-12);
  });

  it('takes pooled losses as they are where they are not brought to the level of the sensor', () => {
    const { m, context, at, own, pooled } = setting({ sharedLevel: false });
    m.set([2, 8, 6, 4, 0, 5], own);
    m.set([30, 10, 20, 40, 0, 50], pooled);
    measureErrors(m, context, own, pooled);
    const errors = [2, 8, 6, 4].map((S, e) => (S + (10 * [30, 10, 20, 40][e]) / 50) / 15);
    assertClose(m.slice(at.errors, at.errors + 4), errors, 1e-10);
  });

  it('interpolates errors and calibration between two buckets', () => {
    const { m, context, at, row, own, pooled } = setting();
    m.set([2, 8, 6, 4, 0, 5, 9], own);
    m.set([1, 3, 9, 7, 0, 8, 2], own + cell.size);
    m.set([30, 10, 20, 40, 0, 50, 60], pooled);
    m.set([10, 10, 50, 20, 0, 70, 80], pooled + cell.size);
    const at2 = (measure: () => void, slots: number[]): number[] => {
      measure();
      return slots.map((slot) => m[slot]);
    };
    const errorSlots = [0, 1, 2, 3].map((e) => at.errors + e);
    const below = at2(() => measureErrors(m, context, own, pooled), errorSlots);
    const above = at2(() => measureErrors(m, context, own + cell.size, pooled + cell.size), errorSlots);
    m[scalar.between] = 0.25;
    const between = at2(() => interpolateErrors(m, context, own, pooled), errorSlots);
    assertClose(
      between,
      below.map((error, e) => 0.75 * error + 0.25 * above[e]),
      1e-12,
    );
    const variance = row + sensor.estimateVariance;
    m[variance] = 2;
    calibrateBetween(m, context, own, pooled, variance);
    const ratios = [(9 + (20 * 60) / 50) / 25, (2 + (20 * 80) / 70) / 28];
    assertClose([m[variance]], [2 * 1.5 * (0.75 * ratios[0] + 0.25 * ratios[1])], 1e-12);
  });

  it('leaves out the experts that are switched off', () => {
    for (const [changes, kept] of [
      [{ mix: false }, [0]],
      [{ trend: false }, [0, 1, 2]],
      [{ runningMean: false }, [0, 1, 3]],
    ] as const) {
      const { m, context, row, own, pooled } = setting(changes);
      m.set([8, 4, 1e-9, 2, 0, 5], own);
      m.set([8, 4, 1e-9, 2, 0, 5], pooled);
      const errors = [8, 4, 1e-9, 2].map((S) => (S + (10 * S) / 5) / 15 + 1e-12);
      measureErrors(m, context, own, pooled);
      blend(m, context, 0, 2, row + sensor.modelVariance);
      const expected = expectBlend(
        kept.map((e) => errors[e]),
        kept.map((e) => e + 1),
        0.5,
      );
      assertClose(blended(m), expected, 1e-9, JSON.stringify(changes));
    }
  });

  it('enters losses with the memory of the sensor and of the pool', () => {
    const { m, context, own, pooled, row } = setting();
    m.set([1, 1, 1, 1, 1, 10, 10], own);
    m.set([1, 1, 1, 1, 1, 10, 10], pooled);
    m[scalar.blendMean] = 1;
    m[scalar.blendVariance] = 0.5;
    train(m, context, own, pooled, row + sensor.z);
    const losses = [0.25, 0.25, 2.25, 6.25, 2.25];
    assertClose(m.slice(own, own + 7), [...losses.map((l) => 0.999 + l), 9.99 + 1, 9.99 + 0.5], 1e-14);
    assertClose(
      m.slice(pooled, pooled + 7),
      [...losses.map((l) => 0.9998 + l), 9.998 + 1, 9.998 + 0.5],
      1e-14,
    );
  });

  it('counts a miss of the blend for at most 16 times its variance', () => {
    const { m, context, own, pooled, row } = setting();
    m[scalar.blendMean] = 1000;
    m[scalar.blendVariance] = 0.5;
    train(m, context, own, pooled, row + sensor.z);
    assert.equal(m[own + cell.calibration], 16);
  });

  it('calibrates by the mean squared error in units of v, shrunk, at least a quarter, more for longer gaps', () => {
    const { m, context, own, pooled, row } = setting();
    const variance = row + sensor.estimateVariance;
    const factor = (bucket: number): number => {
      m[variance] = 1;
      calibrate(m, context, own, pooled, bucket, variance);
      return m[variance];
    };
    assert.equal(factor(0), 1);
    assert.equal(factor(1), 1.5);
    m[own + cell.count] = 30;
    m[own + cell.calibration] = 90;
    m[pooled + cell.count] = 10;
    m[pooled + cell.calibration] = 20;
    assertClose([factor(0), factor(6)], [(90 + 40) / 50, (1.5 * (90 + 40)) / 50], 1e-14);
    m[own + cell.calibration] = 0;
    m[pooled + cell.calibration] = 0;
    assert.equal(factor(0), 0.25);
  });
});

describe('training', () => {
  const stream = (d: number): Float64Array[] =>
    new Random(8).frames(400, d, 1).map((readings) => readings.map((y) => y / 10));

  function learn(filter: Filter, readings: Float64Array): void {
    const frame = createFrame(readings.length);
    fillFrame(frame, readings, 1);
    learnFrame(filter, frame, false);
  }

  /** Losses of sensor j, all cells. */
  const lossesOf = ({ m, context: { at } }: Filter, j: number): Float64Array => {
    const row = at.records + j * at.stride;
    return m.slice(row + at.losses, row + at.t);
  };

  /** Losses entered for the first of d sensors at gaps of one frame while others are seen, in 400 frames. */
  function countLosses(d: number): number {
    const filter = activeFilter(d, 1);
    for (const readings of stream(d)) learn(filter, readings);
    return lossesOf(filter, 0)[cellAt(0, 0) + cell.count];
  }

  it('waits for 100 frames, and then takes each reading that other sensors speak about', () => {
    const count = countLosses(3);
    assert.ok(count > 230 && count < 310, `${count} losses`);
  });

  it('takes no reading of a sensor alone, but for those of the shadow outage', () => {
    const count = countLosses(1);
    assert.ok(count < 10, `${count} losses`);
  });

  it('takes no surprising reading', () => {
    const filter = activeFilter(3, 1);
    for (const readings of stream(3)) learn(filter, readings);
    const before = [lossesOf(filter, 0), lossesOf(filter, 1)];
    learn(
      filter,
      stream(3)[399].map((y, j) => (j === 0 ? 100 : y)),
    );
    assert.deepEqual(lossesOf(filter, 0), before[0]);
    assert.notDeepEqual(lossesOf(filter, 1), before[1]);
  });
});

describe('the simple predictors', () => {
  it('sort gaps by powers of two, up to 64', () => {
    const m = new Float64Array(SCALARS);
    const bucket = (h: number): number => {
      m[scalar.horizon] = h;
      return gapBucket(m);
    };
    const gaps = [0.1, 1, 1.9, 2, 3.99, 4, 8, 16, 31.9, 32, 63, 64, 1e9];
    assert.deepEqual(gaps.map(bucket), [0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6]);
  });

  it('place a gap between the centres of two buckets, without a jump', () => {
    const m = new Float64Array(SCALARS);
    const place = (h: number): number => {
      m[scalar.horizon] = h;
      return placeGap(m) + m[scalar.between];
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
    const { m, at, row } = setting();
    Object.entries({ low: -1, high: 2, last: 1, mean: 0.3, trend: 0.5 }).forEach(([name, value]) => {
      m[row + sensor[name as keyof typeof sensor]] = value;
    });
    for (const [h, model, clamped] of [
      [1, 0.7, 0.7],
      [3, 9, 5],
      [2.5, -9, -4],
      [1000, 5, 5],
    ]) {
      m[scalar.horizon] = h;
      m[row + sensor.modelMean] = model;
      askExperts(
        m,
        at,
        row,
        row + sensor.modelMean,
        row + sensor.last,
        row + sensor.trend,
        row + sensor.regressed,
      );
      const steps = (0.9 * (1 - 0.9 ** h)) / 0.1;
      assertClose(
        m.slice(at.forecasts, at.forecasts + 4),
        [clamped, 1, 0.3, 1 + 0.5 * steps],
        1e-12,
        `h ${h}`,
      );
    }
  });

  it('follow a spike by no more than its weight allows', () => {
    const { m, row } = setting();
    m[scalar.dt] = 1;
    m[row + sensor.weight] = 0.01;
    m[row + sensor.z] = 100;
    m[row + sensor.outResidual] = 98;
    followReading(m, row);
    assertClose([m[row + sensor.last]], [100 - 98 * 0.9], 1e-14);
  });

  it('measure the trend in units per nominal period', () => {
    const { m, row } = setting();
    m[row + sensor.weight] = 1;
    let time = 0;
    for (let k = 0; k < 200; k++) {
      const dt = [0.25, 1, 3][k % 3];
      time += dt;
      m[scalar.dt] = dt;
      m[row + sensor.z] = 0.7 * time;
      followReading(m, row);
    }
    assertClose([m[row + sensor.trend]], [0.7], 1e-9);
  });
});
