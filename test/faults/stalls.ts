import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulateFrames } from '../frame/simulation';
import { streamTypes, type StreamType } from '../nodes/flow';
import { ROOT } from '../package-root';
import { median } from '../support/statistics';
import { Embedded, Probe } from './embedded';
import { longestStall } from './event-loop';
import { count, pause, type Fault, type Size } from './fault';

/** What a node learns, and how often it is told more. */
interface Load {
  readonly sensors: number;
  readonly keys: number;
  /** For each key before the measurement. */
  readonly frames: number;
  readonly saveSeconds: number;
  /** At a time, and the time between. */
  readonly messages: number;
  readonly periodMs: number;
}

/** Past the start-up of the default model; a save every second, or a hundred of them. */
const LOADS: readonly Load[] = [
  { sensors: 1024, keys: 1, frames: 450, saveSeconds: 2, messages: 1, periodMs: 250 },
  { sensors: 8, keys: 1000, frames: 12, saveSeconds: 10, messages: 20, periodMs: 100 },
];
const MOST_ABOVE_MS = 50;
/** In the small size, which runs on machines that nobody keeps quiet. */
const MOST_ABOVE_SMALL_MS = 100;
const WINDOW_SECONDS = 4;
/** What the store has to write after the models have learned. */
const SETTLE_MS = 5_000;

const load = createRequire(__filename);

const stores: Readonly<Record<string, (dir: string) => object>> = {
  'file-store': (dir) => ({
    module: load(`${ROOT}/dist/nodes/stores/file-store.js`) as object,
    config: { dir },
  }),
  localfilesystem: (dir) => ({ module: 'localfilesystem', config: { dir, flushInterval: 1 } }),
};

/** The longest turns of the event loop in windows of time. */
async function measureWindows(windows: number, periodMs: number, work: () => void): Promise<number[]> {
  const longest: number[] = [];
  while (longest.length < windows) longest.push(await longestStall(WINDOW_SECONDS, periodMs, work));
  return longest;
}

/** Longest turns with the messages going to a node that does nothing, and to one of ours that learns and saves. */
async function measure(type: StreamType, store: string, one: Load, size: Size): Promise<string> {
  const windows = size.pick(3, 6);
  const mostAbove = size.pick(MOST_ABOVE_SMALL_MS, MOST_ABOVE_MS);
  const { sensors, keys, saveSeconds, messages, periodMs } = one;
  const dir = mkdtempSync(join(tmpdir(), 'psmf-faults-stalls-'));
  const settings = { keyProperty: keys > 1 ? 'site' : '', saveSeconds, maxModels: 2 * keys };
  const embedded = await Embedded.start(
    [
      { id: 'ours', type, ...settings },
      { id: 'idle', type: 'change', rules: [] },
    ],
    { default: stores[store](dir) },
  );
  const ours = new Probe('ours');
  await ours.ready();
  const frames = simulateFrames(400, sensors);
  let sent = 0;
  const sendTo = (probe: Probe, some: number): void => {
    for (let i = 0; i < some; i++, sent++)
      probe.give({ payload: frames[Math.floor(sent / keys) % frames.length], site: `site ${sent % keys}` });
  };
  for (let i = 0; i < one.frames * keys; i += messages) {
    const { done } = ours;
    sendTo(ours, messages);
    while (ours.done < done + messages) await pause(0);
  }
  await pause(SETTLE_MS);
  const idle = new Probe('idle');
  const without = await measureWindows(windows, periodMs, () => sendTo(idle, messages));
  const before = ours.done;
  const withUs = await measureWindows(windows, periodMs, () => sendTo(ours, messages));
  const { done, failed, status } = ours;
  await embedded.stop();
  rmSync(dir, { recursive: true, force: true });
  const figures =
    `${type} in ${store}, ${keys > 1 ? `${count(keys)} keys` : `${count(sensors)} sensors`}: ` +
    `longest turn ${median(withUs).toFixed(0)} ms (at most ${Math.max(...withUs).toFixed(0)}), ${median(without).toFixed(0)} without`;
  assert.ok(done > before && failed === 0, `${figures}; ${failed} messages failed`);
  assert.doesNotMatch(status, /not saved|memory/, figures);
  const isOurStore = store === 'file-store';
  assert.ok(!isOurStore || median(withUs) <= median(without) + mostAbove, figures);
  return figures;
}

/** Small: each load once, with the node whose models are the largest; full: every node, and Node-RED's store beside ours. */
const listTrials = ({ isFull }: Size): (readonly [StreamType, string, Load])[] =>
  isFull
    ? Object.keys(stores).flatMap((store) =>
        LOADS.flatMap((one) => streamTypes.map((type) => [type, store, one] as const)),
      )
    : LOADS.map((one) => ['psmf-impute', 'file-store', one] as const);

export const stalls: Fault = {
  name: 'stalls',
  isFullOnly: true,
  title: `1,024 sensors, or 1,000 keys of 8, learned and saved in the package's own store of files`,
  promise: `the longest turn of the event loop, as a median of windows of ${WINDOW_SECONDS} s, at most ${MOST_ABOVE_MS} ms above that of the same messages without the node`,
  async run(size) {
    const figures: string[] = [];
    const broken: string[] = [];
    for (const [type, store, one] of listTrials(size))
      await measure(type, store, one, size).then(
        (figure) => figures.push(figure),
        (error: Error) => broken.push(error.message),
      );
    assert.deepEqual(broken, [], figures.join('; '));
    return figures.join('; ');
  },
};
