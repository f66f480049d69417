import assert from 'node:assert/strict';
import { FilterModel, type FilterAnswer, type FilterModelOptions } from '../../src';
import { dynamicsNames } from '../../src/stream/dynamics-plan';
import { Random } from '../support/random';
import { copyOf } from './cases';

const HOUR = 3_600_000;
const NAMES = ['co2', 'pressure', 'temperature'] as const;
const LEVELS = [600, 101_325, 18];
const SIZES = [150, 300, 6];

/** A day in the hours of three sensors of ppm, Pa and °C. */
const daily = (hour: number): number[] =>
  SIZES.map((size, j) => LEVELS[j] + size * Math.sin((2 * Math.PI * (hour - 3 * j)) / 24));

function hours(count: number, seed = 11): Record<string, number>[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, hour) =>
    Object.fromEntries(daily(hour).map((y, j) => [NAMES[j], y + 0.1 * SIZES[j] * random.normal()])),
  );
}
const learn = (model: FilterModel, fields: object, hour: number): FilterAnswer =>
  model.learnOne({ fields: { ...fields }, time: hour * HOUR, arrival: hour * HOUR });
const train = (options: FilterModelOptions, count: number): FilterModel => {
  const model = new FilterModel(options);
  hours(count).forEach((fields, hour) => learn(model, fields, hour));
  return model;
};

