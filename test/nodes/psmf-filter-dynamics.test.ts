import assert from 'node:assert/strict';
import type { FilterBlock } from '../../src';
import { dynamicsNames } from '../../src/stream/dynamics-plan';
import { Random } from '../support/random';
import { collect, filterFlow, helper, logged, send, startFlow } from './flow';
import { SlowStore } from './slow-store';

const MINUTE = 60_000;
const START = 1_700_000_000_000;
const DAY = 48;

/** A day of 48 minutes, seen by sensors in °C, Pa and ppm. */
const truthAt = (t: number): Record<string, number> => ({
  temperature: 20 + 5 * Math.sin((2 * Math.PI * t) / DAY),
  pressure: 101_325 + 200 * Math.cos((2 * Math.PI * t) / DAY),
  co2: 700 - 150 * Math.sin((2 * Math.PI * t) / DAY + 1),
});
const SIZES: Readonly<Record<string, number>> = { temperature: 5, pressure: 200, co2: 150 };

function minutes(count: number): { payload: object; timestamp: number }[] {
  const random = new Random(21);
  return Array.from({ length: count }, (_, t) => {
    const noisy = Object.entries(truthAt(t)).map(([name, y]) => [
      name,
      y + 0.1 * SIZES[name] * random.normal(),
    ]);
    return { payload: Object.fromEntries(noisy) as object, timestamp: START + t * MINUTE };
  });
}
const settingsOf = (dynamics: string): object => ({
  ...{ model: 'rpsmf', dynamics, standardise: true, configVersion: 1, horizon: 3 },
  periodSeconds: (DAY * MINUTE) / 1000,
});
async function run(messages: readonly { payload: object; timestamp: number }[]): Promise<FilterBlock[]> {
  const { out } = collect();
  for (const { payload, timestamp } of messages) send(payload, { timestamp });
  return (await out.reach(messages.length)).map(({ psmf }) => psmf?.filter as FilterBlock);
}

describe('psmf-filter: dynamics', () => {
  afterEach(() => helper.unload());

  for (const dynamics of dynamicsNames) {
    it(`${dynamics}: forecasts mixed units with intervals and times`, async () => {
      await startFlow(filterFlow(settingsOf(dynamics)));
      const answers = await run(minutes(120));
      assert.deepEqual(logged('error'), []);
      const { forecast, estimate, features, phase } = answers[119];
      assert.equal(phase, 'ready');
      assert.equal(features.length, dynamics === 'periodic' || dynamics === 'fourier' ? 2 : 3);
      assert.deepEqual(
        forecast.map(({ time }) => time),
        [120, 121, 122].map((t) => START + t * MINUTE),
      );
      for (const name of Object.keys(SIZES)) {
        assert.ok(Number.isFinite(estimate[name]));
        for (const { mean, lower, upper } of forecast)
          assert.ok(lower[name] < mean[name] && mean[name] < upper[name], name);
      }
    });

    it(`${dynamics}: goes on bit for bit after a restart`, async () => {
      const all = minutes(100);
      await startFlow(filterFlow(settingsOf(dynamics)), new SlowStore().settings);
      const unbroken = await run(all);
      await helper.unload();
      for (const at of [20, 70]) {
        const store = new SlowStore();
        await startFlow(filterFlow(settingsOf(dynamics)), store.settings);
        await run(all.slice(0, at));
        await helper.unload();
        await startFlow(filterFlow(settingsOf(dynamics)), store.settings);
        assert.deepEqual(await run(all.slice(at)), unbroken.slice(at));
        assert.deepEqual(logged('warn'), []);
        await helper.unload();
      }
      await startFlow(filterFlow());
    });
  }

  it('seasonal: knows the day ahead', async () => {
    await startFlow(filterFlow({ ...settingsOf('seasonal'), horizon: DAY }));
    const count = 8 * DAY;
    const { forecast } = (await run(minutes(count)))[count - 1];
    let inside = 0;
    forecast.forEach(({ mean, lower, upper }, i) => {
      for (const [name, truth] of Object.entries(truthAt(count + i))) {
        assert.ok(Math.abs(mean[name] - truth) < 0.25 * SIZES[name], `${name} in ${i + 1}`);
        inside += Number(lower[name] <= truth && truth <= upper[name]);
      }
    });
    assert.ok(inside >= 0.9 * 3 * DAY, `${inside} of ${3 * DAY}`);
  });

  it('seasonal: is learning until it knows how far apart frames are', async () => {
    await startFlow(filterFlow(settingsOf('seasonal')));
    const { out } = collect();
    send(minutes(60).map(({ payload }) => payload)); // a batch without times
    const [msg] = await out.reach(1);
    const blocks = (msg.psmf as unknown as { filter: FilterBlock }[]).map(({ filter }) => filter);
    assert.ok(blocks.every(({ phase, forecast }) => phase === 'warming' && forecast.length === 0));
  });
});
