import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import type { Variant } from '../../src/adaptive/variant';
import { longTrend } from '../../src/adaptive/experts/trend';
import { defaultVariant, referenceVariant } from '../../src/adaptive/variant';
import { assertClose } from '../support/close';
import { assertSound, copyOf, expertsWithout, learn } from '../support/adaptive';
import { Random } from '../support/random';

describe('warm start', () => {
  /** Mean and sd that the model gives for one sensor before each of its readings. */
  const sayings = (readings: readonly number[], reference: boolean): number[][] => {
    const model = new AdaptiveModel({ sensors: 1, reference });
    return readings.map((y) => {
      model.learnOne([y]);
      return [model.estimates.mean[0], model.estimates.sd[0]];
    });
  };

  it('answers with the median of the last three readings and their running spread', () => {
    const said = sayings([4, 10, 6, NaN, 7, NaN], true);
    assert.deepEqual(said[0], [NaN, NaN]);
    assert.deepEqual(said[1], [4, 0]);
    assertClose(said[2], [10, Math.sqrt(18)], 1e-14);
    assertClose(said[3], [6, Math.sqrt(28 / 3)], 1e-14);
    assert.deepEqual(said[4], said[3]);
    assert.equal(said[5][0], 7);
  });

  it('widens the spread of few readings as Student does', () => {
    const readings = Array.from(new Random(6).vector(39));
    const [plain, widened] = [sayings(readings, true), sayings(readings, false)];
    const quantiles = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262]; // 97.5 %, 1 to 9 degrees of freedom
    quantiles.forEach((quantile, k) => {
      assert.equal(widened[k + 2][0], plain[k + 2][0]);
      const ratio = widened[k + 2][1] / plain[k + 2][1];
      assert.ok(Math.abs(ratio / (quantile / 2) - 1) < 0.03, `${k + 1}: ${ratio}`);
    });
    assert.ok(widened[38][1] / plain[38][1] < 1.05);
  });

  it('intervals hold what they promise from the second reading on', () => {
    let inside = 0;
    let asked = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const readings = Array.from(new Random(seed).vector(12));
      for (const [k, [mean, sd]] of sayings(readings, false).entries()) {
        if (k < 2) continue;
        asked++;
        inside += Math.abs(readings[k] - mean) <= 2 * sd ? 1 : 0;
      }
    }
    assert.ok(inside / asked > 0.9, `${inside} of ${asked}`);
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
    const atOnce = new AdaptiveModel({ sensors: 70 }, { ...defaultVariant, slicesReplays: false });
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

    it('goes on from a snapshot that was taken while units were being measured', () => {
      const model = new AdaptiveModel({ sensors: 70 });
      frames.slice(0, 321).forEach((frame) => model.learnOne(frame));
      const { data } = model.snapshot();
      assert.ok(data[4] < 0, `the replay at ${data[4]}`);
      const restored = AdaptiveModel.restore(model.snapshot());
      for (const frame of frames.slice(321)) {
        model.learnOne(frame);
        restored.learnOne(frame);
      }
      assert.deepEqual(restored.snapshot().data, model.snapshot().data);
      assert.deepEqual(model.snapshot().data, sliced.snapshot().data);
    });

    it('the result is the same, bit for bit', () => {
      assert.ok(agrees.slice(45, 57).every(Boolean), 'after the first replay');
      assert.ok(agrees.slice(370).every(Boolean), 'after the last');
      assert.deepEqual(sliced.snapshot().data, atOnce.snapshot().data);
    });
  });
});

describe('variants', () => {
  const random = new Random(23);
  const frames = random.frames(3000, 8, 3, 0.15).map((frame, k) =>
    frame.map((y, j) => {
      if (j === 2 && k > 500) return 40 * y; // leaves its units
      if (j === 3 && k < 400) return NaN; // gets units late, and is soon missing: its history
      if (j === 3 && k % 30 < 10) return NaN;
      if (j === 4 && k > 600) return y + 900; // shifts for good
      if (j === 5 && k > 2000) return y / 20; // loses its gain: relearns
      if (j === 6 && k < 60) return 7; // stands still at first
      if (j === 7 && k % 200 < 50) return NaN; // long gaps: the trend in them, and between the buckets
      if (k > 300 && k % 60 < 5) return NaN; // empty frames
      return random.uniform() < 0.01 ? y + 50 : y;
    }),
  );
  const run = (changes: Partial<Variant>): { model: AdaptiveModel; said: number[][] } => {
    const model = new AdaptiveModel({ sensors: 8 }, { ...defaultVariant, ...changes });
    const said = frames.map((frame) => {
      model.learnOne(frame);
      return [...model.estimates.mean, ...model.estimates.sd];
    });
    return { model, said };
  };
  const whole = run({});

  it('the default one is the model of users', () => {
    const model = new AdaptiveModel({ sensors: 8 });
    const said = frames.map((frame) => {
      model.learnOne(frame);
      return [...model.estimates.mean, ...model.estimates.sd];
    });
    assert.deepEqual(said, whole.said);
  });

  const changes: readonly (readonly [string, Partial<Variant>])[] = [
    ...['last value', 'running mean', 'trend', 'regression'].map(
      (name) => [`without the ${name}`, { experts: expertsWithout(name) }] as const,
    ),
    ['with a trend in long gaps', { experts: [...expertsWithout('trend', 'regression'), longTrend] }],
    ...Object.entries(referenceVariant)
      .filter(([name]) => !['experts', 'slicesReplays'].includes(name))
      .map(([name, value]) => [`with ${name} as in the reference`, { [name]: value as unknown }] as const),
  ];
  for (const [name, change] of changes) {
    it(`${name} it says something else, soundly`, () => {
      const { model, said } = run(change);
      assert.notDeepEqual(said, whole.said);
      assertSound(model, Array<boolean>(8).fill(true));
    });
  }
});
