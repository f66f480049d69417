import assert from 'node:assert/strict';
import { simulateFrames } from '../frame/simulation';
import { streamTypes, type Message } from '../nodes/flow';
import { checkAnswer } from './checks';
import { Embedded, Probe } from './embedded';
import { count, pause, type Fault } from './fault';

const realNow = Date.now;
const CLOCKS: Readonly<Record<string, () => number>> = {
  'an hour back': () => realNow() - 3_600_000,
  'a year ahead': () => realNow() + 31_536_000_000,
  frozen: () => 1.75e12,
};
const FRAME_MS = 50;
const WATCHED_MS = 1500;

/** Counts the timers that are set while it runs. */
async function countTimers(run: () => Promise<void>): Promise<number> {
  const real = globalThis.setTimeout;
  let timers = 0;
  const counting = (...args: Parameters<typeof setTimeout>): NodeJS.Timeout => {
    timers += 1;
    return real(...args);
  };
  globalThis.setTimeout = counting as typeof setTimeout;
  await run();
  globalThis.setTimeout = real;
  return timers;
}

export const setClock: Fault = {
  name: 'set-clock',
  title: 'the clock an hour back, a year ahead, frozen',
  promise: 'finite, no stall, no flood of timers',
  async run(size) {
    const total = size.pick(200, 5_000);
    const settings = { frameMs: FRAME_MS, keepGoing: true, saveSeconds: 1 };
    const embedded = await Embedded.start(streamTypes.map((type) => ({ id: type, type, ...settings })));
    const frames = simulateFrames(total, 3);
    const most: string[] = [];
    for (const [name, clock] of Object.entries(CLOCKS)) {
      const counts: number[] = [];
      Date.now = realNow;
      const probes = streamTypes.map((type) => [type, new Probe(type)] as const);
      const readAll = (frame: Readonly<Record<string, number>>): void => {
        for (const [type, probe] of probes) {
          probe.sent = (output) => counts.push(check(type, output));
          for (const [topic, payload] of Object.entries(frame)) probe.give({ topic, payload });
        }
      };
      for (const frame of frames.slice(0, total / 2)) readAll(frame);
      Date.now = clock;
      for (const frame of frames.slice(total / 2)) readAll(frame);
      const before = counts.length;
      const timers = await countTimers(() => pause(WATCHED_MS));
      const followed = counts.length - before;
      assert.ok(
        followed >= streamTypes.length * 5,
        `${name}: ${followed} frames followed in ${WATCHED_MS} ms`,
      );
      assert.ok(
        timers <= 3 * (streamTypes.length * (WATCHED_MS / FRAME_MS) + 50),
        `${name}: ${timers} timers`,
      );
      assert.ok(probes.every(([, { failed }]) => failed === 0));
      most.push(`${name}: ${count(followed)} frames and ${count(timers)} timers in ${WATCHED_MS / 1000} s`);
    }
    Date.now = realNow;
    await embedded.stop();
    return most.join('; ');
  },
};

function check(type: (typeof streamTypes)[number], output: unknown): number {
  const answer = (Array.isArray(output) ? output[0] : output) as Message;
  checkAnswer(type, {}, answer);
  return 1;
}
