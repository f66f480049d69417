import assert from 'node:assert/strict';
import { blockNames, streamTypes, type Message, type StreamType } from '../nodes/flow';
import { Embedded, Probe } from './embedded';
import { count, nextTurn, type Fault } from './fault';

const MOST_MODELS = 1000;
/** Two thousand snapshots, a thousand models and what Node-RED keeps beside them. */
const MOST_HEAP_MB = 250;

const seqOf = (type: StreamType, msg: Message | undefined): number =>
  (msg?.psmf?.[blockNames[type]] as { seq: number }).seq;
const heapMb = (): number => {
  global.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

/** Gives one node so many keys, one message each; what was measured. */
async function crowd(type: StreamType, keys: number): Promise<string> {
  const probe = new Probe(type);
  let heapAtFirst = 0;
  for (let i = 0; i < keys; i++) {
    probe.give({ payload: { a: i, b: 1 }, site: `site ${i}` });
    if (i % 100 === 99) await nextTurn();
    if (i === 3 * MOST_MODELS) heapAtFirst = heapMb();
  }
  const heap = heapMb();
  assert.equal(probe.failed, 0);
  assert.ok(heap < MOST_HEAP_MB, `${type}: ${heap.toFixed(0)} MB of heap`);
  await statusReaches(probe, `${keys - MOST_MODELS} evicted`);
  for (let i = keys - 2 * MOST_MODELS; i < keys - MOST_MODELS; i += 97) {
    const answer = probe.ask({ payload: { a: i, b: 1 }, site: `site ${i}` });
    assert.equal(seqOf(type, answer), 2, `${type}: site ${i} did not come back`);
  }
  assert.equal(seqOf(type, probe.ask({ payload: { a: 1 }, site: 'site 0' })), 1);
  return `${type}, ${count(keys)} keys: heap ${heapAtFirst.toFixed(0)} MB after 3,000, ${heap.toFixed(0)} MB at the end; ${count(keys - MOST_MODELS)} evictions counted; sampled models came back`;
}

export const manyKeys: Fault = {
  name: 'many-keys',
  title: 'a million distinct keys (in psmf-impute and psmf-changepoint 100,000), 1,000 models',
  promise:
    'memory bounded by maxModels, evictions counted, the last evicted models come back from their snapshot',
  isComputation: true,
  async run(size) {
    const figures: string[] = [];
    for (const type of streamTypes) {
      const node = { id: type, type, keyProperty: 'site', maxModels: MOST_MODELS };
      const embedded = await Embedded.start([node]);
      figures.push(await crowd(type, size.pick(4_000, type === 'psmf-filter' ? 1_000_000 : 100_000)));
      await embedded.stop();
    }
    return figures.join('; ');
  },
};

async function statusReaches(probe: Probe, text: string): Promise<void> {
  const until = Date.now() + 10_000;
  while (!probe.status.includes(text)) {
    assert.ok(Date.now() < until, `status is "${probe.status}", not "${text}"`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
