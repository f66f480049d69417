import assert from 'node:assert/strict';
import { ImputeModel } from '../../src';
import { Random } from '../support/random';

const START = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;

describe('a kind that was set from the first reading on, and is no longer', () => {
  for (const kind of ['counter', 'angle', 'state', 'on-change'] as const)
    it(`leaves a plain sensor that is filled and told of: ${kind}`, () => {
      const random = new Random(3);
      const learn = (model: ImputeModel, t: number): number | null => {
        const common = random.normal();
        const fields: Record<string, number> = { a: common, b: 2 * common + 0.1 * random.normal() };
        const isHidden = t >= 400 && t % 20 < 5;
        if (!isHidden) fields.it = common + 0.1 * random.normal();
        const answer = model.learnOne({ fields, time: START + t * MINUTE, arrival: START + t * MINUTE });
        return isHidden ? answer.value[answer.names.indexOf('it')] : null;
      };
      const set = new ImputeModel({ kinds: `it: ${kind}` });
      for (let t = 0; t < 300; t++) learn(set, t);
      const stored = set.snapshot();
      assert.ok(stored !== null);
      const model = ImputeModel.restore({}, stored);
      let filled = 0;
      for (let t = 300; t < 600; t++) {
        const value = learn(model, t);
        if (value === null) continue;
        assert.ok(Number.isFinite(value), `${value} in frame ${t}`);
        filled += 1;
      }
      assert.equal(filled, 50);
      assert.equal(model.receipt()?.sensors.length, 3);
    });
});
