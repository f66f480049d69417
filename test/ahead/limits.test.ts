import assert from 'node:assert/strict';
import { findCrossing, type FrameAhead } from '../../src/ahead/crossing';
import { describeDuration } from '../../src/ahead/duration';
import { readLimits, type Limit } from '../../src/ahead/limit';
import { LimitWatch, type LimitEvent } from '../../src/ahead/limit-watch';
import { ENGLISH } from '../../src/ahead/words';
import { normalShare } from '../../src/ahead/normal';
import { erf } from '../../src/evaluate/crps';
import { PsmfError } from '../../src/errors';
import { Random } from '../support/random';

const ahead = (means: readonly number[], sds: readonly number[]): FrameAhead[] =>
  means.map((mean, i) => ({ steps: i + 1, mean: [mean], sd: [sds[i]] }));

describe('readLimits', () => {
  it('reads names with > or < and a number, between commas or on lines', () => {
    assert.deepEqual(readLimits('boiler: > 80, a:b: < -1.5e1\n m*:>0'), [
      { sensor: 'boiler', side: 'above', value: 80 },
      { sensor: 'a:b', side: 'below', value: -15 },
      { sensor: 'm*', side: 'above', value: 0 },
    ]);
    for (const blank of ['', undefined, null, ' , ']) assert.deepEqual(readLimits(blank), []);
  });

  it('reads names in quotes, which may hold commas, colons and quotes', () => {
    assert.deepEqual(readLimits('"tank, left": > 80, "a;\nb: < 3" : <2, "5"" pipe*":> 1\n5" pipe: > 2'), [
      { sensor: 'tank, left', side: 'above', value: 80 },
      { sensor: 'a;\nb: < 3', side: 'below', value: 2 },
      { sensor: '5" pipe*', side: 'above', value: 1 },
      { sensor: '5" pipe', side: 'above', value: 2 },
    ]);
  });

  for (const bad of [
    'boiler',
    '"tank, left": 80',
    '"": > 80',
    'boiler: 80',
    'boiler > 80',
    ': > 80',
    'boiler: > hot',
    'b: >',
    'b: >= 3',
    7,
  ]) {
    it(`refuses ${JSON.stringify(bad)} with a sentence`, () => {
      assert.throws(
        () => readLimits(bad),
        (error: PsmfError) => error.code === 'BAD_OPTION' && /such as "boiler: > 80/.test(error.message),
      );
    });
  }
});

describe('findCrossing', () => {
  const limit: Limit = { sensor: 'x', side: 'above', value: 10 };

  it('has the chances of simulated paths', () => {
    const random = new Random(4);
    const steps = Array.from({ length: 12 }, (_, i) => i);
    const means = steps.map((i) => 6 + 0.4 * i);
    const sds = steps.map((i) => Math.sqrt(1 + 0.3 * i));
    const crossing = findCrossing(ahead(means, sds), 0, limit);
    const paths = 60_000;
    const first = Array.from({ length: paths }, () => {
      const z = random.normal();
      const at = steps.findIndex((i) => means[i] + z * Math.sqrt(0.3 * i) + random.normal() >= 10);
      return at < 0 ? Infinity : at + 1;
    }).sort((a, b) => a - b);
    const share = first.filter((at) => at < Infinity).length / paths;
    assert.ok(crossing !== null && Math.abs(crossing.chance - share) < 0.03, `${crossing?.chance} ${share}`);
    for (const [found, part] of [
      [crossing.earliest, 0.1],
      [crossing.about, 0.5],
    ])
      assert.ok(Math.abs(found - first[Math.floor(part * paths)]) <= 1, `${found} at ${part}`);
  });

  it('knows no crossing where there is no forecast, and is sure of one without errors', () => {
    assert.equal(findCrossing(ahead([NaN, NaN], [1, 1]), 0, limit), null);
    assert.equal(findCrossing([], 0, limit), null);
    assert.deepEqual(findCrossing(ahead([9, 10, 11], [0, 0, 0]), 0, limit), {
      ...{ about: 2, earliest: 2, latest: 2, chance: 1 },
    });
    assert.equal(findCrossing(ahead([9, 10], [0, 0]), 0, { ...limit, side: 'below' })?.about, 1);
  });

  it('has the normal distribution that erf has', () => {
    for (let z = -6; z <= 6; z += 0.37)
      assert.ok(Math.abs(normalShare(z) - (1 + erf(z / Math.SQRT2)) / 2) < 1e-7);
  });
});

