import assert from 'node:assert/strict';
import { nextUniform } from '../../src/random';
import { FrameClock } from '../../src/frame/clock';

interface Stamp {
  readonly own: number | null;
  readonly arrival: number;
}

/** The rules, read off the whole past each time instead of kept up to date. Null: the frame is late. */
function dtByDefinition(past: readonly Stamp[], { own, arrival }: Stamp): number | null {
  const times = past.flatMap((stamp) => (stamp.own === null ? [] : [stamp.own]));
  const lastOwn = times.length === 0 ? null : times[times.length - 1];
  if (own !== null && lastOwn !== null && own <= lastOwn) return null;
  const intervals = past
    .slice(1)
    .map((stamp, i) => {
      const before = past[i];
      if (stamp.own !== null && before.own !== null) return stamp.own - before.own;
      return stamp.own === null && before.own === null ? stamp.arrival - before.arrival : 0;
    })
    .filter((interval) => interval > 0)
    .slice(0, 39);
  if (intervals.length < 39) return 1;
  const period = [...intervals].sort((a, b) => a - b)[19];
  if (own !== null) return lastOwn === null ? 1 : (own - lastOwn) / period;
  const pauseMs = arrival - past[past.length - 1].arrival;
  return pauseMs > 1000 && pauseMs / period > 3 ? pauseMs / period : 1;
}

function follow(stamps: readonly Stamp[]): (number | null)[] {
  const clock = new FrameClock();
  return stamps.map(({ own, arrival }) => {
    if (clock.isLate(own, arrival)) return null;
    const dt = clock.measure(own, arrival);
    clock.advance(own, arrival);
    return dt;
  });
}

function followByDefinition(stamps: readonly Stamp[]): (number | null)[] {
  const past: Stamp[] = [];
  return stamps.map((stamp) => {
    const dt = dtByDefinition(past, stamp);
    if (dt !== null) past.push(stamp);
    return dt;
  });
}

/** Irregular times: mostly about a second, now and then a pause or a step back. */
function wander(seed: number, count: number): number[] {
  const state = Float64Array.of(seed);
  let time = 1.7e12;
  return Array.from({ length: count }, () => {
    const luck = nextUniform(state, 0);
    time += luck < 0.05 ? -1500 : luck > 0.95 ? 20_000 * luck : luck < 0.1 ? 0 : 700 + 600 * luck;
    return time;
  });
}

