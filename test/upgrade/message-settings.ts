import assert from 'node:assert/strict';
import type { StreamType } from '../nodes/flow';
import { timeOf } from './stream';
import { blockOf, type Upgrade } from './upgrade';

const isRounded = (value: number, decimals: number): boolean => Number(value.toFixed(decimals)) === value;

/** Every number that is not a reading, an index or a time. */
const computed = (block: object): number[] =>
  Object.entries(block).flatMap(([name, value]: [string, unknown]) => {
    if (['estimate', 'sd', 'lower', 'upper'].includes(name))
      return Object.values(value as Record<string, number>);
    return name === 'score' ? [value as number] : [];
  });

interface Point {
  readonly series: string;
  readonly x: number;
  readonly y: number;
}

/** Where things stand in a message, and how they are written: property, timeProperty, sensors, decimals, format. */
export function describeMessageSettings(type: StreamType, word: string, get: () => Upgrade): void {
  it(`${type}: property, timeProperty, sensors and decimals say where, when, what and how exact`, async () => {
    const model = get().model(`${word}-message`);
    const index = get().learned(model);
    const frame = get().frame(model, index);
    const sent = await get().next(model, () => ({ ...frame, power: null, unit: 'bar' }));
    assert.equal(sent.payload, undefined, 'the usual place stays empty');
    const { readings } = sent.data as { readings: Record<string, unknown> };
    const block = blockOf(model, sent);
    assert.deepEqual(
      [readings.outlet, readings.unit],
      [frame.outlet, 'bar'],
      'a field that is not in the list is no sensor',
    );
    assert.equal(block.time, timeOf(index));
    assert.ok(
      computed(block).length > 0 && computed(block).every((value) => isRounded(value, 1)),
      'one decimal',
    );
    if (type === 'psmf-changepoint') assert.equal(readings.power, null);
    else assert.ok(isRounded(readings.power as number, 1), 'the gap is filled with one decimal');
    if ('forecast' in block)
      assert.deepEqual(Object.keys(block.estimate).sort(), ['flow', 'inlet', 'power'], 'the list of sensors');
  });

  it(`${type}: format chart gives points`, async () => {
    const model = get().model(`${word}-chart`);
    const index = get().learned(model);
    const { payload } = await get().next(model, (frame) => ({ ...frame, power: null }));
    const points = payload as Point[];
    assert.ok(points.length > 0 && points.every(({ x, y }) => x === timeOf(index) && Number.isFinite(y)));
    const series =
      type === 'psmf-changepoint'
        ? ['inlet']
        : [
            'inlet',
            'power',
            'power lower',
            'power upper',
            ...(type === 'psmf-filter' ? ['inlet lower', 'inlet upper'] : []),
          ];
    assert.deepEqual(points.map((point) => point.series).sort(), series.sort());
    const bounds = points.filter((point) => point.series.startsWith('power '));
    assert.ok(
      bounds.every(({ y }) => isRounded(y, 2)),
      'two decimals',
    );
  });
}
