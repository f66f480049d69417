import assert from 'node:assert/strict';
import {
  FrameAssembler,
  type AssembledFrame,
  type AssemblerOptions,
  type Tick,
} from '../../src/frame/assembler';
import { RecentIntervals } from '../../src/frame/recent-intervals';

const tick = (now: number): Tick => ({ time: now, ticks: now });

type Step = readonly [now: number, name: string, value: unknown, time?: number];

/** Plays readings, tagged by their order, and lets the clock run between them; gives back the frames that closed. */
function play(
  steps: readonly Step[],
  options: Partial<AssemblerOptions> = {},
  until = 0,
): AssembledFrame<number>[] {
  const frames: AssembledFrame<number>[] = [];
  const assembler = new FrameAssembler<number>({
    frameMs: null,
    keepGoing: false,
    maxSensors: 8,
    ...options,
  });
  const runClock = (now: number): void => {
    for (let due = assembler.dueAt; due !== null && due <= now; due = assembler.dueAt)
      frames.push(...assembler.expire(tick(due)));
  };
  steps.forEach(([now, name, value, time], i) => {
    runClock(now);
    frames.push(...assembler.take({ name, value, time: time ?? null, arrival: tick(now) }, i).frames);
  });
  runClock(until);
  return frames;
}
const fieldsOf = (frames: readonly AssembledFrame<number>[]): unknown[] => frames.map(({ fields }) => fields);