describe('dynamics in units of their own', () => {
  it('seasonal: forecast the next day of sensors in °C, Pa and ppm, inside their intervals', () => {
    const model = train({ dynamics: 'seasonal' }, 24 * 14);
    const forecast = model.forecast(24);
    const inside = forecast.flatMap(({ steps, mean, sd }) =>
      daily(24 * 14 + steps - 1).map((truth, j) => {
        assert.ok(Math.abs(mean[j] - truth) < 0.2 * SIZES[j], `${steps} ${j}: ${mean[j]} for ${truth}`);
        return Math.abs(mean[j] - truth) <= 2 * sd[j];
      }),
    );
    assert.ok(inside.filter(Boolean).length >= 0.9 * inside.length);
  });

  it('seasonal: intervals of a forecast are as wide beside sensors that stand still', () => {
    const still = Object.fromEntries(Array.from({ length: 12 }, (_, j) => [`still${j}`, 5 + j]));
    const model = new FilterModel({ dynamics: 'seasonal' });
    let inside = 0;
    let count = 0;
    const all = hours(24 * 42, 13);
    for (const [hour, fields] of all.entries()) {
      learn(model, { ...fields, ...still }, hour);
      if (hour < 24 * 28 || hour >= 24 * 41 || hour % 5 > 0) continue;
      for (const { steps, mean, sd } of model.forecast(24))
        NAMES.forEach((name) => {
          const j = model.names.indexOf(name);
          inside += Number(Math.abs(all[hour + steps][name] - mean[j]) <= 2 * sd[j]);
          count += 1;
        });
    }
    assert.ok(inside >= 0.92 * count, `${inside} of ${count}`);
  });

  it('seasonal: know where in its rhythm a machine is after days of being off', () => {
    const model = new FilterModel({ dynamics: 'seasonal', periodSeconds: 60 });
    const random = new Random(5);
    const truth = (ms: number): number => 5 * Math.sin((2 * Math.PI * ms) / 60_000);
    const learnAt = (ms: number): void => {
      model.learnOne({ fields: { force: truth(ms) + 0.1 * random.normal() }, time: ms, arrival: ms });
    };
    for (let i = 0; i < 3000; i++) learnAt(100 * i);
    const back = 300_000 + 2.5 * 24 * HOUR + 20_000;
    learnAt(back);
    for (const { steps, mean } of model.forecast(600))
      assert.ok(Math.abs(mean[0] - truth(back + 100 * steps)) < 1, `${steps}: ${mean[0]}`);
  });

  for (const dynamics of dynamicsNames) {
    it(`${dynamics}: do not care in which units readings are`, () => {
      const options = { model: 'rpsmf', dynamics, standardise: true, horizon: 2 } as const;
      const [one, other] = [new FilterModel(options), new FilterModel(options)];
      const scale = [1024, 1 / 64, 2];
      for (const [hour, fields] of hours(120).entries()) {
        const scaled = NAMES.map((name, j) => [name, scale[j] * fields[name]]);
        const mean = Array.from(learn(one, fields, hour).mean);
        const { mean: means, forecast } = learn(other, Object.fromEntries(scaled) as object, hour);
        means.forEach((value, j) =>
          assert.ok(Math.abs(value - scale[j] * mean[j]) <= 1e-6 * Math.abs(value)),
        );
        assert.ok(forecast.every(({ sd }) => sd.every((value) => value > 0)));
      }
    });

    it(`${dynamics}: denoise, and say how sure they are`, () => {
      const model = new FilterModel({ model: 'rpsmf', dynamics, standardise: true });
      let inside = 0;
      let count = 0;
      for (const [hour, fields] of hours(400).entries()) {
        const { mean, sd, phase } = learn(model, fields, hour);
        assert.equal(phase, hour < (dynamics === 'seasonal' ? 40 : 39) ? 'warming' : 'ready');
        if (hour < 200) continue;
        for (const [j, truth] of daily(hour).entries())
          inside += Number(Math.abs(mean[j] - truth) <= 2 * sd[j]);
        count += 3;
      }
      assert.ok(inside >= 0.85 * count, `${inside} of ${count}`);
    });
  }

  it('affine: forecasts stay where readings have been, whatever has been learned so far', () => {
    const model = new FilterModel({ model: 'rpsmf', dynamics: 'affine' });
    const random = new Random(6);
    const wave = (t: number): number => 20 + 50 * Math.sin((2 * Math.PI * t) / 40) + 0.4 * random.normal();
    for (let t = 0; t < 1500; t++) {
      learn(model, { a: wave(t), b: wave(t + 10) }, t);
      if (t < 60 || t % 10 > 0) continue;
      const far = model.forecast(300).map(({ mean }) => Math.max(...mean.map(Math.abs)));
      assert.ok(Math.max(...far) < 200, `${t}: ${Math.max(...far)}`);
    }
  });

  it('wait for the distance of frames where a rhythm needs it', () => {
    const model = new FilterModel({ dynamics: 'seasonal', horizon: 2 });
    const answer = (fields: object): FilterAnswer =>
      model.learnOne({ fields: { ...fields }, time: null, arrival: 0 });
    for (const fields of hours(100)) {
      const { phase, forecast, mean } = answer(fields);
      assert.deepEqual([phase, forecast.length], ['warming', 0]);
      assert.deepEqual(Array.from(mean).sort(), Object.values(fields).sort());
    }
  });

  it('call a spike an outlier and are hardly moved by it; a new level is followed', () => {
    const model = train({ dynamics: 'seasonal' }, 240);
    const [spiked] = hours(1);
    const answer = copyOf(learn(model, { ...spiked, co2: 9000 }, 240)) as unknown as FilterAnswer;
    assert.deepEqual(answer.outliers, ['co2']);
    assert.ok(Math.abs(answer.mean[0] - daily(240)[0]) < 150);
    for (let hour = 241; hour < 300; hour++) {
      const fields = Object.fromEntries(daily(hour).map((y, j) => [NAMES[j], j === 0 ? y + 2000 : y]));
      const { mean } = learn(model, fields, hour);
      if (hour > 280)
        assert.ok(Math.abs(mean[0] - fields.co2) < 200, `${hour}: ${mean[0]} for ${fields.co2}`);
    }
  });

  it('take in sensors that join among the first frames, also after a restart', () => {
    const options = { dynamics: 'matern', standardise: true } as const;
    const model = new FilterModel(options);
    let restored = model;
    for (const [hour, { co2, pressure, temperature }] of hours(60).entries()) {
      const fields = hour < 20 ? { co2 } : hour < 35 ? { co2, pressure } : { co2, pressure, temperature };
      if (hour === 25) {
        const kept = model.snapshot();
        assert.ok(kept);
        restored = FilterModel.restore(options, kept);
      }
      const { mean, sd } = copyOf(learn(model, fields, hour)) as unknown as FilterAnswer;
      if (restored !== model) assert.deepEqual([...learn(restored, fields, hour).mean], [...mean]);
      if (hour < 39) continue;
      assert.ok(sd[0] > 0 && sd[1] > 0);
      assert.deepEqual([mean[2], sd[2]], [temperature, NaN]); // it was read five times among the first 40
    }
  });

  it('take in a sensor that joins later, as one that follows the others', () => {
    const model = train({ dynamics: 'seasonal' }, 240);
    for (const [i, fields] of hours(100, 12).entries()) {
      const hour = 240 + i;
      const twin = 40 - 2 * (daily(hour)[2] - 18);
      const isGap = i > 70;
      const { names, mean, sd } = learn(model, isGap ? fields : { ...fields, twin }, hour);
      const j = names.indexOf('twin');
      if (i < 39) assert.deepEqual([mean[j], sd[j]], [twin, NaN]);
      if (isGap) assert.ok(Math.abs(mean[j] - twin) < 6, `${hour}: ${mean[j]} for ${twin}`);
    }
  });

  it('has eight patterns at most where there are many sensors', () => {
    const model = new FilterModel({ dynamics: 'matern', standardise: true });
    const random = new Random(3);
    const loadings = Array.from({ length: 30 }, () => [random.normal(), random.normal()]);
    for (let t = 0; t < 300; t++) {
      const truth = loadings.map(([a, b], j) => 20 + j + a * Math.sin(t / 9) + b * Math.cos(t / 14));
      const entries = truth.map((y, j) => [`s${j}`, y + 0.2 * random.normal()] as const);
      const gone = Object.fromEntries(entries.filter(([name]) => t < 250 || name !== 's7'));
      const { mean, names, features } = learn(model, gone, t);
      if (t > 40) assert.equal(features.length, 8);
      if (t > 250) assert.ok(Math.abs(mean[names.indexOf('s7')] - truth[7]) < 1);
    }
  });

  it('refuse what they cannot be', () => {
    const bad: readonly (readonly [object, RegExp])[] = [
      [{ dynamics: 'tides' }, /dynamics: expected random-walk or seasonal or .*, got "tides"/],
      [{ dynamics: 'seasonal', periodSeconds: 0 }, /periodSeconds: expected a number from/],
      [{ dynamics: 'seasonal', harmonics: 25 }, /harmonics: expected a whole number from 1 to 24, got 25/],
      [{ dynamics: 'seasonal', standardise: false }, /standardise: expected true for "seasonal"/],
      [{ dynamics: 'seasonal', model: 'adaptive' }, /dynamics: expected random-walk, got "seasonal"/],
      [{ model: 'psmf', standardise: 'yes' }, /standardise: expected true or false, got "yes"/],
      [
        { dynamics: { type: 'random-walk', Q: 1 }, model: 'psmf', standardise: true },
        /standardise: expected false/,
      ],
      [{ dynamics: 'periodic', R: -1 }, /R: expected a number from/],
      [{ dynamics: 'affine', Q: -1 }, /dynamics\.Q: expected 0 or a number from/],
      [
        { dynamics: 'seasonal', rank: 3, harmonics: 24 },
        /expected at most 120, got 147\. Lower rank or harmonics/,
      ],
      [{ dynamics: 'fourier', rank: 121 }, /rank: expected at most 120, got 121\. Lower it/],
      [{ dynamics: 'fourier', rank: 300 }, /rank: expected a whole number from 1 to 256/],
    ];
    for (const [options, sentence] of bad)
      assert.throws(() => new FilterModel(options), {
        code: 'BAD_OPTION',
        message: sentence,
      });
  });

  it('refuse a snapshot that contradicts itself', () => {
    const options = { dynamics: 'seasonal' } as const;
    const kept = train(options, 60).snapshot();
    assert.ok(kept);
    const { extra, ...meta } = kept.meta as unknown as { extra: { running: object } };
    const refuse = (change: object): void =>
      assert.throws(
        () =>
          FilterModel.restore(options, {
            ...kept,
            meta: { ...meta, extra: { ...extra, ...change } } as never,
          }),
        { code: 'BAD_SNAPSHOT' },
        JSON.stringify(change),
      );
    for (const change of [
      { seq: -1 },
      { first: 41 },
      { first: 3 },
      { waiting: [[0, 3]] },
      { waiting: 5 },
      { running: {} },
    ])
      refuse(change);
    for (const change of [{ rows: [0, 0, 1] }, { rows: [0, 1, 3] }, { rows: [-1, -1, -1] }, { rows: [0] }])
      refuse({ running: { ...extra.running, ...change } });
    for (const change of [{ streaks: null }, { joined: [-1, 0, 0] }, { found: {} }, { found: null }])
      refuse({ running: { ...extra.running, ...change } });
    for (const change of [{ rank: 0 }, { rank: 2 }, { frameSeconds: 0 }, { isOwn: 1 }, { isFitted: null }]) {
      const { found } = extra.running as { found: object };
      refuse({ running: { ...extra.running, found: { ...found, ...change } } });
    }
  });
});
