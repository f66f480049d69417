import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import type { LimitEvent } from '../../src';
import { simulateFrames } from '../frame/simulation';
import { collect, filterFlow, getNode, helper, send, startFlow, statuses } from './flow';
import type { Message } from './flow';

interface Block {
  readonly seq: number;
  readonly phase: string;
  readonly rejected: Record<string, string>;
  readonly outliers: string[];
  readonly [field: string]: unknown;
}
const block = (msg: Message): Block => msg.psmf?.filter as Block;

describe('psmf-filter: messages', () => {
  afterEach(() => helper.unload());

  it('denoises a stream of frames and keeps everything else of the message', async () => {
    await startFlow(filterFlow());
    const { out, completed } = collect();
    const frames = simulateFrames(300, 5);
    const nested = { list: [1, 2] };
    frames.forEach((frame, t) =>
      send(
        { unit: '°C', ...frame, nested },
        { _msgid: `m${t}`, topic: 'plant', psmf: { impute: { filled: [] } } },
      ),
    );
    const messages = await out.reach(300);
    await completed.reach(300);

    messages.forEach((msg, t) => {
      const payload = msg.payload as Record<string, unknown>;
      assert.equal(msg._msgid, `m${t}`);
      assert.equal(msg.topic, 'plant');
      assert.deepEqual(msg.psmf?.impute, { filled: [] });
      assert.deepEqual(Object.keys(payload), ['unit', ...Object.keys(frames[t]), 'nested']);
      assert.equal(payload.unit, '°C');
      assert.deepEqual(payload.nested, nested);
    });
    const rough = (values: number[]): number =>
      values.slice(1).reduce((sum, value, t) => sum + (value - values[t]) ** 2, 0);
    const denoised = messages.map(({ payload }) => (payload as { s0: number }).s0);
    assert.ok(rough(denoised.slice(100)) < rough(frames.slice(100).map(({ s0 }) => s0)) / 2);
  });

  it('describes each frame under msg.psmf.filter', async () => {
    await startFlow(filterFlow({ model: 'rpsmf', rank: 2 }));
    const { out } = collect();
    const before = Date.now();
    send({ b: 2, a: '1', note: 'x' });
    send({ a: 1.5 });
    const [first, second] = (await out.reach(2)).map(block);

    assert.deepEqual(Object.keys(first), [
      ...['key', 'time', 'seq', 'phase', 'late', 'estimate', 'sd', 'lower', 'upper', 'residual', 'outliers'],
      ...['rejected', 'features', 'forecast'],
    ]);
    assert.deepEqual(
      [first.key, first.seq, second.seq, first.phase, first.late, first.outliers, first.rejected],
      ['', 1, 2, 'warming', false, [], {}],
    );
    assert.ok((first.time as number) >= before && (first.time as number) <= Date.now());
    assert.equal((first.features as number[]).length, 2);
    for (const { estimate, sd, lower, upper } of [first, second] as unknown as Record<
      string,
      Record<string, number>
    >[]) {
      for (const name of ['a', 'b']) {
        assert.equal(lower[name], estimate[name] - 2 * sd[name]);
        assert.equal(upper[name], estimate[name] + 2 * sd[name]);
        assert.ok(Number.isFinite(lower[name]) && sd[name] > 0);
      }
    }
    const [{ payload }] = out.messages as unknown as { payload: Record<string, number> }[];
    assert.deepEqual(Object.keys(first.residual as object).sort(), ['a', 'b']);
    assert.deepEqual(Object.keys(second.residual as object), ['a']);
    assert.equal(1 - payload.a, (first.residual as Record<string, number>).a);
    assert.deepEqual(payload, { ...(first.estimate as object), note: 'x' });
  });

  it('rejects what is no number once the field is a sensor, and tells why', async () => {
    await startFlow(filterFlow());
    const { out } = collect();
    send({ t: 'starting', u: 1 });
    send({ t: 5, u: 2 });
    for (const bad of ['broken', NaN, Infinity, true, [1], {}, '1,5']) send({ t: bad, u: 3 });
    send({ t: null, u: 4 });
    const messages = await out.reach(10);

    assert.equal((messages[0].payload as { t: string }).t, 'starting');
    assert.deepEqual(
      messages.map((msg) => block(msg).rejected.t),
      [
        undefined,
        undefined,
        'text that is not a plain decimal number',
        'not finite',
        'not finite',
        'boolean',
        'array',
        'object',
        'text that is not a plain decimal number',
        undefined,
      ],
    );
    for (const { payload } of messages.slice(1)) assert.ok(Number.isFinite((payload as { t: unknown }).t));
  });

  it('maps by name: field order does not matter, and sensors join at any time', async () => {
    const run = async (reorder: (entries: [string, number][]) => [string, number][]): Promise<unknown[]> => {
      await startFlow(filterFlow({ model: 'rpsmf' }));
      const { out } = collect();
      simulateFrames(30, 4).forEach((frame, t) => {
        const entries = Object.entries(frame);
        if (t >= 10) entries.push(['joined', t]);
        send(Object.fromEntries(reorder(entries)));
      });
      const blocks = (await out.reach(30)).map((msg) => block(msg).estimate);
      await helper.unload();
      return blocks;
    };
    const forward = await run((entries) => entries);
    const backward = await run((entries) => entries.reverse());
    assert.deepEqual(backward, forward);
    assert.ok(
      Object.hasOwn(forward[10] as object, 'joined') && !Object.hasOwn(forward[9] as object, 'joined'),
    );
  });

  it('treats __proto__ and constructor as names like any other', async () => {
    await startFlow(filterFlow({ model: 'rpsmf' }));
    const { out } = collect();
    send(JSON.parse('{"__proto__": 1, "constructor": 2, "toString": "text"}'));
    send(JSON.parse('{"__proto__": "bad", "constructor": 2}'));
    const [first, second] = await out.reach(2);
    const payload = first.payload as object;

    assert.deepEqual(Object.keys(payload), ['__proto__', 'constructor', 'toString']);
    const parsed = JSON.parse(JSON.stringify(first)) as Message;
    assert.equal(typeof Object.entries(parsed.payload as object)[0][1], 'number');
    assert.deepEqual(Object.keys(block(parsed).estimate as object), ['__proto__', 'constructor']);
    assert.deepEqual(Object.keys(block(second).rejected), ['__proto__']);
    assert.equal(({} as { polluted?: unknown; constructor: unknown }).constructor, Object);
  });

  it('does not touch the object it was sent', async () => {
    await startFlow(filterFlow());
    const { out } = collect();
    const frame = Object.freeze({ a: 1, b: 2 });
    send(frame);
    const [{ payload }] = await out.reach(1);
    assert.notEqual(payload, frame);
    assert.deepEqual(frame, { a: 1, b: 2 });
  });

  it('takes objects from another realm, as function nodes send them', async () => {
    await startFlow(filterFlow());
    const { out } = collect();
    send(runInNewContext('({ a: 1, list: [1, 2] })'));
    const [msg] = await out.reach(1);
    assert.equal(typeof (msg.payload as { a: unknown }).a, 'number');
    assert.deepEqual(block(msg).rejected, {});
  });

  it('refuses a frame with too many sensors and loses nothing', async () => {
    await startFlow(filterFlow());
    const { out, caught } = collect();
    const wide = Object.fromEntries(Array.from({ length: 1025 }, (_, j) => [`s${j}`, j]));
    send({ a: 1, b: 2 });
    send(wide);
    send({ a: 1, b: 2 });
    const [{ error }] = (await caught.reach(1)) as unknown as { error: { message: string } }[];
    assert.match(error.message, /The number of sensors: expected at most 1024, got 1027\. Split/);
    assert.deepEqual(
      (await out.reach(2)).map((msg) => block(msg).seq),
      [1, 2],
    );
    assert.deepEqual(Object.keys(block(out.messages[1]).estimate as object), ['a', 'b']);
  });

  it('shows its progress, at most once a second', async () => {
    await startFlow(filterFlow());
    const { out } = collect();
    const shownAt: number[] = [];
    const node = getNode('n1');
    const seen = new Promise<void>((resolve) => {
      node.on('call:status' as 'close', () => {
        shownAt.push(Date.now());
        if (statuses().at(-1)?.text === '3 sensors') resolve();
      });
    });
    for (const frame of simulateFrames(100, 3)) send(frame);
    await out.reach(100);
    await seen;
    const texts = statuses().map(({ text }) => text);
    assert.equal(texts[0], 'state is lost on restart');
    assert.deepEqual(texts.slice(1), ['3 sensors']);
  });
});