describe('FrameAssembler', () => {
  it('closes when a sensor reports a second time, and from then on when all known have', () => {
    const frames = play([
      [0, 'a', 1],
      [1, 'b', 2],
      [1000, 'a', 3],
      [1001, 'b', 4],
      [2000, 'b', 5],
    ]);
    assert.deepEqual(fieldsOf(frames), [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ]);
    assert.deepEqual(
      frames.map(({ from, arrival }) => [from, arrival]),
      [
        [[0, 1], 1000],
        [[2, 3], 1001],
      ],
    );
  });

  it('begins a frame with each scan, whichever sensors were lost in the last one', () => {
    const frames = play(
      [
        [0, 'a', 1, 100],
        [1, 'b', 2, 100],
        [2, 'c', 3, 100],
        [10, 'b', 5, 200],
        [11, 'c', 6, 200],
        [20, 'a', 7, 300],
        [21, 'b', 8, 300],
        [22, 'c', 9, 250],
        [30, 'c', 10, 400],
        [31, 'a', 11, 400],
      ],
      { frameMs: 50 },
      200,
    );
    assert.deepEqual(
      frames.map(({ fields, time }) => [fields, time]),
      [
        [{ a: 1, b: 2, c: 3 }, 100],
        [{ b: 5, c: 6 }, 200],
        [{ a: 7, b: 8 }, 300],
        [{ c: 10, a: 11 }, 400],
      ],
    );
  });

  it('does not take sensors with clocks of their own for scans', () => {
    const frames = play(
      [0, 1000, 2000].flatMap((t): Step[] => [
        [t, 'a', t, t],
        [t + 400, 'b', t, t + 400],
      ]),
    );
    assert.deepEqual(fieldsOf(frames), [
      { a: 0, b: 0 },
      { a: 1000, b: 1000 },
      { a: 2000, b: 2000 },
    ]);
  });

  it('does not wait for ever for a sensor that is gone', () => {
    const frames = play([
      ...([0, 1000, 2000] as const).flatMap((t): Step[] => [
        [t, 'a', t],
        [t + 1, 'b', t],
      ]),
      [3000, 'a', 3000],
      [4000, 'a', 4000],
    ]);
    assert.deepEqual(fieldsOf(frames).at(-1), { a: 3000 });
  });

  it('closes frameMs after the first reading', () => {
    const steps: Step[] = [
      [100, 'a', 1],
      [140, 'b', 2],
    ];
    assert.deepEqual(play(steps, { frameMs: 50 }, 149), []);
    const [frame] = play(steps, { frameMs: 50 }, 150);
    assert.deepEqual(frame, { fields: { a: 1, b: 2 }, time: null, arrival: 150, from: [0, 1] });
  });

  it('takes the median interval between readings of one sensor for frameMs', () => {
    const steps = [0, 900, 2000, 3000, 4000].flatMap((t): Step[] => [
      [t, 'a', t],
      [t + 10, 'b', t],
    ]);
    const started = [...steps, [5000, 'a', 5] as const];
    assert.equal(play(started, {}, 5999).length, play(started).length);
    assert.deepEqual(fieldsOf(play(started, {}, 6000)).at(-1), { a: 5 });
  });

  it('goes on with empty frames, one every frameMs, after half a frame of grace', () => {
    const arrivals = (until: number): number[] =>
      play([[0, 'a', 1]], { frameMs: 100, keepGoing: true }, until).map(({ arrival }) => arrival);
    assert.deepEqual(arrivals(600), [100, 250, 350, 450, 550]);
    const frames = play(
      [
        [0, 'a', 1],
        [500, 'a', 2],
      ],
      { frameMs: 100, keepGoing: true },
      520,
    );
    assert.deepEqual(fieldsOf(frames), [{ a: 1 }, {}, {}, {}, { a: 2 }]);
    assert.deepEqual(frames[1].from, []);
    assert.deepEqual(play([], { frameMs: 100, keepGoing: true }, 1000), []);
  });

  it('slows down while nothing comes, to one frame a minute, and ends after an hour; a reading starts it anew', () => {
    const times = play([[0, 'a', 1]], { frameMs: 1000, keepGoing: true }, 8e6).map(({ arrival }) => arrival);
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    assert.deepEqual(gaps.slice(1, 21), new Array<number>(20).fill(1000));
    assert.deepEqual(gaps.slice(21, 28), [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    const last = times.at(-1) ?? 0;
    assert.ok(last > 3.6e6 && last < 3.8e6, `ends at ${last}`);
    const again = play(
      [
        [0, 'a', 1],
        [7e6, 'a', 2],
      ],
      { frameMs: 1000, keepGoing: true },
      7.01e6,
    );
    assert.ok(again.filter(({ arrival }) => arrival > 7e6).length >= 8);
  });

  it('stamps a frame with the newest time of its readings, and refuses a reading that is not newer than the last', () => {
    const frames: AssembledFrame<string>[] = [];
    const assembler = new FrameAssembler<string>({ frameMs: null, keepGoing: false, maxSensors: 8 });
    const take = (name: string, time: number): string => {
      const taken = assembler.take({ name, value: 1, time, arrival: tick(0) }, 'x');
      frames.push(...taken.frames);
      return taken.intake;
    };
    assert.deepEqual(
      [take('a', 20), take('b', 10), take('a', 20), take('a', 15), take('a', 30)],
      [...['taken', 'taken', 'late', 'late', 'taken']],
    );
    assert.equal(frames[0].time, 20);
  });

  const YEAR = 365 * 86_400_000;

  it('goes on after a reading whose time is a year ahead, and refuses those that are not newer again', () => {
    const assembler = new FrameAssembler<null>({ frameMs: null, keepGoing: false, maxSensors: 8 });
    const take = (now: number, time: number): string =>
      assembler.take({ name: 'a', value: 1, time, arrival: tick(now) }, null).intake;
    assert.deepEqual(
      [take(1000, 1000), take(2000, 2000 + YEAR), take(3000, 3000), take(4000, 4000), take(5000, 4000)],
      [...['taken', 'taken', 'taken', 'taken', 'late']],
    );
    assert.deepEqual([take(6000, 6000 + YEAR), take(7000, 5000 + YEAR)], ['taken', 'late']);
  });

  it('begins a frame after a scan whose time is a year ahead', () => {
    const scan = (now: number, time: number): Step[] => [
      [now, 'a', now, time],
      [now, 'b', now, time],
      [now, 'c', now, time],
    ];
    const lost = scan(2000, 2000 + YEAR).slice(0, 2);
    const frames = play([...scan(1000, 1000), ...lost, ...scan(3000, 3000), ...scan(4000, 4000)]);
    assert.deepEqual(
      frames.map(({ time }) => time),
      [1000, 2000 + YEAR, 3000, 4000],
    );
  });

  it('takes in no more sensors than it may, and no names without end', () => {
    const assembler = new FrameAssembler<null>({ frameMs: null, keepGoing: false, maxSensors: 2 });
    const take = (name: string): string =>
      assembler.take({ name, value: 1, time: null, arrival: tick(0) }, null).intake;
    assert.deepEqual(
      [take('a'), take('x'.repeat(257)), take('b'), take('c'), take('a')],
      [...['taken', 'full', 'taken', 'full', 'taken']],
    );
  });

  it('keeps __proto__ as a name like any other', () => {
    const [frame] = play([[0, '__proto__', 1]], { frameMs: 1 }, 1);
    assert.deepEqual(Object.entries(frame.fields), [['__proto__', 1]]);
  });
});

describe('RecentIntervals', () => {
  it('has the median of the last 64, at least 100 ms', () => {
    const intervals = new RecentIntervals();
    assert.equal(intervals.median(), null);
    intervals.add(3);
    assert.equal(intervals.median(), 100);
    for (const ms of [500, 400, 9000, 450]) intervals.add(ms);
    assert.equal(intervals.median(), 450);
    for (let i = 0; i < 64; i++) intervals.add(2000);
    assert.equal(intervals.median(), 2000);
  });
});
