import assert from 'node:assert/strict';
import type { ImputeBlock } from '../../src';
import { collect, getNode, helper, startFlow, streamFlow, type Message } from '../nodes/flow';

const blockOf = (msg: Message): ImputeBlock => msg.psmf?.impute as ImputeBlock;
const frame = (t: number): Record<string, number> => ({
  a: Number((20 + 3 * Math.sin(t / 5)).toFixed(1)),
  b: Number((50 - 6 * Math.sin(t / 5)).toFixed(2)),
  c: Math.round(100 + 20 * Math.sin(t / 5 + 0.3)),
});

const BEFORE = 240;

/** Frames a minute apart, then these; the answers to the last ones. */
async function answersTo(settings: object, last: readonly object[]): Promise<Message[]> {
  await startFlow(streamFlow('psmf-impute', { configVersion: 2, ...settings }));
  const { out } = collect();
  const start = Date.now() - 300 * 60_000;
  for (let t = 0; t < BEFORE; t++)
    getNode('n1').receive({ payload: frame(t), timestamp: start + 60_000 * t });
  last.forEach((payload, k) => getNode('n1').receive({ payload, timestamp: start + 60_000 * (BEFORE + k) }));
  return (await out.reach(BEFORE + last.length)).slice(BEFORE);
}

describe('what a controller acts on', () => {
  afterEach(() => helper.unload());

  it('is usable while every sensor is read or well estimated, within the longest gap', async () => {
    const last = [0, 1, 2, 3, 4, 5].map((k) => {
      const { a, b, c } = frame(BEFORE + k);
      return k === 0 || k === 5 ? { a, b, c } : { a, b };
    });
    const answers = await answersTo({ maxGap: '3 min' }, last);
    assert.deepEqual(
      answers.map((msg) => blockOf(msg).usable),
      [true, true, true, true, false, true],
    );
    assert.deepEqual(blockOf(answers[4]).expired, ['c']);
  });

  it('asks only for what is needed', async () => {
    const { a, b } = frame(BEFORE);
    const [first, second] = await answersTo({ maxGap: '1', needed: 'a, b' }, [
      { a, b },
      { a, b },
    ]);
    assert.deepEqual([blockOf(first).usable, blockOf(second).usable], [true, true]);
    await helper.unload();
    const [other] = await answersTo({ needed: 'nobody' }, [frame(BEFORE)]);
    assert.equal(blockOf(other).usable, false);
  });

  it('is not usable while the model is warming and something is missing', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
    const { out } = collect();
    for (let t = 0; t < 5; t++) getNode('n1').receive({ payload: frame(t) });
    getNode('n1').receive({ payload: { a: 20 } });
    const messages = await out.reach(6);
    assert.deepEqual(
      messages.map((msg) => blockOf(msg).usable),
      [true, true, true, true, true, false],
    );
  });

  it('has spikes replaced, if asked, and the reading beside', async () => {
    const spike = { ...frame(BEFORE), b: 900 };
    const [flagged] = await answersTo({}, [spike]);
    assert.deepEqual(
      [(flagged.payload as { b: number }).b, blockOf(flagged).outliers, blockOf(flagged).replaced],
      [900, ['b'], {}],
    );
    await helper.unload();
    const [replaced] = await answersTo({ outliers: 'replace' }, [spike]);
    const { b } = replaced.payload as { b: number };
    assert.ok(Math.abs(b - frame(BEFORE).b) < 3, `${b}`);
    assert.deepEqual(blockOf(replaced).replaced, { b: 900 });
  });

  it('has the decimals that each sensor sends', async () => {
    const [one, two, three] = await answersTo({}, [
      { b: 50, c: 100 },
      { a: 20, c: 100 },
      { a: 20, b: 50 },
    ]);
    const digits = (value: unknown): number => (String(value).split('.')[1] ?? '').length;
    assert.ok(digits((one.payload as { a: number }).a) <= 1);
    assert.ok(digits((two.payload as { b: number }).b) <= 2);
    assert.equal(digits((three.payload as { c: number }).c), 0);
    await helper.unload();
    const [old] = await answersTo({ configVersion: 1 }, [{ b: 50, c: 100 }]);
    assert.ok(digits((old.payload as { a: number }).a) > 3);
  });
});