describe('FrameClock', () => {
  for (const seed of [1, 2, 3]) {
    it(`agrees with the rules on frames with times of their own, ${seed}`, () => {
      const stamps = wander(seed, 300).map((own, t) => ({ own, arrival: 5e12 + t }));
      const dts = follow(stamps);
      assert.deepEqual(dts, followByDefinition(stamps));
      assert.ok(dts.includes(null) && dts.some((dt) => dt !== null && dt > 3));
    });

    it(`agrees with the rules on frames without, ${seed}`, () => {
      const stamps = wander(seed, 300).map((arrival) => ({ own: null, arrival }));
      const dts = follow(stamps);
      assert.deepEqual(dts, followByDefinition(stamps));
      assert.ok(!dts.includes(null) && dts.some((dt) => dt !== null && dt > 3));
    });
  }

  const steady = (count: number, from = 0): Stamp[] =>
    Array.from({ length: count }, (_, i) => ({ own: 1000 * (from + i), arrival: 1000 * (from + i) }));
  const learned = (stamps: readonly Stamp[]): FrameClock => {
    const clock = new FrameClock();
    for (const { own, arrival } of stamps) clock.advance(own, arrival);
    return clock;
  };

  it('knows the period after 40 frames, and not before', () => {
    assert.equal(learned(steady(39)).period, null);
    assert.equal(learned(steady(40)).period, 1000);
  });

  it('takes no period below a microsecond or above a century', () => {
    const apart = (ms: number): Stamp[] =>
      Array.from({ length: 60 }, (_, i) => ({ own: i * ms, arrival: 0 }));
    for (const ms of [1e-58, 1e-4, 4e12]) {
      const clock = learned(apart(ms));
      assert.deepEqual([clock.period, clock.snapshot().intervals], [null, []]);
    }
    for (const ms of [2 ** -9, 2 ** 41]) assert.equal(learned(apart(ms)).period, ms);
    const kept = { ...learned(steady(50)).snapshot(), period: 1e-58 };
    assert.equal(FrameClock.restore(kept).period, null);
    assert.deepEqual(FrameClock.restore({ ...kept, intervals: [1e-58, 1000] }).snapshot().intervals, [1000]);
  });

  it('counts 1 for each frame of an untimed batch, and needs no period for it', () => {
    const burst = Array.from({ length: 100 }, () => ({ own: null, arrival: 5000 }));
    assert.deepEqual(follow(burst), new Array(100).fill(1));
    assert.equal(learned(burst).period, null);
  });

  it('does not count twice what frames without a time have counted', () => {
    const silence = Array.from({ length: 10 }, (_, i) => ({ own: null, arrival: 1000 * (50 + i) }));
    const back = { own: 60_500, arrival: 60_500 };
    const dts = follow([...steady(50), ...silence, back, { own: 61_500, arrival: 61_500 }]);
    assert.deepEqual(dts.slice(50), [...new Array<number>(10).fill(1), 1.5, 1]);
  });

  it('takes what no date can hold for no time at all', () => {
    const clock = learned(steady(50));
    for (const own of [NaN, Infinity, 1e300]) {
      assert.equal(clock.isLate(own, 50_000), false);
      assert.equal(clock.measure(own, 50_000), 1);
    }
  });

  it('goes on after one time that is a year ahead', () => {
    const year = 365 * 86_400_000;
    const ahead = { own: 50_000 + year, arrival: 50_000 };
    const dts = follow([...steady(50), ahead, ...steady(3, 51)]);
    assert.deepEqual(dts.slice(50), [1e6, 1, 1, 1]);
  });

  it('cuts a pause that is too long to count by whole cycles of the rhythm', () => {
    for (const [cycleMs, pause] of [
      [60_000, 2_160_020.25],
      [7000.5, 1e9 + 1 / 3],
      [4e9, 9e6],
      [1, 5e8],
    ]) {
      const clock = new FrameClock(cycleMs);
      for (const { own, arrival } of steady(50)) clock.advance(own, arrival);
      const cycle = cycleMs / 1000;
      for (const own of [null, 49_000 + 1000 * pause]) {
        const dt = clock.measure(own, 49_000 + 1000 * pause);
        assert.ok(dt > 9e5 && dt <= Math.max(1e6, 2 * cycle), `${dt}`);
        const turns = (pause - dt) / cycle;
        assert.ok(Math.abs(turns - Math.round(turns)) < 1e-3, `${turns}`);
      }
    }
  });

  it('takes frames that are newer than none for late, however far ahead all of them are', () => {
    const year = 365 * 86_400_000;
    const future = steady(50).map(({ own, arrival }) => ({ own: (own ?? 0) + year, arrival }));
    const dts = follow([...future, { own: year, arrival: 50_000 }]);
    assert.equal(dts[50], null);
  });

  it('keeps dt positive and finite', () => {
    const tiny = Array.from({ length: 60 }, (_, i) => ({ own: i * Number.MIN_VALUE, arrival: 0 }));
    const clock = learned(tiny);
    for (const own of [61 * Number.MIN_VALUE, 1, 8e15]) {
      const dt = clock.measure(own, 0);
      assert.ok(dt > 0 && dt <= 1e6, `${dt}`);
    }
    assert.ok(learned(steady(50)).measure(49_000.0000001, 0) > 0);
  });

  it('goes on from its snapshot', () => {
    const stamps = wander(9, 200).map((time, t) => ({ own: t % 5 < 2 ? null : time, arrival: time + 3 }));
    const clock = new FrameClock();
    let other = new FrameClock();
    for (const { own, arrival } of stamps) {
      other = FrameClock.restore(JSON.parse(JSON.stringify(other.snapshot())));
      assert.equal(other.isLate(own, arrival), clock.isLate(own, arrival));
      if (clock.isLate(own, arrival)) continue;
      assert.equal(other.measure(own, arrival), clock.measure(own, arrival));
      clock.advance(own, arrival);
      other.advance(own, arrival);
    }
    assert.deepEqual(other.snapshot(), clock.snapshot());
  });

  it('takes no hold-up of the machine for a pause when frames come at full speed', () => {
    const clock = new FrameClock();
    for (let i = 0; i < 60; i++) clock.advance(null, 1.7e12 + i);
    assert.equal(clock.period, 1);
    const last = 1.7e12 + 59;
    assert.deepEqual(
      [500, 1000, 2000].map((ms) => clock.measure(null, last + ms)),
      [1, 1, 2000],
    );
  });
});
