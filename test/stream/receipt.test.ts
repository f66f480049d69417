import assert from 'node:assert/strict';
import { ImputeModel } from '../../src/stream/impute-model';
import type { SensorReceipt } from '../../src/stream/receipt';
import { nextNormal } from '../../src/random';

const FRAMES = 6000;
const TRIALS = 24;
/** Frames that a sensor is really taken away for. */
const AWAY = 63;

type Fields = Record<string, number>;

/** Three sensors of one load, one that wanders by itself, one of noise alone. */
function createPlant(seed: number): () => Fields {
  const state = Float64Array.of(seed);
  const next = (): number => nextNormal(state, 0);
  let load = 0;
  let wander = 0;
  let t = 0;
  return () => {
    t += 1;
    load = 0.95 * load + 0.3 * next();
    wander = 0.98 * wander + 0.2 * next();
    const all = load + Math.sin(t / 9);
    return {
      inlet: 21 + 2 * all + 0.2 * next(),
      outlet: 35 - 3 * all + 0.3 * next(),
      power: 122 + 14 * all + 2 * next(),
      wander: 7 + wander,
      noise: 5 + next(),
    };
  };
}

const learn = (model: ImputeModel, t: number, fields: Fields): ReturnType<ImputeModel['learnOne']> =>
  model.learnOne({ fields, time: 1e12 + t * 1000, arrival: 1e12 + t * 1000 });

const twinOf = (model: ImputeModel): ImputeModel => {
  const snapshot = model.snapshot();
  assert.ok(snapshot);
  return ImputeModel.restore({}, snapshot);
};

describe('the receipt', function () {
  this.timeout(120_000);
  const model = new ImputeModel();
  const plant = createPlant(11);
  let t = 0;
  const sensorOf = (name: string): SensorReceipt => {
    const sensor = model.receipt()?.sensors.find((each) => each.name === name);
    assert.ok(sensor);
    return sensor;
  };

  before(() => {
    for (; t < FRAMES; t++) learn(model, t, plant());
  });

  it('has nothing to say of a model without readings, and no figure before any was measured', () => {
    assert.equal(new ImputeModel().receipt(), null);
    const young = new ImputeModel();
    const frames = createPlant(3);
    for (let i = 0; i < 45; i++) learn(young, i, frames());
    const receipt = young.receipt();
    assert.equal(receipt?.hidden, 0);
    assert.deepEqual(
      receipt.sensors.map(({ isReplaceable }) => isReplaceable),
      [null, null, null, null, null],
    );
  });

  it('names who stands in for a sensor, and whom nobody stands in for', () => {
    assert.deepEqual([...sensorOf('inlet').from].sort(), ['outlet', 'power']);
    assert.equal(sensorOf('inlet').isReplaceable, true);
    assert.deepEqual([sensorOf('noise').isReplaceable, sensorOf('noise').from], [false, []]);
    assert.deepEqual(sensorOf('wander').from, []);
    assert.equal(model.receipt()?.sensors.at(-1)?.name, 'noise');
    assert.equal(sensorOf('inlet').gapSeconds, sensorOf('inlet').gapFrames);
  });

  it('counts how many hidden readings the intervals held', () => {
    const receipt = model.receipt();
    assert.ok(receipt && receipt.hidden > 1000);
    const share = receipt.held / receipt.hidden;
    assert.ok(share > 0.92 && share < 0.99, `${share}`);
  });

  it('states errors that are found, within 20 %, when the sensors are really taken away', () => {
    const stated = new Map(model.receipt()?.sensors.map(({ name, errors }) => [name, errors]));
    const squares = new Map<string, { sum: number; count: number }>();
    for (let trial = 0; trial < TRIALS; trial++) {
      const ahead = Array.from({ length: AWAY }, () => plant());
      for (const name of stated.keys()) {
        const twin = twinOf(model);
        ahead.forEach((frame, i) => {
          const { [name]: truth, ...others } = frame;
          const answer = learn(twin, t + i, others);
          const error = answer.value[answer.names.indexOf(name)] - truth;
          if (i < AWAY / 2) return;
          const found = squares.get(name) ?? { sum: 0, count: 0 };
          squares.set(name, { sum: found.sum + error * error, count: found.count + 1 });
        });
      }
      ahead.forEach((frame) => learn(model, t++, frame));
    }
    for (const [name, errors] of stated) {
      const { sum, count } = squares.get(name) ?? { sum: NaN, count: 0 };
      const found = Math.sqrt(sum / count);
      const said = errors.find(({ gap }) => gap === AWAY)?.error ?? NaN;
      assert.ok(said >= 0.8 * found && said <= 1.2 * found, `${name}: stated ${said}, found ${found}`);
    }
  });

  it('survives a snapshot, and a sensor that joins', () => {
    const twin = twinOf(model);
    assert.deepEqual(twin.receipt(), model.receipt());
    learn(twin, t, { ...plant(), late: 1 });
    assert.equal(twin.receipt()?.sensors.find(({ name }) => name === 'late')?.isReplaceable, null);
  });

  it('refuses counts that no snapshot holds', () => {
    const snapshot = model.snapshot();
    assert.ok(snapshot);
    const meta = JSON.parse(JSON.stringify(snapshot.meta)) as {
      extra: { ensemble: { hidden: { held: number } } };
    };
    meta.extra.ensemble.hidden.held = -1;
    assert.throws(() => ImputeModel.restore({}, { ...snapshot, meta }), /hidden readings/);
  });
});

describe('the rhythm of a sensor', function () {
  this.timeout(60_000);
  const MINUTES = 30;
  const A_DAY = (24 * 60) / MINUTES;

  /** So many days of a sensor of the day, one of the week, one of noise, one that wanders. */
  const live = (model: ImputeModel, days: number): void => {
    const state = Float64Array.of(5);
    const next = (): number => nextNormal(state, 0);
    let wander = 0;
    for (let t = 0; t < days * A_DAY; t++) {
      wander += 0.1 * next();
      const time = 1_000_080_000_000 + t * MINUTES * 60_000;
      const fields = {
        sun: 20 + 5 * Math.sin((2 * Math.PI * t) / A_DAY) + 0.5 * next(),
        shift: 3 + (t % (7 * A_DAY) < 5 * A_DAY ? 4 : 0) + 0.5 * next(),
        noise: next(),
        wander: 10 + wander,
      };
      model.learnOne({ fields, time, arrival: time });
    }
  };

  it('is told where it has been shown, in its own length, and of no other', () => {
    const model = new ImputeModel({ timeZone: 'UTC' });
    live(model, 42);
    const rhythms = model.names.map((name, j) => [name, (model.rhythm(j) ?? 0) / 86_400_000]);
    assert.deepEqual(Object.fromEntries(rhythms), { sun: 1, shift: 7, noise: 0, wander: 0 });
    const told = model.receipt()?.sensors.map(({ name, rhythmSeconds }) => [name, rhythmSeconds]);
    assert.deepEqual(Object.fromEntries(told ?? []), {
      ...{ sun: 86_400, shift: 604_800, noise: null, wander: null },
    });
  });

  it('is told of no young model, and of none that was told to look for none', () => {
    const young = new ImputeModel();
    live(young, 1);
    const told = new ImputeModel({ rhythm: 'none' });
    live(told, 10);
    for (const model of [young, told])
      assert.deepEqual(
        model.names.map((_, j) => model.rhythm(j)),
        [null, null, null, null],
      );
  });
});
