import assert from 'node:assert/strict';
import { Calendar } from '../../src/ensemble/calendar';
import { clockCycles, givenCycle } from '../../src/ensemble/cycles';
import { RhythmClock } from '../../src/ensemble/rhythm-clock';
import { SeasonalProfile } from '../../src/ensemble/seasonal-profile';
import { nextNormal } from '../../src/random';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 0, 5);

/** The formula, written out for one sensor whose bins are its frames: level, bins of a day and a week, no residual. */
function oracle(readings: readonly number[]): number[] {
  const day = new Array<number>(24).fill(0);
  const week = new Array<number>(168).fill(0);
  const visits = { day: new Array<number>(24).fill(0), week: new Array<number>(168).fill(0) };
  let level = 0;
  const base: number[] = [];
  readings.forEach((y, t) => {
    const [h, w] = [t % 24, t % 168];
    base.push(level + day[h] + week[w]);
    if (t === 0) level = y;
    const a = t === 0 ? 0 : y - base[t];
    visits.day[h] += 1;
    visits.week[w] += 1;
    level += Math.max(1 / (t + 1), (t + 1 > 3 * 168 ? 0.25 : 0.5) / 168) * a;
    const took = Math.max(1 / (Math.min(visits.day[h], (t + 1) / 24 + 1) + 1), 0.1) * a;
    day[h] += took;
    week[w] += Math.max(1 / (Math.min(visits.week[w], (t + 1) / 168 + 1) + 2), 0.1) * (a - took);
    for (const bins of [day, week]) {
      const left = (t - 1 + bins.length) % bins.length;
      bins[left] = cut(bins[left]);
    }
  });
  return base;
}

/** To 12 binary digits. */
function cut(bin: number): number {
  const last = 2 ** (Math.floor(Math.log2(Math.abs(bin))) - 11);
  return bin === 0 ? 0 : last * Math.round(bin / last);
}

describe('the seasonal profile', () => {
  it('is level and bins as the formula has them', () => {
    const state = Float64Array.of(3);
    const readings = Array.from({ length: 700 }, (_, t) => 20 + 5 * Math.sin(t / 3.8) + nextNormal(state, 0));
    const clock = new RhythmClock('auto', 'UTC', HOUR);
    const profile = new SeasonalProfile(1, clock.cycles);
    const expected = oracle(readings);
    readings.forEach((reading, t) => {
      clock.tell(MONDAY + t * HOUR);
      profile.answer(1, clock.phases);
      const base = profile.level[0] + profile.season[0];
      // The present bin is kept in single precision, and a last digit may be rounded otherwise.
      assert.ok(Math.abs(base - expected[t]) < 1e-3, `${t}: ${base} ${expected[t]}`);
      profile.residual.cuts[0] = 4;
      profile.learn(Float64Array.of(reading), 1);
    });
  });

  it('learns a day, and forecasts through a day without readings', () => {
    const clock = new RhythmClock('auto', 'UTC', HOUR);
    const profile = new SeasonalProfile(1, clock.cycles);
    const truth = (t: number): number => 10 + 4 * Math.sin((2 * Math.PI * t) / 24);
    for (let t = 0; t < 24 * 20; t++) {
      clock.tell(MONDAY + t * HOUR);
      profile.answer(1, clock.phases);
      profile.learn(Float64Array.of(t < 24 * 19 ? truth(t) : NaN), 1);
      if (t >= 24 * 19) assert.ok(Math.abs(profile.mean[0] - truth(t)) < 0.5);
    }
  });

  it('finds no rhythm in frames too far apart for it', () => {
    assert.deepEqual(
      clockCycles(24 * HOUR).map(({ frames }) => Math.round(frames)),
      [7, 365],
    );
    assert.deepEqual(givenCycle(2 * HOUR, HOUR), []);
    assert.deepEqual(
      clockCycles(1000).map(({ bins }) => bins),
      [96, 168],
    );
  });
});

describe('local time', () => {
  it('follows daylight saving', () => {
    const berlin = new Calendar('Europe/Berlin');
    const noon = (month: number, day: number, utcHour: number): number =>
      new Date(berlin.localMs(Date.UTC(2026, month, day, utcHour))).getUTCHours();
    assert.deepEqual([noon(2, 28, 11), noon(2, 30, 10), noon(9, 24, 10), noon(9, 26, 11)], [12, 12, 12, 12]);
  });

  it('is that of Intl in every quarter of an hour about the changes, forwards and backwards', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
    for (const timeZone of zones) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      const calendar = new Calendar(timeZone);
      for (const [month, day] of [
        [2, 7],
        [2, 28],
        [3, 4],
        [9, 3],
        [9, 24],
        [10, 1],
      ]) {
        const start = Date.UTC(2026, month, day);
        const quarters = Array.from({ length: 192 }, (_, k) => start + k * 900_000 + 1000);
        for (const ms of [...quarters, ...quarters.reverse()]) {
          const local = new Date(calendar.localMs(ms)).toISOString().slice(0, 19).replace('T', ' ');
          assert.equal(local, format.format(ms), `${timeZone} ${new Date(ms).toISOString()}`);
        }
      }
    }
  });

  it('begins weeks on Monday', () => {
    const phases = new Float64Array(2);
    new Calendar('UTC').phases(MONDAY, clockCycles(HOUR), phases);
    assert.deepEqual([...phases], [0, 0]);
  });
});
