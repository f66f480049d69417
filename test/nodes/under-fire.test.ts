import assert from 'node:assert/strict';
import { once } from 'node:events';
import { tickNow } from '../../nodes/message/arrival';
import { FrameTimer } from '../../nodes/runtime/frame-timer';
import { hashKey } from '../../nodes/state/stored-index';
import { FrameAssembler, type AssembledFrame } from '../../src/frame/assembler';
import { simulateFrames } from '../frame/simulation';
import {
  blockNames,
  collect,
  getNode,
  helper,
  logged,
  send,
  startFlow,
  statuses,
  streamFlow,
  streamTypes,
} from './flow';
import { SlowStore } from './slow-store';

const MOST_WAITING = 1000;

/** Resolves once the status of n1 holds the text. */
async function reachStatus(text: string): Promise<string> {
  for (;;) {
    const shown = statuses().at(-1)?.text ?? '';
    if (shown.includes(text)) return shown;
    await once(getNode('n1'), 'call:status');
  }
}

for (const type of streamTypes) {
  const seqs = (messages: readonly { psmf?: Record<string, unknown> }[]): number[] =>
    messages.map(({ psmf }) => (psmf?.[blockNames[type]] as { seq: number }).seq);

  describe(`${type}: under fire`, () => {
    afterEach(() => helper.unload());

    it('counts and shows the messages for which there is no room while the store is slow', async () => {
      const store = new SlowStore();
      store.hold();
      await startFlow(streamFlow(type), store.settings);
      const { out, caught } = collect();
      for (let i = 0; i < MOST_WAITING + 200; i++) send({ a: i });
      await caught.reach(200);
      await reachStatus('200 refused');
      store.release();
      await out.reach(MOST_WAITING);
      assert.equal(caught.messages.length, 200);
    });

    it('makes no models for keys that come while too many wait', async () => {
      const store = new SlowStore();
      store.hold();
      await startFlow(streamFlow(type, { keyProperty: 'site', maxModels: 5 }), store.settings);
      const { out, caught } = collect();
      for (let i = 0; i < 3 * MOST_WAITING; i++) send({ a: i }, { site: `s${i}` });
      await caught.reach(2 * MOST_WAITING);
      assert.ok(store.reads <= MOST_WAITING + 1, `${store.reads} models were made`);
      store.release();
      await out.reach(MOST_WAITING);
    });

    it('counts and shows a reading of one sensor too many', async () => {
      await startFlow(streamFlow(type, { maxSensors: 2, keepGoing: false }));
      const { caught } = collect();
      for (const topic of ['a', 'b', 'c']) send(1, { topic });
      await caught.reach(1);
      await reachStatus('1 refused');
    });

    it('learns a whole batch or nothing of it', async () => {
      await startFlow(streamFlow(type, { maxSensors: 3 }));
      const { out, caught } = collect();
      send([{ a: 1, b: 2 }, { c: 3 }, { a: 1, d: 4 }]);
      const [{ error }] = (await caught.reach(1)) as unknown as { error: { message: string } }[];
      assert.match(error.message, /The number of sensors: expected at most 3, got 4/);
      send({ d: 4, e: 5, f: 6 });
      assert.deepEqual(seqs(await out.reach(1)), [1]);
    });

    it('makes a damaged index of models anew, and keeps the damaged one', async () => {
      const store = new SlowStore();
      const flow = streamFlow(type, { keyProperty: 'site', maxModels: 2 });
      await startFlow(flow, store.settings);
      const first = collect();
      for (const site of ['a', 'b', 'c', 'd']) send({ x: 1 }, { site });
      await first.out.reach(4);
      await helper.unload();
      store.put('psmf_n1_index', { format: 'psmf-index', hashes: ['../../etc/passwd'] });
      await startFlow(flow, store.settings);
      const second = collect();
      for (const site of ['e', 'f', 'g', 'h']) send({ x: 1 }, { site });
      await second.out.reach(4);
      while (store.peek(`psmf_n1_${hashKey('d')}`) !== undefined) await new Promise(setImmediate);
      await helper.unload();
      assert.match(
        logged('warn').join(),
        /index of saved models .* is damaged; it is kept as psmf_n1_index_dam/,
      );
      assert.deepEqual(store.peek('psmf_n1_index_damaged'), {
        format: 'psmf-index',
        hashes: ['../../etc/passwd'],
      });
      const kept = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].filter(
        (key) => store.peek(`psmf_n1_${hashKey(key)}`) !== undefined,
      );
      assert.deepEqual(kept, ['e', 'f', 'g', 'h']);
    });
  });
}

