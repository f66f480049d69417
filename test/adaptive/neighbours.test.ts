import assert from 'node:assert/strict';
import { Matrix } from 'ml-matrix';
import { AdaptiveModel } from '../../src';
import { learnWeights, regression } from '../../src/adaptive/experts/regression';
import { copyFilter, type Filter } from '../../src/adaptive/filter';
import type { Expert } from '../../src/adaptive/experts/expert';
import type { Variant } from '../../src/adaptive/variant';
import { chooseNeighbour } from '../../src/adaptive/kernels/neighbours';
import { changeUnits } from '../../src/adaptive/standardise';
import type { Sensor } from '../../src/adaptive/sensor';
import { defaultVariant, referenceVariant } from '../../src/adaptive/variant';
import { entryAt } from '../../src/linalg/packed';
import { activeFilter, expertsWithout, learnReadings } from '../support/adaptive';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const D = 9;
const RANK = 4;
/** Within the units of 1. */
const stream = new Random(21).frames(320, D, 3, 0.1).map((frame) => frame.map((y) => y / 4));

/** What the regression has said of each sensor in the last frame. */
const said = new Float64Array(D);
const spy: Expert = {
  ...regression,
  forecast(sensor, question, filter) {
    regression.forecast(sensor, question, filter);
    if (!question.isHeldOut) said[sensor.index] = question.forecast;
  },
};
const withRegression = { experts: [...referenceVariant.experts, spy] };

/** What the regression says of each sensor of a frame. */
function regress(filter: Filter, readings: ArrayLike<number>): number[] {
  learnReadings(filter, readings);
  return Array.from(said);
}

/** A filter that knows its stream. */
function trained(): Filter {
  const filter = activeFilter(D, RANK, withRegression);
  for (const frame of stream.slice(0, 300)) learnReadings(filter, frame);
  return filter;
}

const hide = (frame: Float64Array, hidden: readonly number[]): Float64Array =>
  frame.map((y, i) => (hidden.includes(i) ? NaN : y));

const numbersAt = (m: Float64Array, start: number, count: number): number[] =>
  Array.from(m.subarray(start, start + count));
const neighboursOf = ({ m, at }: Filter, sensor: Sensor): number[] => numbersAt(m, sensor.neighbours, at.k);
const weightsOf = ({ m, at }: Filter, sensor: Sensor): number[] => numbersAt(m, sensor.weights, at.n);

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

function squaredError(changes: Partial<Variant>): number {
  const model = new AdaptiveModel({ sensors: 9 }, { ...defaultVariant, ...changes });
  let sum = 0;
  drawWalks(9, 1500, 5).forEach(({ frame, truth }, k) => {
    model.learnOne(frame);
    if (k < 400) return;
    frame.forEach((y, j) => (sum += Number.isNaN(y) ? (model.estimates.mean[j] - truth[j]) ** 2 : 0));
  });
  return sum;
}

