import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulateFrames } from '../frame/simulation';
import { Embedded, Probe } from './embedded';
import { pause, type Fault } from './fault';

const LEAST_BYTES = 500_000;
const MOST_SENSORS = 1000;
const FRAMES = 60;
const PERIOD_MS = 100;
const MOST_MS = 100;

/** The longest the event loop was held up while something went on, in ms. */
async function longestStall(seconds: number, work: () => void): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  for (let passed = 0; passed < 1000 * seconds; passed += PERIOD_MS) {
    work();
    await pause(PERIOD_MS);
  }
  monitor.disable();
  return monitor.max / 1e6;
}

export const bigSnapshot: Fault = {
  name: 'big-snapshot',
  title: 'a snapshot of 500 kB, saved and flushed to a file every second',
  promise: 'longest event-loop stall below 100 ms',
  async run(size) {
    const seconds = size.pick(4, 30);
    const dir = mkdtempSync(join(tmpdir(), 'psmf-faults-context-'));
    const embedded = await Embedded.start([{ id: 'n', type: 'psmf-impute', saveSeconds: 1 }], {
      default: { module: 'localfilesystem', config: { dir, flushInterval: 1 } },
    });
    const probe = new Probe('n');
    let sensors = 100;
    let bytes = 0;
    for (; bytes < LEAST_BYTES && sensors < MOST_SENSORS; sensors += 25) {
      probe.give({ reset: true });
      for (const payload of simulateFrames(FRAMES, sensors)) probe.give({ payload });
      bytes = JSON.stringify(probe.ask({ export: true })?.payload).length;
    }
    const frames = simulateFrames(200, sensors - 25);
    await pause(3000);
    const idle = await longestStall(seconds, () => {});
    let sent = 0;
    const saving = await longestStall(seconds, () => probe.give({ payload: frames[sent++ % frames.length] }));
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
    assert.ok(bytes >= LEAST_BYTES, `${bytes} bytes`);
    assert.ok(saving - idle < MOST_MS, `stall ${saving.toFixed(0)} ms, idle ${idle.toFixed(0)} ms`);
    return `${sensors - 25} sensors, ${Math.round(bytes / 1000)} kB: longest stall ${saving.toFixed(0)} ms while saving, ${idle.toFixed(0)} ms idle`;
  },
};