describe('msg.forget', () => {
  afterEach(() => helper.unload());

  it('forgets a sensor, or several, and keeps the rest of the model', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
    const { out, caught, completed } = collect();
    for (let t = 0; t < 60; t++) getNode('n1').receive({ payload: frame(t) });
    getNode('n1').receive({ payload: '', forget: 'c' });
    const { a, b } = frame(60);
    getNode('n1').receive({ payload: { a, b } });
    getNode('n1').receive({ payload: { a } });
    getNode('n1').receive({ payload: '', forget: ['nobody'] });
    await completed.reach(63);
    const messages = await out.reach(62);
    await caught.reach(1);
    assert.deepEqual(messages[60].payload, { a, b });
    assert.deepEqual(Object.keys(messages[61].payload as object), ['a', 'b']);
    assert.deepEqual(
      [blockOf(messages[61]).filled, blockOf(messages[61]).seq, blockOf(messages[61]).phase],
      [['b'], 62, 'ready'],
    );
    assert.match(
      String((caught.messages[0] as unknown as { error: { message: string } }).error.message),
      /msg\.forget: expected the name of a sensor that the model knows, .* got "nobody"/,
    );
  });

  it('tells nothing of a sensor that takes the place of one that was silent', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
    const { out, events } = collect();
    for (let t = 0; t < 80; t++) {
      const { a, b, c } = frame(t);
      getNode('n1').receive({ payload: t < 50 ? { a, b, c } : { a, b } });
    }
    getNode('n1').receive({ payload: '', forget: 'c' });
    for (let t = 80; t < 100; t++) {
      const { a, b } = frame(t);
      getNode('n1').receive({ payload: { a, b, other: 5 * a } });
    }
    await out.reach(100);
    const told = events.messages.map(({ payload }) => payload as { sensor: string; state: string });
    assert.deepEqual(
      told.map(({ sensor, state }) => `${sensor} ${state}`),
      ['c silent'],
    );
  });

  it('refuses to forget a sensor that the node names, and says so', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2, sensors: 'a, b, c' }));
    const { out, caught } = collect();
    for (let t = 0; t < 50; t++) getNode('n1').receive({ payload: frame(t) });
    getNode('n1').receive({ payload: '', forget: 'c' });
    await caught.reach(1);
    const { message } = (caught.messages[0] as unknown as { error: { message: string } }).error;
    assert.match(message, /under Sensors/);
    getNode('n1').receive({ payload: { a: 20, b: 50 } });
    assert.deepEqual(blockOf((await out.reach(51))[50]).filled, ['c']);
  });

  it('refuses a name that is none, and more names than any node has sensors', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
    const { out, caught } = collect();
    for (let t = 0; t < 50; t++) getNode('n1').receive({ payload: frame(t) });
    for (const forget of [[undefined], ['a', undefined], new Array<string>(100_001).fill('a')])
      getNode('n1').receive({ payload: '', forget });
    await caught.reach(3);
    const errors = caught.messages as unknown as { error: { message: string } }[];
    assert.match(errors[0].error.message, /msg\.forget: expected the name of a sensor/);
    assert.match(errors[1].error.message, /msg\.forget: expected the name of a sensor/);
    assert.match(errors[2].error.message, /at most 100000 entries/);
    getNode('n1').receive({ payload: { b: 50, c: 1 } });
    assert.deepEqual(blockOf((await out.reach(51))[50]).filled, ['a']);
  });

  it('holds across an export, and lets the sensor join anew', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2, allowImport: true }));
    const { out } = collect();
    for (let t = 0; t < 50; t++) getNode('n1').receive({ payload: frame(t) });
    getNode('n1').receive({ payload: '', forget: 'c' });
    getNode('n1').receive({ payload: '', export: true });
    const state = (await out.reach(51))[50].payload;
    getNode('n1').receive({ payload: '', import: JSON.stringify(state) });
    getNode('n1').receive({ payload: { a: 20, b: 50 } });
    getNode('n1').receive({ payload: frame(51) });
    getNode('n1').receive({ payload: { a: 20, b: 50 } });
    const messages = await out.reach(54);
    assert.deepEqual(messages[51].payload, { a: 20, b: 50 });
    assert.deepEqual(blockOf(messages[53]).filled, ['c']);
  });
});

describe('strays', () => {
  afterEach(() => helper.unload());

  it('are let go by themselves, sensors that fell silent are not', async () => {
    await startFlow(streamFlow('psmf-impute', { configVersion: 2 }));
    const { out } = collect();
    const stray = { payload: { ...frame(0), typo: 7 } };
    getNode('n1').receive(stray);
    for (let t = 1; t < 30; t++) getNode('n1').receive({ payload: frame(t) });
    for (let t = 30; t < 620; t++) getNode('n1').receive({ payload: { a: frame(t).a, b: frame(t).b } });
    const messages = await out.reach(620);
    assert.ok('typo' in (messages[300].payload as object));
    assert.deepEqual(Object.keys(messages[619].payload as object), ['a', 'b', 'c']);
  });
});