describe('the regression on neighbours', () => {
  it('follows sensors that move together but drift apart', () => {
    const [error, without] = [squaredError({}), squaredError({ experts: expertsWithout('regression') })];
    assert.ok(error < 0.8 * without, `${error}, without ${without}`);
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

describe('pieces of the regression on neighbours against direct formulas', () => {
  it("forecast: w'y of an observed sensor is the one it gets when it really is missing", () => {
    const filter = trained();
    // Sensors 1 and 2 are missing, so that neighbours have to be filled without the sensor's own reading.
    const frame = stream[300].map((y, j) => (j === 1 || j === 2 ? NaN : Number.isNaN(y) ? j / D : y));
    frame[5] += 40; // cut back where it is a neighbour, and no part of its own forecast
    const whole = regress(copyFilter(filter), frame);
    for (const sensor of filter.sensors) {
      const j = sensor.index;
      const without = regress(copyFilter(filter), hide(frame, [j]));
      assertClose([whole[j]], [without[j]], 1e-9, `of ${j}`);
      assert.ok(!neighboursOf(filter, sensor).includes(j));
    }
  });

  it('forecast: from neighbours with readings, their mean change, the last value and 1', () => {
    const filter = trained();
    const { at, sensors } = filter;
    const j = 3;
    const neighbours = neighboursOf(filter, sensors[j]);
    const carried = sensors.map((sensor) => sensor.carried);
    const frame = stream[301].map((y, i) => (i === j ? NaN : Number.isNaN(y) ? carried[i] : y));
    const moves = neighbours.map((i) => frame[i] - carried[i]);
    const mean = moves.reduce((sum, move) => sum + move, 0) / at.k;
    const y = [...neighbours.map((i) => frame[i]), mean, carried[j], 1];
    const w = weightsOf(filter, sensors[j]);
    const forecast = y.reduce((sum, value, i) => sum + w[i] * value, 0);
    const got = regress(filter, frame);
    for (const i of neighbours) assert.equal(sensors[i].weight, 1, `${i} is no surprise`);
    assertClose([got[j]], [forecast], 1e-12);
    assertClose([sensors[j].carried], [forecast], 1e-12, 'stands for the reading');
  });

  it('forecast: within the range seen and a tenth of it, however long the gap', () => {
    const filter = trained();
    const { m, at } = filter;
    const sensor = filter.sensors[3];
    m[sensor.weights + at.k + 2] = 50; // a weight that takes every forecast further up
    for (const frame of stream.slice(300)) learnReadings(filter, hide(frame, [3]));
    assertClose([said[3]], [sensor.high + 0.1 * (sensor.high - sensor.low)], 1e-12);
  });

  it('held out: the forecast a sensor gets when its group really is out, in the first frame of a window', () => {
    const filter = trained();
    const group = (): number[] =>
      filter.sensors.filter(({ isHeldOut }) => isHeldOut === 1).map(({ index }) => index);
    for (let k = 300; filter.windowFrames !== 1 || group().length < 2; k = k === 319 ? 300 : k + 1)
      learnReadings(filter, stream[k]);
    const hidden = group();
    const frame = stream[300].map((y, j) => (Number.isNaN(y) ? j / D : y));
    const twin = regress(copyFilter(filter), hide(frame, hidden));
    learnReadings(filter, frame);
    assertClose(
      hidden.map((j) => filter.sensors[j].heldOutCarried),
      hidden.map((j) => twin[j]),
      1e-9,
    );
  });

  it('weights: one step of Bayesian least squares', () => {
    const filter = trained();
    const { m, at, question } = filter;
    const sensor = filter.sensors[2];
    const y = Array.from({ length: at.n }, (_, i) => Math.cos(i));
    m.set(y, at.regressors);
    sensor.z = 1.3;
    question.forecast = 0.4;
    sensor.weight = 0.5;
    const w = Matrix.columnVector(weightsOf(filter, sensor));
    const order = Array.from({ length: at.n }, (_, i) => i);
    const A = new Matrix(order.map((i) => order.map((k) => m[sensor.A + entryAt(i, k)])));
    const x = Matrix.columnVector(y);
    const noise = (30 * sensor.regressionNoise) / 0.5;
    const gain = A.mmul(x).div(x.transpose().mmul(A).mmul(x).get(0, 0) + noise);
    const weights = Matrix.add(w, Matrix.mul(gain, 0.9)).to1DArray();
    const posterior = A.clone().sub(gain.mmul(x.transpose()).mmul(A));
    assert.ok(posterior.trace() < at.n);

    learnWeights(filter, sensor);
    assertClose(weightsOf(filter, sensor), weights, 1e-12, 'w');
    const learned = order.flatMap((i) => order.map((k) => m[sensor.A + entryAt(i, k)]));
    assertClose(learned, posterior.mul(1 / 0.998).to1DArray(), 1e-12, 'A');
  });

  it('neighbours: the least similar makes way for the most similar, which has no weight yet', () => {
    const filter = activeFilter(D, RANK, withRegression);
    const { m, at, sensors } = filter;
    const loadings = [1, 0.9, 0.8, 0.01, 0.7, 0.2, 5, 0.3, 0.1];
    loadings.forEach((loading, j) => {
      m.fill(0, sensors[j].C, sensors[j].C + at.p);
      m[sensors[j].C] = loading;
      sensors[j].movement = loading * loading + 0.4;
    });
    m.fill(7, sensors[0].weights, sensors[0].weights + at.n);
    assert.deepEqual(neighboursOf(filter, sensors[0]), [1, 2, 3, 4]);
    filter.visited = 0;
    chooseNeighbour(filter);
    assert.deepEqual(neighboursOf(filter, sensors[0]), [1, 2, 6, 4]);
    assert.deepEqual(weightsOf(filter, sensors[0]), [7, 7, 0, 7, 7, 7, 7]);
    assert.equal(filter.visited, 1);
  });

  it('weights: the last value alone once the sensor has taken new units, and room to learn', () => {
    const filter = trained();
    const { m, at } = filter;
    const sensor = filter.sensors[4];
    const { scale } = sensor;
    changeUnits(filter, sensor, 0.004);
    assertClose([sensor.scale], [250 * scale], 1e-12);
    assert.deepEqual(weightsOf(filter, sensor), [0, 0, 0, 0, 0, 1, 0]);
    for (let i = 0; i < at.n; i++) assert.equal(m[sensor.A + entryAt(i, i)], 1);
  });

  it('movement: |C|^2 + gamma0 in the new units, so that the sensor is as similar to the others as before', () => {
    const filter = trained();
    const { m, at } = filter;
    const sensor = filter.sensors[4];
    const measure = (): number => numbersAt(m, sensor.C, at.r).reduce((sum, c) => sum + c * c, sensor.gamma0);
    sensor.movement = measure();
    changeUnits(filter, sensor, 0.004);
    assertClose([sensor.movement], [measure()], 1e-12);
  });

  it('a pause says no more than the empty frames it stands for', () => {
    const filter = trained();
    const twin = copyFilter(filter);
    for (let i = 0; i < 5; i++) learnReadings(twin, new Float64Array(D).fill(NaN));
    for (const { index, carried } of filter.sensors) assert.equal(twin.sensors[index].carried, carried);
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
