import assert from 'node:assert/strict';
import { dynamicsNames } from '../../src/stream/dynamics-plan';
import { simulateFrames } from '../frame/simulation';
import {
  blockNames,
  collect,
  getNode,
  helper,
  place,
  send,
  startFlow,
  streamFlow,
  streamTypes,
  type Message,
} from './flow';

interface Block {
  readonly key: string;
  readonly time: number;
  readonly seq: number;
  readonly phase: string;
  readonly late: boolean;
  readonly rejected: Record<string, string>;
  readonly [field: string]: unknown;
}

/** Every node as it comes, and psmf-filter by each of its dynamics. */
const cases = [
  ...streamTypes.map((type) => ({ title: type, type, own: {} })),
  ...dynamicsNames.map((dynamics) => ({
    title: `psmf-filter by ${dynamics}`,
    type: 'psmf-filter' as const,
    own: { model: 'rpsmf', dynamics, standardise: true, periodSeconds: 60, horizon: 2, configVersion: 1 },
  })),
];

/** What holds for every node, whatever it makes of the readings. */
for (const { title, type, own } of cases) {
  const block = (msg: Message, i?: number): Block => {
    const psmf: unknown = i === undefined ? msg.psmf : (msg.psmf as unknown as unknown[])[i];
    return (psmf as Record<string, Block>)[blockNames[type]];
  };
  const start = (settings: object = {}): Promise<void> =>
    startFlow(streamFlow(type, { ...own, ...settings }));
  const frames = simulateFrames(60, 3);

  describe(`${title}: messages`, () => {
    afterEach(() => helper.unload());

    it('gives back the same message with its block added, everything else kept', async () => {
      await start();
      const { out, completed } = collect();
      const other = { filled: [], mark: 1 };
      frames.forEach((frame, t) =>
        send(
          { unit: '°C', ...frame },
          { _msgid: `m${t}`, topic: 'plant', timestamp: 1e12 + t * 1000, more: [t], psmf: { other } },
        ),
      );
      const messages = await out.reach(60);
      await completed.reach(60);
      messages.forEach((msg, t) => {
        assert.equal(msg._msgid, `m${t}`);
        assert.deepEqual(
          [msg.topic, msg.timestamp, msg.more, msg.psmf?.other],
          ['plant', 1e12 + t * 1000, [t], other],
        );
        assert.deepEqual(Object.keys(msg.payload as object), ['unit', 's0', 's1', 's2']);
        assert.equal((msg.payload as { unit: string }).unit, '°C');
        const { key, time, seq, phase, late } = block(msg);
        assert.deepEqual([key, time, seq, late], ['', 1e12 + t * 1000, t + 1, false]);
        assert.ok(phase === 'warming' || phase === 'ready');
      });
      assert.ok(allFinite(messages));
    });

    it('never changes the objects it was sent', async () => {
      await start();
      const { out } = collect();
      const payload = Object.freeze({ a: 1, b: 'x' });
      const psmf = Object.freeze({ other: {} });
      send(payload, { psmf });
      send(Object.freeze([Object.freeze({ a: 1 }), Object.freeze({ a: 2 })]), { psmf: Object.freeze([]) });
      await out.reach(2);
      assert.deepEqual(payload, { a: 1, b: 'x' });
      assert.deepEqual(psmf, { other: {} });
    });

    it('refuses a message that cannot be written before its model learns', async () => {
      await start({ frameMs: 60_000 });
      const { out, caught } = collect();
      const give = (msg: object): void => void getNode('n1').emit('input', Object.freeze(msg));
      send({ a: 1, b: 2 });
      give({ _msgid: 'frame', payload: { a: 5, b: 5 } });
      give({ _msgid: 'batch', payload: [{ a: 5 }, { a: 6 }] });
      give({ _msgid: 'reading', payload: 5, topic: 'a' });
      send({ a: 1, b: 2 });
      const [first, second] = await out.reach(2);
      assert.deepEqual([block(first).seq, block(second).seq], [1, 2]);
      assert.equal((await caught.reach(3)).length, 3);
      // The frozen reading is in no frame, so the first of these opens one and the second closes it.
      for (const payload of [7, 8]) send(payload, { topic: 'a' });
      send({ a: 1, b: 2 });
      const seqs = (await out.reach(4)).map((msg) => block(msg).seq);
      assert.deepEqual(seqs, [1, 2, 3, 4]);
    });

    it('takes a list by the configured names, and by position without any', async () => {
      const run = async (settings: object, payloads: unknown[]): Promise<Message[]> => {
        await start(settings);
        const { out } = collect();
        payloads.forEach((payload) => send(payload));
        const messages = await out.reach(payloads.length);
        await helper.unload();
        return messages;
      };
      const lists = await run({}, [[1, null, 3], Float64Array.of(1, 2, 3)]);
      assert.ok(Array.isArray(lists[0].payload) && Array.isArray(lists[1].payload));
      assert.equal((lists[0].payload as unknown[]).length, 3);
      const named = await run({ sensors: 'a, b\nc' }, [[1, 2, 'x', 'beyond'], { c: 'x', d: 4 }]);
      assert.deepEqual(Object.keys(block(named[0]).rejected), ['c']);
      assert.equal((named[0].payload as unknown[])[3], 'beyond');
      assert.deepEqual(Object.keys(block(named[1]).rejected), ['c']);
      assert.equal((named[1].payload as { d: number }).d, 4);
    });

    it('answers a batch with one message: an entry for each frame, in payload and psmf', async () => {
      await start();
      const { out } = collect();
      const others = frames.map((_, t) => ({ other: t }));
      send(
        frames.map((frame, t) => ({ timestamp: 1e12 + t, ...frame })),
        { psmf: others, timestamp: 5 },
      );
      send(frames.map((frame) => Object.values(frame)));
      send([]);
      const [first, second, empty] = await out.reach(3);
      assert.equal((first.payload as unknown[]).length, 60);
      assert.equal((first.psmf as unknown as unknown[]).length, 60);
      assert.deepEqual([block(first, 59).seq, block(first, 59).time], [60, 1e12 + 59]);
      assert.deepEqual(
        (first.psmf as unknown as { other: number }[]).map(({ other }) => other),
        others.map(({ other }) => other),
      );
      assert.equal((first.payload as { timestamp: number }[])[7].timestamp, 1e12 + 7);
      assert.ok((second.payload as unknown[]).every((frame) => Array.isArray(frame) && frame.length >= 3));
      assert.equal(block(second, 59).seq, 120);
      assert.deepEqual([empty.payload, empty.psmf], [[], []]);
    });

    it('refuses a batch with something else in it before it learns', async () => {
      await start();
      const { out, caught } = collect();
      send([{ a: 1 }, 5]);
      send({ a: 1 });
      await caught.reach(1);
      assert.equal(block((await out.reach(1))[0]).seq, 1);
    });

    it('works on the property it is told, and writes back there', async () => {
      await start({ property: 'data.values' });
      const { out } = collect();
      const data = Object.freeze({ values: { a: 1 }, note: 'x' });
      send('untouched', { data });
      const [msg] = await out.reach(1);
      assert.deepEqual([msg.payload, block(msg).seq], ['untouched', 1]);
      assert.deepEqual(msg.data, { values: { a: 1 }, note: 'x' });
      assert.notEqual(msg.data, data);
    });

    it('answers a frame that is not newer than the last, but does not learn it', async () => {
      await start();
      const { out } = collect();
      const at = (timestamp: unknown): void => send({ a: 1, b: 2 }, { timestamp });
      at(2000);
      at('1970-01-01T00:00:03.000Z');
      at(new Date(4000));
      at(3500);
      at(4000);
      at('yesterday');
      const blocks = (await out.reach(6)).map((msg) => block(msg));
      assert.deepEqual(
        blocks.map(({ late }) => late),
        [false, false, false, true, true, false],
      );
      assert.deepEqual(
        blocks.map(({ seq }) => seq),
        [1, 2, 3, 3, 3, 4],
      );
      assert.deepEqual(
        blocks.slice(0, 5).map(({ time }) => time),
        [2000, 3000, 4000, 3500, 4000],
      );
    });

    it('takes fields used as time and key for no sensors', async () => {
      await start({ timeProperty: 'payload.at', keyProperty: 'payload.site' });
      const { out } = collect();
      send({ at: 5000, site: 7, a: 1 });
      send({ at: 6000, site: 7, a: 'bad' });
      send([{ at: 7000, site: 7, a: 'bad' }]);
      const [first, second, third] = await out.reach(3);
      assert.deepEqual([block(first).time, block(first).key], [5000, '7']);
      assert.deepEqual(block(second).rejected, { a: 'text that is not a plain decimal number' });
      assert.deepEqual([block(third, 0).time, block(third, 0).seq, block(third, 0).key], [7000, 3, '7']);
      assert.deepEqual(
        [(first.payload as { at: number }).at, (first.payload as { site: number }).site],
        [5000, 7],
      );
    });

    it('does not learn a retained message without a time of its own, nor when told so', async () => {
      await start();
      const { out } = collect();
      send({ a: 1, b: 1 });
      send({ a: 1, b: 1 }, { retain: true });
      send({ a: 1, b: 1 }, { learn: false });
      send({ a: 1, b: 1 }, { retain: true, timestamp: 1e12 });
      assert.deepEqual(
        (await out.reach(4)).map((msg) => block(msg).seq),
        [1, 1, 1, 2],
      );
    });

    it('makes chart points of value and interval, with the time of the frame', async () => {
      await start({ format: 'chart' });
      const { out } = collect();
      frames.forEach((frame, t) => send(frame, { timestamp: 1e12 + t * 1000 }));
      send(frames.slice(0, 2).map((frame, t) => ({ ...frame, timestamp: 2e12 + t })));
      const messages = await out.reach(61);
      const points = messages[59].payload as { series: string; x: number; y: number }[];
      const series = new Set(points.map((point) => point.series));
      for (const name of ['s0', 's1', 's2']) assert.ok(series.has(name));
      if (type === 'psmf-filter') assert.ok(series.has('s0 lower') && series.has('s2 upper'));
      for (const point of points) assert.deepEqual(Object.keys(point), ['series', 'x', 'y']);
      assert.ok(points.every(({ x, y }) => x === 1e12 + 59_000 && Number.isFinite(y)));
      const times = (messages[60].payload as { x: number }[]).map(({ x }) => x);
      assert.deepEqual([...new Set(times)], [2e12, 2e12 + 1]);
    });

    it('rounds its own numbers if told, and no others', async () => {
      await start({ decimals: '2', detail: 'all' });
      const { out } = collect();
      for (const frame of frames) send({ ...frame, note: 'x', other: null });
      const messages = await out.reach(60);
      const mine = JSON.stringify(Object.entries(block(messages[59])).filter(([name]) => name !== 'alarm'));
      const decimals = [...mine.matchAll(/\.(\d+)/g)].map(([, digits]) => digits.length);
      assert.ok(
        decimals.every((count) => count <= 2),
        mine,
      );
      if (type !== 'psmf-filter') assert.equal((messages[59].payload as { s0: number }).s0, frames[59].s0);
    });

    it('forgets when told, here and in the store', async () => {
      await start();
      const { out, completed } = collect();
      for (const frame of frames) send(frame);
      send(123, { reset: true });
      send(frames[0]);
      await completed.reach(62);
      assert.equal(out.messages.length, 61);
      assert.equal(block(out.messages[60]).seq, 1);
    });

    it('hands out its state, and takes it back only if allowed', async () => {
      await start({ allowImport: true });
      const { out, caught, completed } = collect();
      const sendAt = (frame: object, t: number): void => send(frame, { timestamp: 1e12 + t * 1000 });
      frames.slice(0, 50).forEach(sendAt);
      send(undefined, { export: true, mine: 1 });
      const messages = await out.reach(51);
      const envelope = messages[50].payload as Record<string, unknown>;
      assert.deepEqual([envelope.format, envelope.seq, messages[50].mine], ['psmf', 50, 1]);
      frames.slice(50).forEach((frame, t) => sendAt(frame, 50 + t));
      const expected = (await out.reach(61)).slice(51).map((msg) => block(msg));
      for (const bad of [
        { ...envelope, seq: 51 },
        'text',
        null,
        { ...envelope, data: 'A'.repeat(2 ** 26 + 1) },
      ]) {
        send(undefined, { import: bad });
      }
      await caught.reach(4);
      sendAt(frames[0], 60);
      assert.equal(block((await out.reach(62))[61]).seq, 61);
      send(undefined, { import: { ...envelope, surplus: 1 } });
      frames.slice(50).forEach((frame, t) => sendAt(frame, 50 + t));
      const again = (await out.reach(72)).slice(62).map((msg) => block(msg));
      assert.deepEqual(again, expected);
      await completed.reach(73);
      await helper.unload();

      await start();
      const second = collect();
      send(undefined, { import: envelope });
      send(undefined, { export: true });
      const errors = (await second.caught.reach(2)) as unknown as { error: { message: string } }[];
      assert.match(errors[0].error.message, /msg\.import: expected a node that allows it/);
      assert.match(errors[1].error.message, /The snapshot: expected a model that has learned a frame/);
    });

    it('hands out its state as payload only: a node behind passes it on and learns nothing from it', async () => {
      const [tab, node, ...rest] = streamFlow(type, own);
      const behind = place({ id: 'n2', type, property: 'payload', wires: [['out']] });
      await startFlow([tab, { ...node, wires: [['n2']] }, behind, ...rest]);
      const { out } = collect();
      for (const frame of frames.slice(0, 5)) send(frame);
      send(undefined, { export: true });
      await out.reach(6);
      getNode('n2').receive({ payload: frames[5] });
      const messages = await out.reach(7);
      const state = messages[5].payload as { node: string; seq: number };
      assert.deepEqual([state.node, state.seq, 'export' in messages[5]], ['n1', 5, false]);
      assert.equal(block(messages[6]).seq, 6);
    });
  });
}

/** Whether every number anywhere in these values is finite. */
function allFinite(values: readonly unknown[]): boolean {
  const stack = [...values];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (value !== null && typeof value === 'object') stack.push(...(Object.values(value) as unknown[]));
  }
  return true;
}
