import assert from 'node:assert/strict';
import { ImputeModel } from '../../src';
import { nextNormal, nextUniform } from '../../src/random';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2);

interface Run {
  readonly count: number;
  /** Epoch ms of frame t; null: it has no time of its own. */
  readonly time: (t: number) => number | null;
  readonly value: (t: number, noise: () => number) => number;
  readonly isOut: (t: number) => boolean;
  readonly options?: ConstructorParameters<typeof ImputeModel>[0];
}

/** Two sensors, both out where `isOut` says so; the root mean square error of the first there. */
function errorOf({ count, time, value, isOut, options = { timeZone: 'UTC' } }: Run): number {
  const model = new ImputeModel(options);
  const state = Float64Array.of(17);
  const noise = (): number => nextNormal(state, 0);
  let squares = 0;
  let hidden = 0;
  for (let t = 0; t < count; t++) {
    const a = value(t, noise);
    const fields: Record<string, number> = isOut(t) ? {} : { a, b: 3 + noise() };
    const own = time(t);
    const answer = model.learnOne({ fields, time: own, arrival: own ?? START });
    assert.ok(answer.value.every(Number.isFinite) || t < 2);
    if (!isOut(t)) continue;
    squares += (answer.value[0] - a) ** 2;
    hidden += 1;
  }
  return Math.sqrt(squares / hidden);
}

const day = (t: number): number => 20 + 5 * Math.sin((2 * Math.PI * t) / 24);
const hourly = (t: number): number => START + t * HOUR;
const lastDay = (count: number) => (t: number) => t >= count - 20;

describe('rhythms in a stream', () => {
  it('a day is learned, and fills an outage of all sensors', () => {
    const count = 24 * 40;
    const value = (t: number, noise: () => number): number => day(t) + 0.3 * noise();
    const gateway = (t: number): boolean => t > 400 && t % 120 < 20;
    assert.ok(errorOf({ count, time: hourly, value, isOut: gateway }) < 2);
    const without = { timeZone: 'UTC', rhythm: 'none' as const };
    assert.ok(errorOf({ count, time: hourly, value, isOut: gateway, options: without }) > 2.5);
  });

  it('irregular and missing times are no trouble', () => {
    const state = Float64Array.of(3);
    const jitter = Float64Array.from({ length: 800 }, () => nextUniform(state, 0));
    const value = (t: number, noise: () => number): number => day(t) + noise();
    const time = (t: number): number | null => (t % 17 === 5 ? null : hourly(t) + jitter[t] * HOUR * 0.9);
    assert.ok(errorOf({ count: 800, time, value, isOut: (t) => t > 500 && t % 60 < 5 }) < 8);
  });

  it('a stream without times is no trouble', () => {
    const value = (t: number, noise: () => number): number => day(t) + noise();
    assert.ok(errorOf({ count: 600, time: () => null, value, isOut: (t) => t > 400 && t % 50 < 5 }) < 8);
  });

  it('a clock that jumps by an hour for daylight saving keeps the day of its zone', () => {
    const options = { timeZone: 'Europe/Berlin' };
    // The people keep local hours: from 29 March their day begins an hour earlier in UTC.
    const shift = (t: number): number => (hourly(t) >= Date.UTC(2026, 2, 29, 1) ? 1 : 0);
    const value = (t: number, noise: () => number): number => day(t + shift(t)) + 0.2 * noise();
    const count = 24 * 40;
    const isOut = (t: number): boolean => t > 24 * 30 && t % 120 < 20;
    const [local, utc] = [options, { timeZone: 'UTC' }].map((zone) =>
      errorOf({ count, time: hourly, value, isOut, options: zone }),
    );
    assert.ok(local <= utc + 0.05, `${local} ${utc}`);
  });

  for (const [name, stepMs] of [
    ['a second', 1000],
    ['an hour', HOUR],
  ] as const) {
    it(`frames of ${name}: numbers throughout`, () => {
      const value = (t: number, noise: () => number): number => day(t) + noise();
      const run = { count: 400, time: (t: number) => START + t * stepMs, value, isOut: lastDay(400) };
      assert.ok(errorOf(run) < 12);
    });
  }

  it('a rhythm that appears after a month is followed, one that stops is forgotten', () => {
    const appears = (t: number, noise: () => number): number => (t < 720 ? 20 : day(t)) + 0.3 * noise();
    const stops = (t: number, noise: () => number): number => (t < 720 ? day(t) : 20) + 0.3 * noise();
    const isOut = (t: number): boolean => t > 1200 && t % 120 < 20;
    for (const value of [appears, stops]) assert.ok(errorOf({ count: 1440, time: hourly, value, isOut }) < 3);
  });

  it('frames of a second and of an hour learn the same rhythm of 24 frames', () => {
    const value = (t: number, noise: () => number): number => day(t) + 0.3 * noise();
    const isOut = (t: number): boolean => t > 400 && t % 120 < 20;
    const errors = [1000, HOUR].map((frameMs) => {
      const options = { timeZone: 'UTC', rhythm: (24 * frameMs) / 1000 };
      return errorOf({ count: 900, time: (t) => START + t * frameMs, value, isOut, options });
    });
    for (const error of errors) assert.ok(error < 2, `${error}`);
  });

  it('a rhythm beyond all memory, and readings that all fall into one phase, are harmless', () => {
    const value = (_t: number, noise: () => number): number => 20 + noise();
    const isOut = (t: number): boolean => t > 400 && t % 50 < 5;
    const century = { timeZone: 'UTC', rhythm: 3e9 };
    assert.ok(errorOf({ count: 800, time: hourly, value, isOut, options: century }) < 3);
    assert.ok(errorOf({ count: 3000, time: (t) => START + t * 24 * HOUR, value, isOut }) < 3);
  });

  it('settings that cannot be used are refused in one sentence', () => {
    for (const bad of [{ rhythm: -5 }, { rhythm: 'daily' as never }, { timeZone: 'Mars/Olympus' }])
      assert.throws(() => new ImputeModel(bad), /expected .*, got /);
    // A rhythm of fewer than three frames is none.
    const value = (t: number, noise: () => number): number => day(t) + noise();
    const options = { rhythm: 10, timeZone: 'UTC' };
    assert.ok(errorOf({ count: 300, time: hourly, value, isOut: lastDay(300), options }) < 12);
  });
});
