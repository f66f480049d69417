import assert from 'node:assert/strict';
import { Matrix } from 'ml-matrix';
import { AdaptiveModel, type Mechanisms } from '../../src';
import { chooseCompanion } from '../../src/adaptive/companions';
import { learnFrame, type Filter } from '../../src/adaptive/filter';
import { createFrame, fillFrame } from '../../src/adaptive/reading';
import { learnRegression } from '../../src/adaptive/regression';
import { scalar, sensor } from '../../src/adaptive/slots';
import { guardUnits } from '../../src/adaptive/unit-guard';
import { entryAt } from '../../src/linalg/packed';
import { activeFilter } from '../support/adaptive';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const D = 9;
const RANK = 4;
const stream = new Random(21).frames(320, D, 3, 0.1);
const rowOf = ({ context: { at } }: Filter, j: number): number => at.records + j * at.stride;
const copyFilter = (filter: Filter): Filter => ({ ...filter, m: filter.m.slice() });

function learn(filter: Filter, readings: ArrayLike<number>): void {
  const frame = createFrame(readings.length);
  fillFrame(frame, readings, 1);
  learnFrame(filter, frame, true);
}

/** A filter that knows its stream. */
function trained(): Filter {
  const filter = activeFilter(D, RANK, { guard: false, companions: true });
  for (const frame of stream.slice(0, 300)) learn(filter, frame);
  return filter;
}

const hide = (frame: Float64Array, hidden: readonly number[]): Float64Array =>
  frame.map((y, i) => (hidden.includes(i) ? NaN : y));

const numbersAt = (m: Float64Array, start: number, count: number): number[] =>
  Array.from(m.subarray(start, start + count));

/** Random walks that move together from frame to frame and drift apart in the long run; the frame and what it hides. */
function drawWalks(sensors: number, length: number, seed: number): { frame: number[]; truth: number[] }[] {
  const random = new Random(seed);
  const level = Array.from({ length: sensors }, () => 0);
  return Array.from({ length }, () => {
    const common = random.normal();
    level.forEach((_, j) => (level[j] += common + 0.3 * random.normal()));
    const truth = [...level];
    return { truth, frame: truth.map((y) => (random.uniform() < 0.1 ? NaN : y)) };
  });
}

function squaredError(mechanisms: Partial<Mechanisms>): number {
  const model = new AdaptiveModel({ sensors: 9, mechanisms });
  let sum = 0;
  drawWalks(9, 1500, 5).forEach(({ frame, truth }, k) => {
    model.learnOne(frame);
    if (k < 400) return;
    frame.forEach((y, j) => (sum += Number.isNaN(y) ? (model.estimates.mean[j] - truth[j]) ** 2 : 0));
  });
  return sum;
}

describe('the regression on companions', () => {
  it('follows sensors that move together but drift apart', () => {
    const [error, without] = [squaredError({}), squaredError({ companions: false })];
    assert.ok(error < 0.8 * without, `${error}, without companions ${without}`);
  });

  it('goes on bit for bit after a snapshot', () => {
    const walks = drawWalks(9, 700, 6);
    const model = new AdaptiveModel({ sensors: 9 });
    walks.slice(0, 500).forEach(({ frame }) => model.learnOne(frame));
    const restored = AdaptiveModel.restore(model.snapshot());
    for (const { frame } of walks.slice(500)) {
      model.learnOne(frame);
      restored.learnOne(frame);
      assert.deepEqual(restored.estimates.mean, model.estimates.mean);
      assert.deepEqual(restored.estimates.sd, model.estimates.sd);
    }
  });

  it('takes in a second sensor where there was one', () => {
    const model = new AdaptiveModel({ sensors: 1 });
    const walks = drawWalks(2, 900, 7);
    walks.slice(0, 400).forEach(({ frame }) => model.learnOne(frame.slice(0, 1)));
    model.addSensor();
    for (const { frame } of walks.slice(400)) model.learnOne(frame);
    for (const value of [...model.estimates.mean, ...model.estimates.sd]) assert.ok(Number.isFinite(value));
  });
});

