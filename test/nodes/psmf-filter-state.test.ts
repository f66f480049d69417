import assert from 'node:assert/strict';
import { once } from 'node:events';
import { open } from '../../src';
import {
  deploy,
  Collector,
  collect,
  filterFlow,
  getNode,
  helper,
  logged,
  place,
  send,
  startFlow,
  statuses,
  streamTypes,
} from './flow';
import { SlowStore } from './slow-store';
import { blocks, frames, KEY, run, trainedStore } from './training';

describe('psmf-filter: state', () => {
  afterEach(() => helper.unload());

  it('goes on bit for bit after a restart', async () => {
    await startFlow(filterFlow(), new SlowStore().settings);
    const unbroken = await run(frames);
    await helper.unload();

    const store = await trainedStore(30);
    await startFlow(filterFlow(), store.settings);
    const resumed = await run(frames.slice(30));
    assert.deepEqual(
      resumed.map(({ seq, estimate }) => ({ seq, estimate })),
      unbroken.slice(30).map(({ seq, estimate }) => ({ seq, estimate })),
    );
    assert.deepEqual(logged('warn'), []);
  });

  it('goes on after a deploy, also with the memory store', async () => {
    await startFlow(filterFlow());
    await run(frames.slice(0, 10));
    await deploy(filterFlow({ name: 'renamed' }), 'full');
    const [{ seq }] = await run([frames[10]]);
    assert.equal(seq, 11);
  });

  it('keeps an envelope of its own under psmf_<id>', async () => {
    const store = await trainedStore(12);
    const snapshot = open(store.peek(KEY));
    assert.deepEqual([snapshot.node, snapshot.key, snapshot.seq], ['n1', '', 12]);
    assert.deepEqual((snapshot.meta as { names: unknown }).names, ['s0', 's1', 's2', 's3']);
    assert.ok(snapshot.time !== null && Math.abs(Date.now() - snapshot.time) < 60_000);
  });

  it('uses only letters, digits and underscores in the key', async () => {
    const store = new SlowStore();
    const id = 'a.b-c';
    const flow = [{ id: 'tab', type: 'tab' }, place({ id, type: 'psmf-filter', wires: [['out']] })];
    await startFlow([...flow, place({ id: 'out', type: 'helper', wires: [] })], store.settings);
    const out = new Collector('out');
    getNode(id).receive({ payload: { a: 1 } });
    await out.reach(1);
    await helper.unload();
    assert.equal(open(store.peek('psmf_a_b_c')).node, id);
  });

  it('saves while running, not with every message', async () => {
    const store = new SlowStore();
    await startFlow(filterFlow({ saveSeconds: 2 }), store.settings);
    await run(frames.slice(0, 20));
    assert.equal(store.writes, 0);
    while (store.writes === 0) await new Promise(setImmediate);
    assert.equal(open(store.peek(KEY)).seq, 20);
    await helper.unload();
    assert.equal(store.writes, 1);
  });

  it('holds messages until the store has answered, in their order', async () => {
    const store = await trainedStore(5);
    store.hold();
    await startFlow(filterFlow(), store.settings);
    const { out, completed } = collect();
    for (const frame of frames.slice(5, 10)) send(frame);
    await new Promise(setImmediate);
    assert.equal(out.messages.length, 0);
    store.release();
    await completed.reach(5);
    assert.deepEqual(
      blocks(out).map(({ seq }) => seq),
      [6, 7, 8, 9, 10],
    );
  });

  it('holds 1,000 messages and refuses more', async () => {
    const store = new SlowStore();
    store.hold();
    await startFlow(filterFlow(), store.settings);
    const { out, caught, completed } = collect();
    for (let i = 0; i < 1002; i++) send({ a: i });
    const errors = (await caught.reach(2)) as unknown as { error: { message: string } }[];
    assert.match(errors[0].error.message, /not ready: expected at most 1000 messages waiting/);
    store.release();
    await completed.reach(1000);
    assert.equal(out.messages.length, 1000);
  });

  it('answers the messages that still wait when it closes, and leaves the store alone', async () => {
    const store = await trainedStore(5);
    const before = store.peek(KEY);
    store.hold();
    await startFlow(filterFlow(), store.settings);
    const { caught } = collect();
    send({ a: 1 });
    await new Promise(setImmediate);
    const closed = getNode('n1').close(false);
    await caught.reach(1);
    await closed;
    store.release();
    assert.deepEqual(store.peek(KEY), before);
  });

  it('goes on in memory when the store does not answer, says so, and does not overwrite', async () => {
    const store = await trainedStore(5);
    const before = store.peek(KEY);
    store.neverAnswers = true;
    await startFlow(filterFlow(), store.settings);
    const [{ seq }] = await run([frames[0]]);
    assert.equal(seq, 1);
    assert.match(logged('warn')[0], /cannot be read: .* not answered within 5 s\. Going on in memory only/);
    assert.equal(statuses().at(-1)?.text, 'not saved');
    store.neverAnswers = false;
    await helper.unload();
    assert.deepEqual(store.peek(KEY), before);
  });

  it('goes on in memory when the store fails to read, and says so in the status', async () => {
    const store = new SlowStore();
    store.readsFail = true;
    await startFlow(filterFlow(), store.settings);
    await run(frames.slice(0, 3));
    assert.match(logged('warn')[0], /cannot be read: disk on fire\. Going on in memory only/);
    while (!statuses().at(-1)?.text?.startsWith('learning')) await once(getNode('n1'), 'call:status');
    assert.equal(statuses().at(-1)?.text, 'learning 3/40, not saved');
    await helper.unload();
    assert.equal(store.writes, 0);
  });

  it('closes, with a warning, when the store fails to write', async () => {
    const store = new SlowStore();
    await startFlow(filterFlow(), store.settings);
    await run(frames.slice(0, 3));
    store.writesFail = true;
    await getNode('n1').close(false);
    assert.match(logged('warn')[0], /cannot be saved: disk full/);
  });

  it('works outside any flow, in memory', async () => {
    await startFlow([
      { id: 'n1', type: 'psmf-filter', wires: [['out']] },
      { id: 'out', type: 'helper', wires: [] },
    ]);
    const out = new Collector('out');
    send({ a: 1 });
    await out.reach(1);
    assert.match(logged('warn').join(), /no flow context/);
  });

  it('warns once, not for every node or type, when the store does not survive a restart', async () => {
    const others = streamTypes.map((type) => place({ id: type, type, wires: [] }));
    await startFlow([...filterFlow(), ...others]);
    const warnings = ['n1', ...streamTypes].flatMap((id) => logged('warn', id));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /in memory: .* lost when Node-RED restarts/);
  });
});
