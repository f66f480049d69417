import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import { defaultMechanisms, type Mechanisms } from '../../src/adaptive/mechanisms';
import { assertClose } from '../support/close';
import { assertSound, copyOf, everything, learn } from '../support/adaptive';
import { Random } from '../support/random';

describe('start-up', () => {
  it('answers with the median of the last three readings and their running spread', () => {
    const model = new AdaptiveModel({ sensors: 1 });
    const readings = [4, 10, 6, NaN, 7];
    const said = readings.map((y) => {
      model.learnOne([y]);
      return [model.estimates.mean[0], model.estimates.sd[0]];
    });
    assert.deepEqual(said[0], [NaN, NaN]);
    assert.deepEqual(said[1], [4, 0]);
    assertClose(said[2], [10, Math.sqrt(18)], 1e-14);
    assertClose(said[3], [6, Math.sqrt(28 / 3)], 1e-14);
    assert.deepEqual(said[4], said[3]);
    model.learnOne([NaN]);
    assert.equal(model.estimates.mean[0], 7);
    assert.equal(model.phase, 'warming');
  });

  it('is ready after 40 frames, and a late sensor becomes active once it has moved', () => {
    const model = new AdaptiveModel({ sensors: 3 });
    const frames = new Random(2).frames(120, 3, 1);
    learn(
      model,
      frames.map(([a, b, c], k) => [a, b, k < 78 ? NaN : c]),
      0,
      39,
    );
    assert.equal(model.phase, 'warming');
    model.learnOne([frames[39][0], frames[39][1], NaN]);
    assert.equal(model.phase, 'ready');
    const activeFrom = frames.slice(40).findIndex(([a, b, c], k) => {
      model.learnOne([a, b, k + 40 < 78 ? NaN : c]);
      return model.estimates.active[2] === 1;
    });
    assert.equal(activeFrom + 40, 104); // 20 readings make frame 98; the next look is after 104 frames
  });

  it('gives a sensor that joins the same place as one that was silent until then', () => {
    const frames = new Random(5).frames(420, 11, 3, 0.1);
    const silent = frames.map((frame, k) => frame.map((y, j) => (j === 10 && k < 25 ? NaN : y)));
    const whole = new AdaptiveModel({ sensors: 11 });
    const joined = new AdaptiveModel({ sensors: 10 });
    learn(whole, silent, 0, 25);
    learn(
      joined,
      silent.map((frame) => frame.slice(0, 10)),
      0,
      25,
    );
    joined.addSensor();
    for (let k = 25; k < 420; k++) {
      whole.learnOne(silent[k]);
      joined.learnOne(silent[k]);
      const { gap: expectedGap, ...expected } = copyOf(whole.estimates);
      const { gap, ...actual } = copyOf(joined.estimates);
      assert.deepEqual(actual, expected, `frame ${k}`);
      assert.deepEqual(gap, expectedGap);
    }
  });

  it('takes in sensors that join at any time, one by one', () => {
    const frames = new Random(5).frames(700, 14, 3, 0.1);
    const model = new AdaptiveModel({ sensors: 1 });
    frames.forEach((frame, k) => {
      if (k % 50 === 10 && model.sensors < 14) model.addSensor();
      model.learnOne(frame.slice(0, model.sensors));
    });
    assert.equal(model.sensors, 14);
    assert.equal(model.features.length, 7); // 8 sensors were known at the last rebuild, at frame 320
    assertSound(model, Array<boolean>(14).fill(true));
    assert.deepEqual(Array.from(model.estimates.active), Array(14).fill(1));
  });

  describe('with more than 64 sensors', () => {
    const frames = new Random(14).frames(400, 70, 3, 0.1);
    const sliced = new AdaptiveModel({ sensors: 70 });
    const atOnce = new AdaptiveModel({ sensors: 70, reference: true });
    const agrees = frames.map((frame, k) => {
      sliced.learnOne(frame);
      atOnce.learnOne(frame);
      if (k === 40) assert.equal(sliced.phase, 'warming');
      const [a, b] = [sliced.estimates.mean, atOnce.estimates.mean];
      return a.every((value, j) => Object.is(value, b[j]));
    });

    it('the old filter answers until the new one has caught up', () => {
      assert.ok(agrees.slice(0, 40).every(Boolean), 'warming');
      assert.ok(!agrees.slice(40, 45).some(Boolean), 'the first replay');
      assert.ok(!agrees.slice(320, 360).some(Boolean), 'the last replay');
    });

    it('the result is the same, bit for bit', () => {
      assert.ok(agrees.slice(45, 57).every(Boolean), 'after the first replay');
      assert.ok(agrees.slice(370).every(Boolean), 'after the last');
      assert.deepEqual(sliced.snapshot().data, atOnce.snapshot().data);
    });
  });
});

describe('mechanisms', () => {
  const random = new Random(23);
  const frames = random.frames(700, 8, 3, 0.15).map((frame, k) =>
    frame.map((y, j) => {
      if (j === 1 && k < 100) return k % 9 === 0 ? y : 2; // hardly moves at first: the wide quantiles
      if (j === 2 && k > 500) return 40 * y; // leaves its units: the guard
      if (j === 4 && k > 600) return y + 900; // shifts for good: relocation
      if (k > 300 && k % 60 < 5) return NaN; // empty frames
      return random.uniform() < 0.01 ? y + 50 : y;
    }),
  );
  const run = (mechanisms: Partial<Mechanisms>): { model: AdaptiveModel; said: number[][] } => {
    const model = new AdaptiveModel({ sensors: 8, mechanisms });
    const said = frames.map((frame) => {
      model.learnOne(frame);
      return [...model.estimates.mean, ...model.estimates.sd];
    });
    return { model, said };
  };
  const whole = run({});

  it('all on are the default', () => {
    assert.deepEqual(run(defaultMechanisms).said, whole.said);
    assert.ok(Object.values(defaultMechanisms).every(Boolean));
  });

  it('the reference is without those added since', () => {
    const reference = new AdaptiveModel({ sensors: 8, reference: true });
    assert.deepEqual(reference.config.mechanisms, { ...defaultMechanisms, relocation: false });
  });

  for (const name of Object.keys(defaultMechanisms) as (keyof Mechanisms)[]) {
    it(`without ${name} it says something else, soundly, and goes on from a snapshot`, () => {
      const { model, said } = run({ [name]: false });
      assert.notDeepEqual(said, whole.said);
      assertSound(model, Array<boolean>(8).fill(true));
      const restored = AdaptiveModel.restore(model.snapshot());
      learn(model, frames, 0, 50);
      learn(restored, frames, 0, 50);
      assert.deepEqual(everything(restored), everything(model));
    });
  }
});
