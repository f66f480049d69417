import assert from 'node:assert/strict';
import { CoreRun } from './core-run';
import { START } from './device-case';
import { collect, getNode, helper, startFlow, statuses, streamFlow, type Message } from '../nodes/flow';

/** Sends payloads one after the other; each is done or caught before the next. */
async function run(
  payloads: readonly unknown[],
  topic = 'plant',
): Promise<{ out: Message[]; caught: Message[]; names: readonly string[] }> {
  await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
  const { out, completed, caught } = collect();
  for (const [i, payload] of payloads.entries()) {
    getNode('n1').receive({ topic, payload });
    while (completed.messages.length + caught.messages.length <= i) await new Promise(setImmediate);
  }
  const before = [...out.messages];
  const errors = [...caught.messages];
  getNode('n1').receive({ payload: '', export: true });
  while (completed.messages.length + caught.messages.length <= payloads.length)
    await new Promise(setImmediate);
  const state = out.messages[before.length]?.payload as
    { readonly meta?: { readonly names: readonly string[] } } | undefined;
  return { out: before, caught: errors, names: state?.meta?.names ?? [] };
}

const fine = { a: 1, b: 2 };
const nest = (depth: number, inner: unknown = 1): unknown => {
  let value = inner;
  for (let i = 0; i < depth; i++) value = { x: value };
  return value;
};
const shown = async (text: RegExp): Promise<void> => {
  for (let i = 0; i < 300 && !text.test(statuses().at(-1)?.text ?? ''); i++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.match(statuses().at(-1)?.text ?? '', text);
};

describe('bad input of devices', () => {
  afterEach(() => helper.unload());

  it('depth bombs, as objects and as text', async () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000);
    const deep = '{"x":'.repeat(5000) + '1' + '}'.repeat(5000);
    const { out, caught, names } = await run([nest(500), text, deep, text, fine]);
    assert.deepEqual([out.length, caught.length], [5, 0]);
    assert.equal(out[1].payload, text);
    assert.deepEqual(names, ['a', 'b']);
  });

  it('are told: nested too deep', async () => {
    await run(['['.repeat(9000) + ']'.repeat(9000)]);
    await shown(/JSON nested too deep/);
  });

  it('values six levels down are read, deeper ones are not', async () => {
    const { names } = await run([{ a: nest(5) }, { a: nest(6) }]);
    assert.deepEqual(names, ['a.x.x.x.x.x']);
  });

  it('texts of a megabyte and more', async () => {
    const long = JSON.stringify({ a: 1, text: 'x'.repeat(1_100_000) });
    const { out, caught } = await run([long, 'y'.repeat(2_000_000), { a: 'z'.repeat(1_000_000), b: 3 }]);
    assert.deepEqual([out.length, caught.length], [3, 0]);
    assert.equal(out[0].payload, long);
  });

  it('are told: payload over 1 MB', async () => {
    await run([JSON.stringify({ a: 1, text: 'x'.repeat(1_100_000) })]);
    await shown(/payload over 1 MB/);
  });

  it('lists of 100,000 entries', async () => {
    const records = Array.from({ length: 100_000 }, (_, i) => ({
      name: `s${i % 5}`,
      value: i,
      timestamp: 1_772_000_000_000 + 1000 * i,
    }));
    const many = Array.from({ length: 100_000 }, (_, i) => ({ name: `s${i}`, value: i }));
    const { out, caught, names } = await run([
      records,
      many,
      { list: Array.from({ length: 100_000 }, (_, i) => i), a: 1 },
    ]);
    assert.equal(out.length + caught.length, 3);
    assert.ok(names.length <= 1024 && !names.some((name) => name.startsWith('list')), `${names.length}`);
  }).timeout(60_000);

  it('a sensor of numbers that says "off" once: its gaps are filled with numbers', async () => {
    const frames = Array.from({ length: 60 }, (_, t) => ({
      a: 20 + Math.sin(t / 5),
      b: 5 + Math.sin(t / 5),
    }));
    const { out } = await run([...frames, { a: 'off', b: 5 }, { a: null, b: 5 }, { a: 0.7, b: 5 }, { b: 5 }]);
    const answers = out.slice(60).map(({ payload }) => (payload as { a: unknown }).a);
    assert.deepEqual([answers[0], answers[2]], ['off', 0.7]);
    for (const filled of [answers[1], answers[3]]) assert.equal(typeof filled, 'number', String(filled));
  });

  it('a topic of numbers that says "off" once: its readings stay what they are', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
    const { out } = collect();
    const values = ['off', 21.5, 0.7, 20.5, 20];
    for (const [i, payload] of values.entries())
      getNode('n1').receive({ topic: 'setpoint', payload, timestamp: START + 60_000 * i });
    while (out.messages.length < 4) await new Promise(setImmediate);
    assert.deepEqual(
      out.messages.slice(0, 4).map(({ payload }) => payload),
      ['off', 21.5, 0.7, 20.5].map((setpoint) => ({ setpoint })),
    );
  });

  it('lists without end, at the top and within, which only a function node can make', () => {
    const endless: unknown[] = [];
    endless.length = 2 ** 32 - 1;
    const core = new CoreRun();
    assert.throws(() => core.take({ payload: endless }, START), /at most 100000 entries/);
    core.take({ payload: { a: 1, list: endless } }, START);
    core.take({ payload: { a: 2, values: endless } }, START + 1000);
    assert.deepEqual([...core.model.names], ['a']);
  });

  it('names that are the same once flattened', async () => {
    const { names, out } = await run([{ 'a.b': 1, a: { b: 2 } }, { 'a.b': 3, a: { b: 4 } }, { a: { b: 5 } }]);
    assert.deepEqual(names, ['a.b']);
    assert.deepEqual(out[1].payload, { 'a.b': 3, a: { b: 4 } });
    await shown(/a\.b comes twice/);
  });

  it('__proto__ in JSON text', async () => {
    const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"a":1}';
    const { out, names } = await run([text, text]);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual([...names].sort(), ['a', 'constructor.prototype.polluted']);
    assert.equal(JSON.stringify(JSON.parse(out[1].payload as string)), JSON.stringify(JSON.parse(text)));
  });

  it('a field that is a number, then an object, then text', async () => {
    const { out, names } = await run([
      { a: 1, b: 2 },
      { a: { c: 3 }, b: 2 },
      { a: 'broken', b: 2 },
      { a: 2, b: 2 },
    ]);
    assert.deepEqual([...names].sort(), ['a', 'a.c', 'b']);
    const rejected = (out[2].psmf?.impute as { rejected: object }).rejected;
    assert.deepEqual(rejected, { a: 'text that is not a plain decimal number' });
    await shown(/a is an object now/);
  });

  it('two shapes on one topic', async () => {
    const payloads = Array.from({ length: 12 }, (_, t) =>
      t % 2 === 0 ? { a: t, b: 2 } : { climate: { t: 20 + t, rh: 50 } },
    );
    const { names, caught } = await run(payloads);
    assert.deepEqual([...names].sort(), ['plant/a', 'plant/b', 'plant/climate.rh', 'plant/climate.t']);
    assert.deepEqual(caught, []);
  });

  it('what is no frame at all goes to a catch node', async () => {
    const { caught } = await run([undefined, new Map(), new Date()]);
    assert.equal(caught.length, 3);
  });
});

