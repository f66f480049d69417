import assert from 'node:assert/strict';
import { sizeOfMessage } from '../../nodes/message/message-size';
import { MemoryBudget, type Holder } from '../../nodes/runtime/memory-budget';
import { hashKey } from '../../nodes/state/stored-index';
import { simulateFrames } from '../frame/simulation';
import {
  blockNames,
  collect,
  Collector,
  getNode,
  helper,
  logged,
  place,
  send,
  startFlow,
  statuses,
  streamFlow,
  streamTypes,
  type Message,
} from './flow';
import { SlowStore } from './slow-store';

const [frame] = simulateFrames(1, 8);
const wide = Object.fromEntries(Array.from({ length: 150 }, (_, j) => [`sensor ${j}`, j]));
/** Stored by 40 keys it is more than 1.5 MB. */
const wider = Object.fromEntries(Array.from({ length: 500 }, (_, j) => [`sensor ${j}`, j]));

const KEYS = 40;

/** Resolves with the last status of a node once it matches. */
async function reachStatus(wanted: RegExp, id = 'n1'): Promise<string> {
  for (const end = Date.now() + 30_000; ;) {
    const text = statuses(id).at(-1)?.text ?? '';
    if (wanted.test(text)) return text;
    assert.ok(Date.now() < end, `the status is "${text}"`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

for (const type of streamTypes) {
  const flow = (settings: object = {}): object[] => streamFlow(type, { keyProperty: 'site', ...settings });
  const seqOf = (msg: Message): number => (msg.psmf?.[blockNames[type]] as { seq: number }).seq;
  const messageOf = (caught: Message): string =>
    (caught as unknown as { error: { message: string } }).error.message;

  describe(`${type}: memory by budget`, () => {
    afterEach(() => helper.unload());

    it('sends the least used models to the store beyond it, and has them back when their key returns', async () => {
      const store = new SlowStore();
      await startFlow(flow(), store.settings, { psmfMemoryMB: 1 });
      const { out, caught } = collect();
      for (let i = 0; i < 40; i++) {
        send(frame, { site: i });
        await out.reach(i + 1);
      }
      await reachStatus(/, [23]\d evicted/);
      send(frame, { site: 0 });
      send(frame, { site: 39 });
      await out.reach(42);
      assert.deepEqual(out.messages.slice(40).map(seqOf), [2, 2]);
      assert.deepEqual(caught.messages, []);
    });

    it('refuses further keys, counts and shows it, while the store does not take what is to leave', async () => {
      const store = new SlowStore();
      await startFlow(flow(), store.settings, { psmfMemoryMB: 1 });
      const { out, caught } = collect();
      send(frame, { site: 'first' });
      await out.reach(1);
      store.set = () => {};
      for (let i = 0; i < 60; i++) {
        send(frame, { site: i });
        while (out.messages.length + caught.messages.length < i + 2) await new Promise(setImmediate);
      }
      assert.ok(out.messages.length >= 4, `${out.messages.length} answered`);
      assert.match(messageOf(caught.messages[0]), /memory for (another model|8 sensors): expected at most/);
      await reachStatus(new RegExp(`${caught.messages.length} refused`));
    });

    it('refuses a frame of more sensors than fit, changes nothing, and goes on', async () => {
      await startFlow(streamFlow(type), {}, { psmfMemoryMB: 1 });
      const { out, caught } = collect();
      send(frame);
      send(wide);
      send([frame, wide]);
      send(frame);
      await out.reach(2);
      assert.deepEqual(out.messages.map(seqOf), [1, 2]);
      assert.equal(caught.messages.length, 2);
      assert.match(messageOf(caught.messages[0]), /The memory for 15\d sensors: expected at most .*, got/);
      await reachStatus(/2 refused/);
    });

    it('holds a node to the part it asks for, however much there is', async () => {
      await startFlow(flow({ maxMemoryMB: 1 }), new SlowStore().settings);
      const { out } = collect();
      for (let i = 0; i < 40; i++) {
        send(frame, { site: i });
        await out.reach(i + 1);
      }
      await reachStatus(/, [23]\d evicted/);
    });

    it('shares it with other nodes: the least used model of any leaves', async () => {
      const nodes = [
        ...flow(),
        place({ id: 'n2', type, keyProperty: 'site', wires: [['out2']] }),
        place({ id: 'out2', type: 'helper' }),
      ];
      await startFlow(nodes, new SlowStore().settings, { psmfMemoryMB: 1 });
      const { out } = collect();
      const out2 = new Collector('out2');
      for (let i = 0; i < 5; i++) send(frame, { site: i });
      await out.reach(5);
      for (let i = 0; i < 40; i++) {
        getNode('n2').receive({ payload: frame, site: i });
        await out2.reach(i + 1);
      }
      send(frame, { site: 0 });
      await out.reach(6);
      assert.equal(seqOf(out.messages[5]), 2);
      await reachStatus(/[45] evicted/);
    });

    it('keeps so many bytes in the store, drops the oldest beyond, and counts them', async () => {
      const store = new SlowStore();
      await startFlow(flow({ saveSeconds: 1 }), store.settings, { psmfStoredMB: 1 });
      const { out } = collect();
      for (let i = 0; i < KEYS; i++) {
        send(wider, { site: i });
        await out.reach(i + 1);
      }
      const kept = (): unknown[] =>
        Array.from({ length: KEYS }, (_, i) => store.peek(`psmf_n1_${hashKey(`${i}`)}`));
      while (kept().at(-1) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
      await reachStatus(/\d dropped/);
      const end = Date.now() + 30_000;
      for (let bytes = Infinity; bytes > 1.5e6;) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        bytes = JSON.stringify(kept()).length;
        assert.ok(Date.now() < end, `${bytes} bytes in the store`);
      }
    });

    it('counts what waits for its model, and refuses what would be too much', async () => {
      const store = new SlowStore();
      store.hold();
      await startFlow(flow(), store.settings, { psmfMemoryMB: 2 });
      const { out, caught } = collect();
      for (let i = 0; i < 10; i++) send(frame, { site: 'x', ballast: 'x'.repeat(200_000) });
      await caught.reach(6);
      assert.match(messageOf(caught.messages[0]), /The memory for a message that waits: expected at most/);
      store.release();
      assert.deepEqual((await out.reach(4)).map(seqOf), [1, 2, 3, 4]);
      await reachStatus(/6 refused/);
    });

    it('refuses a setting that is no number', async () => {
      await startFlow(flow(), {}, { psmfMemoryMB: 'much' });
      assert.match(logged('error')[0], /psmfMemoryMB of the settings file: expected a number from 1 to/);
    });
  });
}

describe('MemoryBudget', () => {
  const holder = (held: number, evictable: number, oldestUse: number): Holder & { evicted: number } => ({
    ...{ held, evictable, oldestUse, leaving: 0, stored: 0, droppable: 0, evicted: 0 },
    evictOldest() {
      this.evicted += 1;
      Object.assign(this, { evictable: this.evictable - 10, leaving: this.leaving + 10 });
    },
    dropOldest: () => assert.fail('dropped'),
  });

  it('is an eighth of the heap limit unless it is set', () => {
    assert.equal(new MemoryBudget(undefined, undefined, 800e6).limit, 100e6);
    assert.equal(new MemoryBudget('64', undefined).limit, 64e6);
  });

  it('takes from the node whose model was used least recently, no more than needed', () => {
    const budget = new MemoryBudget(undefined, undefined, 800);
    const [one, other] = [holder(70, 50, 7), holder(60, 50, 3)];
    budget.join(one, false);
    budget.join(other, false);
    assert.equal(budget.free, 100 - 20 - 10);
    budget.shrink();
    assert.deepEqual([one.evicted, other.evicted], [0, 3]);
  });

  it('stops where nothing can leave', () => {
    const budget = new MemoryBudget(undefined, undefined, 8);
    const full = holder(50, 0, Infinity);
    budget.join(full, true);
    budget.shrink();
    assert.equal(budget.free, -49);
  });
});

describe('sizeOfMessage', () => {
  const cases: readonly (readonly [string, object, number, number])[] = [
    ['a small one', { payload: { a: 1 }, topic: 'x' }, 100, 1000],
    ['a long text', { payload: 'x'.repeat(1e6) }, 2e6, 2.1e6],
    ['a buffer', { payload: Buffer.alloc(1e6) }, 1e6, 1.1e6],
    ['many frames', { payload: Array.from({ length: 1e5 }, () => ({ a: 1, b: 2 })) }, 4e6, 1e8],
    ['many long texts', { payload: new Array(1e4).fill('x'.repeat(1000)) }, 1e7, 5e7],
    ['a sparse array', { payload: new Array(2 ** 32 - 1) }, 1e9, 1e13],
  ];
  for (const [what, msg, least, most] of cases)
    it(`counts ${what}`, () => {
      const bytes = sizeOfMessage(msg);
      assert.ok(bytes >= least && bytes <= most, `${bytes}`);
    });

  it('survives what throws, and what contains itself', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const trap = new Proxy({}, { ownKeys: () => assert.fail('looked at') });
    const getter = Object.defineProperty({}, 'x', { enumerable: true, get: () => assert.fail('read') });
    for (const payload of [loop, trap, getter]) assert.ok(sizeOfMessage({ payload }) > 0);
  });
});
