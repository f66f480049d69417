import assert from 'node:assert/strict';
import { scoreHindsight } from '../../bench/impute/hindsight';
import { drawMask } from '../../src/evaluate/mask';
import type { ReadingsTable } from '../../src/evaluate/readings-table';
import { ImputeModel, type ImputeModelOptions } from '../../src/stream/impute-model';
import type { RefilledGap } from '../../src/impute/hindsight';
import { Random } from '../support/random';

const START = Date.UTC(2026, 0, 5);
const SECOND = 1000;

/** Six sensors: two patterns that wander, and what each sensor does by itself, wandering as well. */
function wander(rows: number, seed: number): ReadingsTable {
  const random = new Random(seed);
  const sensors = 6;
  const loadings = random.matrix(sensors, 2);
  const patterns = [0, 0];
  const own = new Float64Array(sensors);
  const values = new Float64Array(rows * sensors);
  for (let row = 0; row < rows; row++) {
    patterns.forEach((_, i) => (patterns[i] += 0.3 * random.normal()));
    for (let j = 0; j < sensors; j++) {
      own[j] += 0.3 * random.normal();
      const common = loadings[j][0] * patterns[0] + loadings[j][1] * patterns[1];
      values[row * sensors + j] = common + own[j] + 0.05 * random.normal();
    }
  }
  return { rows, sensors, values, dt: new Float64Array(rows).fill(1) };
}

/** Gives a model the readings of one sensor beside three others; null is a gap. Returns what was filled again. */
function run(
  readings: readonly (number | null)[],
  options: ImputeModelOptions = {},
): { readonly model: ImputeModel; readonly refilled: readonly RefilledGap[] } {
  const random = new Random(3);
  const model = new ImputeModel({ hindsight: true, ...options });
  const refilled = readings.flatMap((reading, i) => {
    const fields: Record<string, number | null> = { it: reading };
    for (const name of ['a', 'b', 'c']) fields[name] = random.normal();
    const answer = model.learnOne({ fields, time: START + i * SECOND, arrival: START + i * SECOND });
    return answer.refilled;
  });
  return { model, refilled };
}

/** A walk with a gap of so many frames, read again for a while. */
function walkWithGap(gap: number, seed = 11): (number | null)[] {
  const random = new Random(seed);
  let level = 20;
  const walk = Array.from({ length: 400 + gap }, () => (level += random.normal()));
  return walk.map((value, i) => (i >= 300 && i < 300 + gap ? null : value));
}

describe('Hindsight', () => {
  it('errs at most .85 times as much on segments as the fill at the time, and its intervals hold', () => {
    for (const seed of [21, 22, 23]) {
      const table = wander(1500, seed);
      const { online, again, n } = scoreHindsight(table, drawMask(table, 'seg30', seed), SECOND);
      assert.ok(n > 1000);
      assert.ok(again.nrmse <= 0.85 * online.nrmse, `${again.nrmse} against ${online.nrmse}`);
      assert.ok(again.coverage > 0.9, `coverage ${again.coverage}`);
    }
  });

  it('gives every frame of the gap with its time, once, when the sensor is back', () => {
    const { refilled } = run(walkWithGap(30));
    assert.equal(refilled.length, 1);
    const [{ gap, points }] = refilled;
    assert.equal(gap, 30);
    assert.deepEqual(
      points.map(({ time }) => time),
      Array.from({ length: 30 }, (_, i) => START + (300 + i) * SECOND),
    );
    assert.ok(points.every(({ value, lower, upper }) => lower < value && value < upper));
  });

  it('keeps the last 200 frames of a longer gap, and takes no more memory than it says', () => {
    const { refilled, model } = run(walkWithGap(900));
    assert.equal(refilled[0].gap, 900);
    assert.equal(refilled[0].points.length, 200);
    assert.equal(refilled[0].points[0].time, START + 1000 * SECOND);
    assert.ok(model.bytes > run(walkWithGap(1), { hindsight: false }).model.bytes + 4 * 200 * 4 * 8);
  });

  it('is off unless asked for, and changes nothing else', () => {
    const readings = walkWithGap(30);
    assert.deepEqual(run(readings, { hindsight: false }).refilled, []);
    assert.deepEqual(
      run(readings).model.snapshot()?.data,
      run(readings, { hindsight: false }).model.snapshot()?.data,
    );
    assert.throws(() => new ImputeModel({ hindsight: 'yes' as unknown as boolean }), /hindsight/);
  });

  it('does not fill again what was left empty beyond the longest gap', () => {
    const [{ gap, points }] = run(walkWithGap(30), { maxGap: 10 }).refilled;
    assert.deepEqual([gap, points.length], [30, 10]);
    assert.equal(points[9].time, START + 309 * SECOND);
  });

  it('lets a counter meet its reading without falling, and leaves one alone that was reset', () => {
    const random = new Random(5);
    let count = 1000;
    const counts = Array.from({ length: 500 }, (_, i) => (count += 2 + random.uniform() + (i > 320 ? 1 : 0)));
    const gapped = counts.map((value, i) => (i >= 300 && i < 360 ? null : value));
    const [{ points }] = run(gapped, { kinds: 'it: counter' }).refilled;
    const values = [counts[299], ...points.map(({ value }) => value), counts[360]];
    for (let i = 1; i < values.length; i++) assert.ok(values[i] >= values[i - 1]);
    assert.ok(values[61] - values[60] < 10, 'it comes near the reading');
    const reset = gapped.map((value, i) => (value === null || i < 360 ? value : value - counts[360] + 1));
    assert.deepEqual(run(reset, { kinds: 'it: counter' }).refilled, []);
  });

  it('turns an angle the short way round and stays within the circle, with its interval around it', () => {
    const random = new Random(8);
    let degrees = 0;
    const turning = Array.from({ length: 400 }, () => {
      degrees = 0.95 * degrees + 3 * random.normal();
      return (degrees + 360) % 360;
    });
    const gapped = turning.map((value, i) => (i >= 100 && i % 30 < 10 ? null : value));
    const points = run(gapped, { kinds: 'it: angle' }).refilled.flatMap((gap) => gap.points);
    assert.ok(points.some(({ value }) => value < 90) && points.some(({ value }) => value > 270));
    for (const { value, lower, upper } of points) {
      assert.ok(value >= 0 && value < 360);
      assert.ok(lower <= value && value <= upper, `${value} in ${lower} to ${upper}`);
    }
  });

  it('says nothing of a gap that began before it was restored, and of the next one all', () => {
    const readings = walkWithGap(40);
    const before = run(readings.slice(0, 320)).model;
    const kept = before.snapshot();
    assert.ok(kept !== null);
    const model = ImputeModel.restore({ hindsight: true }, kept);
    const give = (it: number | null, i: number): readonly RefilledGap[] => {
      const time = START + i * SECOND;
      return model.learnOne({ fields: { it, a: 0, b: 0, c: 0 }, time, arrival: time }).refilled;
    };
    const during = readings.slice(320, 400).flatMap((reading, i) => give(reading, 320 + i));
    assert.deepEqual(during, []);
    for (let i = 400; i < 420; i++) give(null, i);
    assert.equal(give(25, 420)[0].points.length, 20);
  });
});
