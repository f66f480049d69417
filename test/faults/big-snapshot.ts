import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulateFrames } from '../frame/simulation';
import { streamTypes, type StreamType } from '../nodes/flow';
import { Embedded, Probe } from './embedded';
import { longestStall } from './event-loop';
import { pause, type Fault } from './fault';

const LEAST_BYTES = 500_000;
/** A model that goes on learning takes a little more or less from save to save. */
const ENOUGH_BYTES = 1.05 * LEAST_BYTES;
/** By then the default model has let go of its first frames, and its snapshot keeps its size. */
const FRAMES = 400;
const PERIOD_MS = 100;
const MOST_MS = 100;
/** A change waits for a second less, so that the node saves every second. */
const SAVE_SECONDS = 2;

const bytesOf = (probe: Probe): number => JSON.stringify(probe.ask({ export: true })?.payload).length;

/** Teaches the node so many sensors that its snapshot is large enough; how many that are. */
function grow(probe: Probe): number {
  let sensors = 100;
  for (let tries = 0; tries < 8; tries++) {
    probe.give({ reset: true });
    for (const payload of simulateFrames(FRAMES, sensors)) probe.give({ payload });
    const bytes = bytesOf(probe);
    if (bytes >= ENOUGH_BYTES && bytes < 1.1 * ENOUGH_BYTES) return sensors;
    sensors = Math.ceil((1.02 * sensors * ENOUGH_BYTES) / bytes);
  }
  throw new Error(`no snapshot of ${LEAST_BYTES} bytes, at last with ${sensors} sensors`);
}

/** With one node that learns, saves and is flushed, beside the same Node-RED before with nothing to do. */
async function measure(type: StreamType, seconds: number): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'psmf-faults-context-'));
  const embedded = await Embedded.start([{ id: type, type, saveSeconds: SAVE_SECONDS }], {
    default: { module: 'localfilesystem', config: { dir, flushInterval: 1 } },
  });
  const probe = new Probe(type);
  await probe.ready();
  const sensors = grow(probe);
  const frames = simulateFrames(200, sensors);
  await pause(3000);
  const idle = await longestStall(seconds, PERIOD_MS, () => {});
  let sent = 0;
  const saving = await longestStall(seconds, PERIOD_MS, () =>
    probe.give({ payload: frames[sent++ % frames.length] }),
  );
  const bytes = bytesOf(probe);
  await embedded.stop();
  rmSync(dir, { recursive: true, force: true });
  assert.ok(bytes >= LEAST_BYTES, `${type}: ${bytes} bytes`);
  const figures = `${type}: ${sensors} sensors, ${Math.round(bytes / 1000)} kB, longest stall ${saving.toFixed(0)} ms while saving, ${idle.toFixed(0)} ms idle`;
  assert.ok(saving < MOST_MS, figures);
  return figures;
}

export const bigSnapshot: Fault = {
  name: 'big-snapshot',
  title: 'a snapshot of 500 kB, saved and flushed to a file every second',
  promise: 'longest event-loop stall below 100 ms',
  async run(size) {
    const figures: string[] = [];
    for (const type of streamTypes) figures.push(await measure(type, size.pick(4, 30)));
    return figures.join('; ');
  },
};
