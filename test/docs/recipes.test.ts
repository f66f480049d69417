import assert from 'node:assert/strict';
import { runNode } from '../devices/node-run';
import { caseOf, leavesOf, readExample, readRecipes } from './recipe';

/** How near a value that was filled is to the one in the recipe, as a share of it. */
const NEAR = 0.1;

describe('the recipes', () => {
  const recipes = readRecipes();

  it('are those that people ask for', () => {
    assert.deepEqual(
      recipes.map(({ title }) => title),
      [
        ...['Zigbee2MQTT', 'Tasmota', 'Shelly', 'Home Assistant', 'Sparkplug B', 'SenML', 'OPC UA', 'Modbus'],
        ...['LoRaWAN', 'Influx'],
      ],
    );
  });

  for (const recipe of recipes) {
    it(`${recipe.title}: what comes in goes out as the page says`, async () => {
      const { answers, names } = await runNode(caseOf(recipe));
      const answer = answers.at(-1);
      const filled = (answer?.psmf?.impute as { readonly filled: readonly string[] } | undefined)?.filled;
      assert.equal(filled?.length, 1, `filled: ${filled?.join(', ')} of ${names.join(', ')}`);
      const got = new Map(leavesOf(answer?.payload));
      const expected = new Map(leavesOf(recipe.out));
      assert.deepEqual([...got.keys()].sort(), [...expected.keys()].sort());
      const off = [...expected].filter(([path, value]) => got.get(path) !== value);
      for (const [path, value] of off)
        assert.ok(
          Math.abs(Number(got.get(path)) / Number(value) - 1) < NEAR,
          `${path}: ${String(got.get(path))}`,
        );
      assert.ok(off.length <= 1, off.map(([path]) => path).join(', '));
    });

    it(`${recipe.title}: its flow sends the healed values on`, () => {
      const types = readExample(recipe.example).map(({ type }) => type);
      assert.ok(types.includes('psmf-impute') && types.includes('mqtt out'));
    });
  }
});
