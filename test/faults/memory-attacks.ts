import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { streamTypes } from '../nodes/flow';
import { count, type Fault } from './fault';
import type { Attack, Survived } from './memory-attack';

/** Sensors and keys that have ended a process, and more. */
const CROWDS = [
  { sensors: 8, keys: 2200 },
  { sensors: 8, keys: 1300 },
  { sensors: 1024, keys: 160 },
  { sensors: 8, keys: 100_000 },
  { sensors: 200, keys: 2000 },
] as const;
/** What may be held of the crowd of many sensors is full before a third of these, in memory and in the store. */
const LEAST_MESSAGES = 900;
const HEAPS_MB = [256, 64, 1024] as const;
/** What may be in use, or taken, by chance in the last third more than in the second, as a share and in MB. */
const MOST_GROWTH = 0.15;
const LEAST_GROWTH_MB = 25;

/** Whether a figure of each third, in MB, stayed where it was after the first. */
const isFlat = ([, middle, last]: readonly number[]): boolean =>
  last <= Math.max(middle * (1 + MOST_GROWTH), middle + LEAST_GROWTH_MB);

const inMb = (thirds: readonly number[]): string => thirds.map((mb) => mb.toFixed(0)).join(', ');

/**
 * In a process with a heap of so many MB; how it went, in words. What V8 takes from the system follows what is in use with a delay,
 * and is held to be flat in a long attack only.
 */
async function attack(heapMb: number, one: Attack, isLong: boolean): Promise<string> {
  const what = `${one.type}, ${heapMb} MB, ${count(one.keys)} keys of ${count(one.sensors)}`;
  const child = fork(join(__dirname, 'memory-attack.js'), [], {
    execArgv: [`--max-old-space-size=${heapMb}`, '--expose-gc'],
  });
  let survived: Survived | null = null;
  child.on('message', (message) => (survived = message as Survived));
  child.send(one);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.ok(survived !== null, `${what}: the process ended (${code ?? signal})`);
  const { messages, refused, status, rss, used } = survived as Survived;
  assert.ok(isFlat(used), `${what}: ${inMb(used)} MB in use`);
  assert.ok(!isLong || isFlat(rss), `${what}: RSS ${inMb(rss)} MB`);
  if (refused > 0) assert.match(status, new RegExp(`\\b${refused} refused`), what);
  return `${what}: ${count(messages)} messages, ${count(refused)} refused, ${used[2].toFixed(0)} MB in use, RSS at most ${Math.max(...rss).toFixed(0)}`;
}

export const memoryAttacks: Fault = {
  name: 'memory-attacks',
  title: 'more keys and sensors than fit, in processes with heaps of 64, 256 and 1,024 MB',
  promise: 'the process goes on, its memory stays where it was, what finds no room is refused and counted',
  isComputation: true,
  async run(size) {
    const figures: string[] = [];
    const broken: string[] = [];
    for (const [i, crowd] of CROWDS.entries())
      for (const [j, heapMb] of HEAPS_MB.entries()) {
        if (!size.isFull && i !== j) continue;
        const type = streamTypes[(i + j + 2) % streamTypes.length];
        const extent = { seconds: size.pick(30, 60), leastMessages: LEAST_MESSAGES };
        await attack(heapMb, { ...crowd, type, ...extent }, size.isFull).then(
          (survived) => figures.push(survived),
          (error: Error) => broken.push(error.message),
        );
      }
    assert.deepEqual(broken, []);
    return figures.join('; ');
  },
};