describe('psmf-changepoint: readings that are not finite', () => {
  afterEach(() => helper.unload());

  it('are sent on as gaps, alone and in a frame of readings', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out } = collect();
    send({ a: 1, b: 2 });
    send({ a: Infinity, b: 2, note: 'x' });
    for (const payload of [1, -Infinity]) {
      send(payload, { topic: 'a' });
      send(3, { topic: 'b' });
    }
    send(1, { topic: 'a' });
    const [, frame, , readings] = await out.reach(4);
    assert.deepEqual(frame.payload, { a: null, b: 2, note: 'x' });
    assert.deepEqual(readings.payload, { a: null, b: 3 });
  });
});

describe('psmf-filter: a reading of what is no sensor of the model', () => {
  afterEach(() => helper.unload());

  it('is a gap in the frame of readings if it is not finite', async () => {
    await startFlow(streamFlow('psmf-filter', { maxSensors: 2, frameMs: 30 }));
    const { out, caught } = collect();
    send({ a: 1, b: 2 });
    send(1, { topic: 'c' });
    await caught.reach(1);
    send(NaN, { topic: 'c' });
    const [, frame] = await out.reach(2);
    assert.deepEqual(frame.payload, { c: null });
  });
});

describe('psmf-impute: long names', () => {
  afterEach(() => helper.unload());

  it('are cut in the status, with an ellipsis', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out } = collect();
    const name = `<img src=x onerror=alert(1)>${'x'.repeat(220)}`;
    const frames = simulateFrames(60, 4).map((frame) => ({ ...frame, [name]: 1 }));
    for (const frame of frames) send(frame);
    for (let i = 0; i < 6; i++) send({ s0: 1 });
    await out.reach(66);
    const text = await reachStatus('silent: ');
    assert.ok(text.length <= 200 && text.includes('…'), text);
  });
});

describe('FrameTimer', () => {
  const realNow = Date.now;
  afterEach(() => {
    Date.now = realNow;
  });
  const clocks: Readonly<Record<string, () => number>> = {
    'an hour back': () => realNow() - 3_600_000,
    'a year ahead': () => realNow() + 31_536_000_000,
    frozen: () => 1.7e12,
  };
  for (const [name, clock] of Object.entries(clocks)) {
    it(`closes frames and goes on when the clock is set ${name}`, async () => {
      const frames: AssembledFrame<null>[] = [];
      let bell = (): void => {};
      const assembler = new FrameAssembler<null>({ frameMs: 20, keepGoing: true, maxSensors: 9 });
      const timer = new FrameTimer(assembler, (expired) => {
        frames.push(...expired);
        bell();
      });
      assembler.know(['a', 'b']);
      const now = tickNow();
      assembler.take({ name: 'a', value: 1, time: null, arrival: now }, null);
      timer.wind(now);
      Date.now = clock;
      const isAlive = setInterval(() => {}, 1000);
      while (frames.length < 4) await new Promise<void>((resolve) => (bell = resolve));
      clearInterval(isAlive);
      timer.stop();
      assert.deepEqual(
        frames.map(({ from }) => from.length === 0),
        [false, true, true, true],
      );
      for (const { arrival } of frames) assert.ok(Math.abs(arrival - clock()) < 60_000);
    });
  }

  it('adds no empty frame for a time in which the process stood still and readings came', async () => {
    const closed: string[] = [];
    const assembler = new FrameAssembler<null>({ frameMs: 40, keepGoing: true, maxSensors: 9 });
    const timer = new FrameTimer(assembler, (expired) =>
      expired.forEach(({ from }) => closed.push(from.length === 0 ? 'empty' : 'readings')),
    );
    const take = (name: string): void => {
      const now = tickNow();
      for (const { from } of assembler.take({ name, value: 1, time: null, arrival: now }, null).frames)
        closed.push(from.length === 0 ? 'empty' : 'readings');
      timer.wind(now);
    };
    assembler.know(['a', 'b']);
    take('a');
    take('b');
    const end = performance.now() + 500;
    while (performance.now() < end);
    // Messages that wait are handed from node to node, each a turn of the event loop.
    for (let hop = 0; hop < 5; hop++) await new Promise((resolve) => setImmediate(resolve));
    take('a');
    take('b');
    timer.stop();
    assert.deepEqual(closed, ['readings', 'readings']);
  });
});
