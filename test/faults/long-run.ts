import assert from 'node:assert/strict';
import { createFrames } from '../../bench/nodes/frames';
import { streamTypes } from '../nodes/flow';
import { Embedded, Probe } from './embedded';
import { count, nextTurn, type Fault } from './fault';

const MOST_GROWTH = 0.05;
const KINDS_OF_FRAMES = 500;

async function heapMb(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    global.gc?.();
    await nextTurn();
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}

export const longRun: Fault = {
  name: 'long-run',
  title: 'ten million messages',
  promise: 'heap within 5 % of its value at one million',
  isComputation: true,
  async run(size) {
    const total = size.pick(150_000, 10_000_000);
    const early = total / 10;
    const embedded = await Embedded.start(streamTypes.map((type) => ({ id: type, type, saveSeconds: 1 })));
    const probes = streamTypes.map((type) => new Probe(type));
    const frames = createFrames(KINDS_OF_FRAMES).map((frame) =>
      Object.fromEntries(Object.entries(frame).slice(0, 3)),
    );
    let first = 0;
    for (let sent = 0; sent < total;) {
      for (const probe of probes) {
        probe.give({
          _msgid: `${sent}`,
          payload: frames[sent % KINDS_OF_FRAMES],
          timestamp: 1.7e12 + 1000 * sent,
        });
        sent += 1;
      }
      if (sent % 1000 < 3) await nextTurn();
      if (first === 0 && sent >= early) first = await heapMb();
    }
    const last = await heapMb();
    await embedded.stop();
    assert.ok(probes.every(({ failed }) => failed === 0));
    assert.ok(last <= first * (1 + MOST_GROWTH), `heap ${first.toFixed(1)} MB, then ${last.toFixed(1)} MB`);
    const growth = (100 * (last - first)) / first;
    return `${count(total)} in all, a third through each node: heap ${first.toFixed(1)} MB at ${count(early)}, ${last.toFixed(1)} MB at the end (${growth.toFixed(1)} %)`;
  },
};