describe('psmf-filter: limits ahead', () => {
  afterEach(() => helper.unload());

  const START = 1.7e12;
  const WIRES = [['out'], ['events']];
  /** A boiler that warms up slowly from frame 300 on and cools down from 420 on. */
  const temperature = (i: number): number =>
    50 + 0.2 * Math.max(0, Math.min(i, 420) - 300) - 0.5 * Math.max(0, i - 420) + 0.1 * Math.sin(1.7 * i);
  const frames = Array.from({ length: 470 }, (_, i) => ({ boiler: temperature(i), room: 20 + Math.sin(i) }));

  it('tells before a limit is reached and again when it is out of sight', async () => {
    await startFlow(filterFlow({ horizon: 30, limits: 'boiler: > 70', wires: WIRES }));
    const { out, events } = collect();
    frames.forEach((frame, i) => send(frame, { timestamp: START + 60_000 * i }));
    await out.reach(frames.length);
    const told = events.messages.map(({ topic, payload }) => ({ topic, ...(payload as LimitEvent) }));
    assert.deepEqual(
      told.map(({ topic, state }) => [topic, state]),
      [
        ['limit', 'ahead'],
        ['limit', 'cleared'],
      ],
    );
    assert.match(told[0].summary, /^boiler reaches 70 in about \d+ min \(/);
  });

  it('says that a limit is for a sensor there is none of, until there is', async () => {
    await startFlow(filterFlow({ horizon: 5, limits: 'room*: > 70, plant/boiler: > 70', wires: WIRES }));
    const { out } = collect();
    const shown = async (text: string): Promise<void> => {
      for (let i = 0; i < 300 && statuses().at(-1)?.text !== text; i++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      assert.equal(statuses().at(-1)?.text, text);
    };
    frames.slice(0, 50).forEach((frame) => send(frame));
    await out.reach(50);
    await shown('limit of plant/boiler: no such sensor');
    assert.equal(statuses().at(-1)?.fill, 'yellow');
    send({ ...frames[50], 'plant/boiler': 60 });
    await shown('3 sensors');
  });

  it('has nothing to tell without limits, and stops at limits it cannot use', async () => {
    await startFlow(filterFlow({ horizon: 5, wires: WIRES }));
    const { out, events } = collect();
    frames.slice(0, 60).forEach((frame) => send(frame));
    await out.reach(60);
    assert.deepEqual(events.messages, []);
    await helper.unload();
    for (const settings of [
      { horizon: 5, limits: 'boiler above 70' },
      { horizon: 0, limits: 'boiler: > 70' },
    ]) {
      await startFlow(filterFlow(settings));
      assert.match(String(statuses().at(-1)?.text), /limits/i);
      await helper.unload();
    }
  });
});