describe('pieces of the regression on companions against direct formulas', () => {
  it("forecast: w'y of an observed sensor is the one it gets when it really is missing", () => {
    const filter = trained();
    const { at } = filter.context;
    // Sensors 1 and 2 are missing, so that companions have to be filled without the sensor's own reading.
    const frame = stream[300].map((y, j) => (j === 1 || j === 2 ? NaN : Number.isNaN(y) ? j / D : y));
    frame[5] += 40; // cut back where it is a companion, and no part of its own forecast
    const whole = copyFilter(filter);
    learn(whole, frame);
    for (let j = 0; j < D; j++) {
      const without = copyFilter(filter);
      const row = rowOf(filter, j);
      learn(without, hide(frame, [j]));
      assertClose([whole.m[row + sensor.regressed]], [without.m[row + sensor.regressed]], 1e-9, `of ${j}`);
      assert.ok(!numbersAt(filter.m, row + at.companions, at.k).includes(j));
    }
  });

  it('forecast: from companions with readings, their mean change, the last value and 1', () => {
    const filter = trained();
    const { m, context } = filter;
    const { at } = context;
    const j = 3;
    const row = rowOf(filter, j);
    const companions = numbersAt(m, row + at.companions, at.k);
    const carried = (i: number): number => m[rowOf(filter, i) + sensor.carried];
    const frame = stream[301].map((y, i) => (i === j ? NaN : Number.isNaN(y) ? carried(i) : y));
    const moves = companions.map((i) => frame[i] - carried(i));
    const mean = moves.reduce((sum, move) => sum + move, 0) / at.k;
    const y = [...companions.map((i) => frame[i]), mean, carried(j), 1];
    const w = numbersAt(m, row + at.weights, at.n);
    const forecast = y.reduce((sum, value, i) => sum + w[i] * value, 0);
    learn(filter, frame);
    for (const i of companions) assert.equal(m[rowOf(filter, i) + sensor.weight], 1, `${i} is no surprise`);
    assertClose([m[row + sensor.regressed]], [forecast], 1e-12);
    assertClose([m[row + sensor.carried]], [forecast], 1e-12, 'stands for the reading');
  });

  it('forecast: within the range seen and a tenth of it, however long the gap', () => {
    const filter = trained();
    const { m, context } = filter;
    const { at } = context;
    const row = rowOf(filter, 3);
    m[row + at.weights + at.k + 2] = 50; // a weight that takes every forecast further up
    const range = m[row + sensor.high] - m[row + sensor.low];
    for (const frame of stream.slice(300)) learn(filter, hide(frame, [3]));
    assertClose([m[row + sensor.regressed]], [m[row + sensor.high] + 0.1 * range], 1e-12);
  });

  it('in the shadow: the forecast a sensor gets when its group really is out, in the first frame of a window', () => {
    const filter = trained();
    const { m } = filter;
    const sensors = Array.from({ length: D }, (_, j) => j);
    const group = (): number[] => sensors.filter((j) => m[rowOf(filter, j) + sensor.hidden] === 1);
    for (let k = 300; m[scalar.windowFrames] !== 1 || group().length < 2; k = k === 319 ? 300 : k + 1)
      learn(filter, stream[k]);
    const hidden = group();
    const frame = stream[300].map((y, j) => (Number.isNaN(y) ? j / D : y));
    const twin = copyFilter(filter);
    learn(filter, frame);
    learn(twin, hide(frame, hidden));
    const said = hidden.map((j) => m[rowOf(filter, j) + sensor.shadowCarried]);
    assertClose(
      said,
      hidden.map((j) => twin.m[rowOf(twin, j) + sensor.regressed]),
      1e-9,
    );
  });

  it('weights: one step of Bayesian least squares', () => {
    const { m, context } = trained();
    const { at } = context;
    const row = at.records + 2 * at.stride;
    const y = Array.from({ length: at.n }, (_, i) => Math.cos(i));
    m.set(y, at.regressors);
    m[row + sensor.z] = 1.3;
    m[row + sensor.regressed] = 0.4;
    m[row + sensor.weight] = 0.5;
    const w = Matrix.columnVector(numbersAt(m, row + at.weights, at.n));
    const order = Array.from({ length: at.n }, (_, i) => i);
    const A = new Matrix(order.map((i) => order.map((k) => m[row + at.A + entryAt(i, k)])));
    const x = Matrix.columnVector(y);
    const noise = (30 * m[row + sensor.regressionNoise]) / 0.5;
    const gain = A.mmul(x).div(x.transpose().mmul(A).mmul(x).get(0, 0) + noise);
    const weights = Matrix.add(w, Matrix.mul(gain, 0.9)).to1DArray();
    const posterior = A.clone().sub(gain.mmul(x.transpose()).mmul(A));
    assert.ok(posterior.trace() < at.n);

    learnRegression(m, context, row);
    assertClose(numbersAt(m, row + at.weights, at.n), weights, 1e-12, 'w');
    const learned = order.flatMap((i) => order.map((k) => m[row + at.A + entryAt(i, k)]));
    assertClose(learned, posterior.mul(1 / 0.998).to1DArray(), 1e-12, 'A');
  });

  it('companions: the one least alike makes way for the one most alike, which has no weight yet', () => {
    const { m, context } = activeFilter(D, RANK, { companions: true });
    const { at } = context;
    const loadings = [1, 0.9, 0.8, 0.01, 0.7, 0.2, 5, 0.3, 0.1];
    loadings.forEach((loading, j) => {
      const row = at.records + j * at.stride;
      m.fill(0, row + at.C, row + at.C + at.p);
      m[row + at.C] = loading;
      m[row + sensor.spread] = loading * loading + 0.4;
    });
    m.fill(7, at.records + at.weights, at.records + at.weights + at.n);
    assert.deepEqual(numbersAt(m, at.records + at.companions, at.k), [1, 2, 3, 4]);
    m[scalar.visited] = 0;
    chooseCompanion(m, context);
    assert.deepEqual(numbersAt(m, at.records + at.companions, at.k), [1, 2, 6, 4]);
    assert.deepEqual(numbersAt(m, at.records + at.weights, at.n), [7, 7, 0, 7, 7, 7, 7]);
    assert.equal(m[scalar.visited], 1);
  });

  it('weights: the last value alone once the sensor has taken new units, and room to learn', () => {
    const filter = trained();
    const { m, context } = filter;
    const { at } = context;
    const row = rowOf(filter, 4);
    m[row + sensor.z] = 1000;
    m[row + sensor.guard] = 10;
    const scale = m[row + sensor.scale];
    guardUnits(m, context, row);
    assert.equal(m[row + sensor.scale], 250 * scale);
    assert.deepEqual(numbersAt(m, row + at.weights, at.n), [0, 0, 0, 0, 0, 1, 0]);
    for (let i = 0; i < at.n; i++) assert.equal(m[row + at.A + entryAt(i, i)], 1);
  });

  it('spread: |C|^2 + gamma0 in the new units, so that the sensor is as much like the others as before', () => {
    const filter = trained();
    const { m, context } = filter;
    const { at } = context;
    const row = rowOf(filter, 4);
    const measure = (): number =>
      numbersAt(m, row + at.C, at.r).reduce((sum, c) => sum + c * c, m[row + sensor.gamma0]);
    m[row + sensor.spread] = measure();
    m[row + sensor.z] = 1000;
    m[row + sensor.guard] = 10;
    guardUnits(m, context, row);
    assertClose([m[row + sensor.spread]], [measure()], 1e-12);
  });

  it('a pause says no more than the empty frames it stands for', () => {
    const filter = trained();
    const twin = copyFilter(filter);
    const empty = new Float64Array(D).fill(NaN);
    for (let i = 0; i < 5; i++) learn(twin, empty);
    const { stride, records } = filter.context.at;
    for (let row = records; row < filter.m.length; row += stride)
      assert.equal(twin.m[row + sensor.carried], filter.m[row + sensor.carried]);
  });
});

describe('a sensor that gets units late', () => {
  it('is estimated from its last readings when it is missing right after', () => {
    const model = new AdaptiveModel({ sensors: 4 });
    const random = new Random(8);
    let level = 500;
    const levelOf = (k: number): number => (k < 600 ? NaN : (level += random.normal()));
    for (let k = 0; k < 640; k++) {
      const common = Math.sin(k / 7);
      const late = model.estimates.active[3] === 1 ? NaN : levelOf(k);
      model.learnOne([common, -common + 0.1 * random.normal(), common + 0.1 * random.normal(), late]);
      if (!Number.isNaN(late) || k < 600) continue;
      const gap = Math.abs(model.estimates.mean[3] - level);
      assert.ok(gap < 3, `${model.estimates.mean[3]} for a last reading of ${level}`);
      return;
    }
    assert.fail('the sensor never got units');
  });
});
