import assert from 'node:assert/strict';
import { FilterModel } from '../../src';
import { Random } from '../support/random';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Hours of 42 frames, of which the first 40 are not an hour apart: a pause, or every third lost. */
const PAUSE = Array.from({ length: 42 }, (_, t) => t + (t < 20 ? 0 : 12));
const LOST = Array.from({ length: 42 }, (_, t) => t + Math.floor(t / 3));
const daily = (hour: number): number => 5 * Math.sin((2 * Math.PI * hour) / 24);
const learnHour = (model: FilterModel, hour: number): void => {
  const fields = { a: 20 + daily(hour), b: daily(hour + 4) };
  model.learnOne({ fields, time: hour * HOUR, arrival: hour * HOUR });
};

describe('the start of dynamics in units of their own', () => {
  for (const dynamics of ['random-walk', 'seasonal', 'matern', 'linear'] as const)
    for (const rank of [undefined, 2])
      it(`${dynamics}: a plant that is off at first is followed when it moves, rank ${rank ?? 'chosen'}`, () => {
        const periodSeconds = dynamics === 'seasonal' ? 7200 : undefined;
        const model = new FilterModel({ model: 'rpsmf', dynamics, standardise: true, rank, periodSeconds });
        const random = new Random(3);
        let square = 0;
        for (let t = 0; t < 900; t++) {
          const truth = Array.from({ length: 10 }, (_, j) =>
            t < 60 ? 20 + j : 20 + j + 5 * Math.sin((2 * Math.PI * t) / 120 + (j % 2)),
          );
          const entries = truth.map((y, j) => [`s${j}`, t < 60 ? y : y + 0.1 * random.normal()]);
          const fields = Object.fromEntries(entries) as object;
          const { mean } = model.learnOne({ fields: { ...fields }, time: t * MINUTE, arrival: t * MINUTE });
          if (t >= 700) truth.forEach((y, j) => (square += (mean[j] - y) ** 2 / 2000));
        }
        assert.ok(Math.sqrt(square) < 0.15, `${Math.sqrt(square)}`);
      });

  for (const [name, hours] of Object.entries({ PAUSE, LOST }))
    it(`learns the first frames at their own times: ${name.toLowerCase()}`, () => {
      const model = new FilterModel({ dynamics: 'seasonal' });
      hours.forEach((hour) => learnHour(model, hour));
      for (const { steps, mean } of model.forecast(24))
        assert.ok(Math.abs(mean[0] - 20 - daily(hours[41] + steps)) < 0.5, `${steps}: ${mean[0]}`);
    });

  for (const dynamics of ['seasonal', 'matern'] as const)
    it(`${dynamics}: goes on from a snapshot among the first frames, times included`, () => {
      const options = { model: 'rpsmf', dynamics, standardise: true } as const;
      const model = new FilterModel(options);
      PAUSE.slice(0, 30).forEach((hour) => learnHour(model, hour));
      const kept = model.snapshot();
      assert.ok(kept);
      const restored = FilterModel.restore(options, kept);
      for (const each of [model, restored]) PAUSE.slice(30).forEach((hour) => learnHour(each, hour));
      assert.deepEqual(restored.forecast(5), model.forecast(5));
      const wrong = { ...kept, data: kept.data.map((value) => (value === PAUSE[3] * HOUR ? NaN : value)) };
      assert.throws(() => FilterModel.restore(options, wrong), { code: 'BAD_SNAPSHOT' });
      const short = { ...kept, data: kept.data.slice(0, -60) }; // as states without times were
      assert.throws(() => FilterModel.restore(options, short), { code: 'BAD_SNAPSHOT' });
    });
});
