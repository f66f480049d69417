import assert from 'node:assert/strict';
import { endureAll } from '../bench/torture/run';
import { SCENARIOS } from '../bench/torture/scenarios';
import { endureWildSettings } from '../bench/torture/wild';

describe('torture: finite numbers, semidefinite P and V, bounded error', () => {
  for (const scenario of SCENARIOS) {
    it(scenario.name, () => {
      const broken = endureAll(scenario, 'small').filter(({ failure }) => failure !== undefined);
      assert.deepEqual(broken, []);
    });
  }

  it('settings of any size', () => assert.deepEqual(endureWildSettings(1500, 7), []));
});
