import assert from 'node:assert/strict';
import { FilterModel } from '../../src';
import { Random } from '../support/random';

const MINUTE = 60_000;

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
});
