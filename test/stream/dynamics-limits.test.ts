import assert from 'node:assert/strict';
import { FilterModel, type FilterModelOptions } from '../../src';
import { dynamicsNames } from '../../src/stream/dynamics-plan';
import { Random } from '../support/random';

const MINUTE = 60_000;

function train(options: FilterModelOptions, count: number, stepMs = MINUTE, seed = 1): FilterModel {
  const model = new FilterModel(options);
  const random = new Random(seed);
  for (let t = 0; t < count; t++) {
    const fields = { a: Math.sin(t / 6) + 0.1 * random.normal(), b: Math.cos(t / 6) + 0.1 * random.normal() };
    model.learnOne({ fields, time: t * stepMs, arrival: t });
  }
  return model;
}

describe('dynamics in units of their own, at the limits', () => {
  it('refuse a snapshot of more patterns than there can be, before they take the memory for them', () => {
    for (const [options, most] of [
      [{ dynamics: 'seasonal', harmonics: 24 }, 1],
      [{ dynamics: 'seasonal', rank: 1 }, 1],
      [{ dynamics: 'matern', standardise: true, model: 'rpsmf' }, 2],
      [{ dynamics: 'fourier' }, 2],
    ] as const) {
      const { meta, ...kept } = train(options, 60).snapshot() ?? assert.fail();
      const lie = structuredClone(meta) as unknown as { extra: { running: { found: { rank: number } } } };
      for (const rank of [most + 1, 256]) {
        lie.extra.running.found.rank = rank;
        assert.throws(() => FilterModel.restore(options, { ...kept, meta: lie }), {
          code: 'BAD_SNAPSHOT',
          message: new RegExp(`rank: expected a whole number from 1 to ${most}, got ${rank}`),
        });
      }
    }
  });

  for (const dynamics of ['fourier', 'periodic'] as const) {
    it(`${dynamics} without process noise: can go on from any frame, however sure the model has become`, () => {
      const options = { dynamics, Q: 0 };
      for (let seed = 1; seed <= 6; seed++) {
        const model = train({ ...options, seed }, 40, MINUTE, seed);
        const random = new Random(seed);
        for (let t = 40; t < 400; t++) {
          const fields = { a: Math.sin(t / 6) + 0.1 * random.normal(), b: Math.cos(t / 6) };
          model.learnOne({ fields, time: t * MINUTE, arrival: t });
          const kept = model.snapshot() ?? assert.fail();
          if (t % 10 === 0) assert.equal(FilterModel.restore({ ...options, seed }, kept).seq, t + 1);
        }
      }
    });
  }

  it('seasonal: go on where times are too close to be times, and start when they no longer are', () => {
    for (const stepMs of [1e-58, 1e-70, 1e-310]) {
      const model = train({ dynamics: 'seasonal', horizon: 2 }, 100, stepMs);
      assert.equal(model.seq, 100);
      const random = new Random(4);
      for (let t = 0; t < 60; t++) {
        const time = 1.7e12 + t * MINUTE;
        const fields = { a: random.normal(), b: random.normal() };
        const { phase, period, forecast } = model.learnOne({ fields, time, arrival: time });
        if (t < 50) continue;
        assert.deepEqual([phase, period], ['ready', MINUTE]);
        assert.ok(forecast.every(({ mean, sd }) => [...mean, ...sd].every(Number.isFinite)));
      }
    }
  });

  it('seasonal: go on from a snapshot whose clock has a period that frames cannot have', () => {
    const options = { dynamics: 'seasonal', horizon: 2 } as const;
    for (const count of [20, 60]) {
      const { meta, ...kept } = train(options, count).snapshot() ?? assert.fail();
      for (const period of [5e-324, 1e308]) {
        const { clock, ...others } = meta as unknown as { clock: object };
        const lie = { ...others, clock: { ...clock, period } };
        const model = FilterModel.restore(options, { ...kept, meta: lie });
        for (let t = count; t < count + 60; t++) {
          const fields = { a: Math.sin(t / 6), b: Math.cos(t / 6) };
          const answer = model.learnOne({ fields, time: t * MINUTE, arrival: t });
          if (t > count + 45) assert.deepEqual([answer.phase, answer.period], ['ready', MINUTE]);
        }
      }
    }
  });

  for (const dynamics of dynamicsNames) {
    it(`${dynamics}: say nothing rather than infinity of sensors that go from 0 to the largest readings`, () => {
      const options = {
        model: 'rpsmf',
        dynamics,
        standardise: true,
        horizon: 2,
        periodSeconds: 3600,
      } as const;
      const model = new FilterModel(options);
      const random = new Random(1);
      for (let t = 0; t < 200; t++) {
        const fields = { a: t < 80 ? 0 : 1e59 * random.normal(), b: 1e59 * random.normal() };
        const { mean, sd, residual, features, forecast } = model.learnOne({
          fields,
          time: t * MINUTE,
          arrival: t,
        });
        const ahead = forecast.flatMap((frame) => [...frame.mean, ...frame.sd]);
        const numbers = [...mean, ...sd, ...residual, ...Array.from(features), ...ahead];
        assert.ok(!numbers.some((value) => Math.abs(value) === Infinity));
        assert.ok(mean.every(Number.isFinite));
      }
    });
  }
});
