import assert from 'node:assert/strict';
import type { Blocks } from './blocks';
import { PERIOD_MS, SENSORS, SPREAD, timeOf } from './stream';
import { blockOf, type Change, type Upgrade } from './upgrade';

type Filter = Required<Blocks>['filter'];
type Impute = Required<Blocks>['impute'];
type Detection = Required<Blocks>['change'];

/** How far a forecast of up to half a rhythm may be off on average, in spreads of its sensor. */
const FAR = 1.5;

/** Settings of one type each. What shows in no number is part of the state, which would be refused if its meaning changed. */
export function describeModelSettings(get: () => Upgrade): void {
  const next = async <T extends Filter | Impute | Detection>(node: string, change?: Change): Promise<T> => {
    const model = get().model(node);
    return blockOf<T>(model, await get().next(model, change));
  };

  it('psmf-filter: rank is the number of patterns, and horizon that of forecasts, which follow the rhythm', async () => {
    const model = get().model('filter-forecast');
    const now = get().learned(model);
    const { features, forecast } = await next<Filter>('filter-forecast');
    assert.equal(features.length, 2, 'two patterns');
    assert.deepEqual(
      forecast.map(({ time }) => time),
      Array.from({ length: 12 }, (_, i) => timeOf(now) + (i + 1) * PERIOD_MS),
    );
    const errors = forecast.flatMap(({ mean }, i) =>
      SENSORS.map((name) => Math.abs(mean[name] - get().frame(model, now + 1 + i)[name]) / SPREAD[name]),
    );
    const error = errors.reduce((sum, value) => sum + value, 0) / errors.length;
    assert.ok(error <= FAR, `forecasts are off by ${error.toFixed(2)} spreads`);
  });

  it('psmf-filter: rank and horizon of a model in the units of the readings', async () => {
    const { features, forecast } = await next<Filter>('filter-raw');
    assert.deepEqual([features.length, forecast.length], [3, 2]);
  });

  it('psmf-filter: the oldest flows have the rank they had', async () => {
    const told = await next<Filter>('1f3c5a7b.9d2e4c');
    const usual = await next<Filter>('2a4b6c8d.1e3f5a');
    assert.deepEqual([told.features.length, usual.features.length], [3, 4]);
  });

  it('psmf-impute: detail all describes every sensor, and maxGap leaves long gaps empty', async () => {
    const model = get().model('impute-gaps');
    const without: Change = (frame) => ({ ...frame, power: null });
    await next<Impute>('impute-gaps');
    const short = [await next<Impute>('impute-gaps', without), await next<Impute>('impute-gaps', without)];
    for (const { filled, estimate } of short) {
      assert.deepEqual(filled, ['power']);
      assert.deepEqual(Object.keys(estimate).sort(), [...SENSORS].sort());
    }
    const sent = await get().next(model, without);
    const { filled, expired, gap } = blockOf<Impute>(model, sent);
    assert.deepEqual([filled, expired, gap.power], [[], ['power'], 3]);
    assert.equal((sent.payload as Record<string, unknown>).power, null);
  });

  it('psmf-changepoint: sensitivity scales the score', async () => {
    const strange: Change = (frame) => ({ ...frame, power: frame.power + 30, inlet: frame.inlet - 3 });
    const greatest = async (node: string): Promise<number> => {
      const model = get().model(node);
      await get().nextBatch(model, 500 - get().learned(model));
      const blocks = (await get().nextBatch(model, 3, strange)) as Detection[];
      return Math.max(...blocks.map(({ score }) => score));
    };
    const [low, high] = [await greatest('change-low'), await greatest('change-high')];
    assert.ok(high > low && low > 0, `high ${high}, low ${low}`);
  });
}