describe('LimitWatch', () => {
  const SD = 0.5;
  /** A sensor that shows `now` and rises by `slope` a frame. */
  const frameOf = (now: number, slope: number): Parameters<LimitWatch['update']>[0] => ({
    names: ['boiler'],
    values: [now],
    readings: [now],
    forecast: ahead(
      Array.from({ length: 30 }, (_, i) => now + slope * (i + 1)),
      new Array<number>(30).fill(SD),
    ),
    period: 60_000,
  });
  const give = (watch: LimitWatch, now: number, slope: number): LimitEvent[] =>
    watch.update(frameOf(now, slope));

  it('tells once that a limit is ahead, in words, and once that it is not any more', () => {
    const watch = new LimitWatch(readLimits('boiler: > 80'));
    assert.deepEqual(give(watch, 50, 0), []);
    const [event, ...others] = give(watch, 70, 0.5);
    assert.deepEqual(others, []);
    assert.deepEqual([event.state, event.side, event.limit], ['ahead', 'above', 80]);
    assert.ok(event.frames !== null && Math.abs(event.frames - 20) <= 2);
    assert.equal(event.seconds, 60 * event.frames);
    assert.ok((event.earliestSeconds ?? NaN) < event.seconds && event.seconds < (event.latestSeconds ?? NaN));
    assert.match(event.summary, /^boiler reaches 80 in about \d+ min \(\d+-\d+\)$/);
    assert.deepEqual(give(watch, 75, 0.5), []);
    assert.deepEqual(give(watch, 81, 0.5), [], 'reached, as was told');
    const [cleared] = give(watch, 60, -0.5);
    assert.deepEqual([cleared.state, cleared.frames, cleared.seconds], ['cleared', null, null]);
    assert.deepEqual(give(watch, 60, -0.5), []);
    assert.equal(give(watch, 70, 0.5)[0].state, 'ahead');
  });

  it('speaks the language it is given', () => {
    const watch = new LimitWatch(readLimits('boiler: > 80.125'), {
      ...ENGLISH,
      ahead: '{name} erreicht {limit} in etwa {time}',
      reachedAbove: '{name} liegt über {limit}',
    });
    assert.match(give(watch, 70, 0.5)[0].summary, /^boiler erreicht 80\.125 in etwa \d+ min \(\d+-\d+\)$/);
    give(watch, 50, 0);
    assert.equal(give(watch, 90, 0)[0].summary, 'boiler liegt über 80.125');
  });

  it('tells of a limit that was crossed before it could be seen coming', () => {
    const watch = new LimitWatch(readLimits('boiler: > 80'));
    give(watch, 50, 0);
    assert.equal(give(watch, 90, 0)[0].state, 'reached');
    assert.deepEqual(give(watch, 91, 0), []);
    assert.equal(give(watch, 50, 0)[0].state, 'cleared');
  });

  it('does not flicker where the chance goes to and fro about a half', () => {
    const watch = new LimitWatch(readLimits('boiler: > 80'));
    const states = Array.from({ length: 200 }, (_, i) => give(watch, 78.7 + 0.05 * (i % 2), 0)).flat();
    assert.ok(states.length <= 1, `${states.length} events`);
  });

  it('judges a slow sensor when it is read, and by its forecast alone once it is gone for long', () => {
    const watch = new LimitWatch(readLimits('boiler: > 80'));
    const told: string[] = [];
    const read = (t: number): boolean => t < 300 && t % 10 === 0;
    for (let t = 0; t < 400; t++) {
      const frame = frameOf(70, read(t) ? 0 : 0.5);
      for (const { state } of watch.update({ ...frame, readings: [read(t) ? 70 : NaN] }))
        told.push(`${t} ${state}`);
    }
    assert.deepEqual(told, ['309 ahead']);
  });

  it('says nothing by a reading that is not to be trusted', () => {
    const watch = new LimitWatch(readLimits('boiler: > 80'));
    const spike = { ...frameOf(90, 0), values: [NaN] };
    assert.deepEqual(watch.update(spike), []);
    assert.deepEqual(give(watch, 50, 0), []);
  });

  it('says nothing of sensors it does not know, and speaks in frames where there are no times', () => {
    const watch = new LimitWatch(readLimits('tank: < 10, boil*: > 80'));
    const [event] = watch.update({ ...frameOf(70, 0.5), period: null });
    assert.deepEqual([event.sensor, event.seconds, event.latestSeconds], ['boiler', null, null]);
    assert.match(event.summary, /in about \d+ frames$/);
    const names = ['boiler', 'tank'];
    const forecast = [{ steps: 1, mean: [70, NaN], sd: [1, NaN] }];
    watch.update({ names, values: [70, NaN], readings: [70, NaN], forecast, period: 1000 });
  });

  it('gives durations in the unit that suits them', () => {
    assert.equal(describeDuration(1500, 900, 3600), '25 min (15-60)');
    assert.equal(describeDuration(90, 60, null), '90 s (60 or later)');
    assert.equal(describeDuration(4 * 3600, 3600, 10 * 3600), '4 h (1-10)');
  });
});