describe('the status of a node that gets nothing it can use', () => {
  afterEach(() => helper.unload());
  const reasons: readonly (readonly [string, unknown, RegExp])[] = [
    ['text', 'hello world', /^text, not JSON$/],
    ['an object of words', { mode: 'auto', name: 'x' }, /^no number in the payload$/],
    ['what is left out', { seq: 5, rssi: -60 }, /^only left-out fields$/],
    ['broken JSON', '{"a": 1,', /^broken JSON$/],
  ];
  for (const [what, payload, text] of reasons) {
    it(`says so within three messages: ${what}`, async () => {
      await run([payload, payload, payload]);
      await shown(text);
      assert.equal(statuses().at(-1)?.fill, 'yellow');
    });
  }

  it('says that times lie in the past, and stops when they no longer do', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
    for (let t = 1; t <= 3; t++) getNode('n1').receive({ payload: { a: t, b: 2 * t }, timestamp: 1000 * t });
    await shown(/^times are \d\d years in the past$/);
    for (let t = 0; t < 30; t++)
      getNode('n1').receive({ payload: { a: t, b: 2 * t }, timestamp: Date.now() + t });
    await shown(/^learning/);
  });

  it('says that a sensor comes from two topics', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2, messageIs: 'whole' }));
    for (let t = 0; t < 6; t++)
      getNode('n1').receive({
        topic: t % 2 === 0 ? 'kitchen' : 'garage',
        payload: { temperature: 20 + t },
      });
    await shown(/^temperature comes from 2 topics$/);
    assert.equal(statuses().at(-1)?.fill, 'yellow');
  });

  it('is green again once readings come', async () => {
    await run(['hello', 'hello', 'hello']);
    await shown(/^text, not JSON$/);
    for (let t = 0; t < 45; t++)
      getNode('n1').receive({ topic: 'plant', payload: { a: Math.sin(t), b: Math.cos(t) } });
    await shown(/^2 sensors$/);
  });
});
