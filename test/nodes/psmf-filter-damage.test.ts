import assert from 'node:assert/strict';
import { open, seal, type Envelope } from '../../src';
import { filterFlow, helper, logged, startFlow } from './flow';
import type { SlowStore } from './slow-store';
import { frames, KEY, run, trainedStore } from './training';

const PREVIOUS = `${KEY}_previous`;
const OTHER = { model: 'psmf', rank: 2 };

describe('psmf-filter: state it cannot use', () => {
  afterEach(() => helper.unload());

  const tamper = (change: (envelope: Envelope) => unknown) => (store: SlowStore) => {
    const bad = change(store.peek(KEY) as Envelope);
    store.put(KEY, bad);
    return bad;
  };
  const reseal = (change: object) => tamper((envelope) => seal({ ...open(envelope), ...change }));
  const damages: readonly (readonly [string, (store: SlowStore) => unknown, RegExp])[] = [
    ['a flipped byte', tamper((e) => ({ ...e, data: e.data.replace(/[B-Y]/, 'Z') })), /checksum/],
    ['half an envelope', tamper(({ format, version }) => ({ format, version })), /refused for node/],
    ['another thing altogether', tamper(() => 'hello'), /expected an object, got "hello"/],
    ['the state of another node', reseal({ node: 'n2' }), /refused for its node: expected "n1", got "n2"/],
    [
      'numbers that do not fit',
      reseal({ data: Float64Array.of(1, 2) }),
      /damaged in kinds: expected at most 2/,
    ],
    ['no names', reseal({ meta: {} }), /damaged in meta\.names/],
  ];
  for (const [what, damage, reason] of damages) {
    it(`keeps ${what} aside, starts afresh and says why`, async () => {
      const store = await trainedStore(5);
      const bad = damage(store);
      await startFlow(filterFlow(), store.settings);
      const [{ seq }] = await run([frames[0]]);
      assert.equal(seq, 1);
      assert.equal(logged('warn').length, 1);
      assert.match(logged('warn')[0], reason);
      assert.match(logged('warn')[0], /kept in flow context as psmf_n1_damaged/);
      assert.deepEqual(store.peek(`${KEY}_damaged`), bad);
      await helper.unload();
      assert.equal(open(store.peek(KEY)).seq, 1);
    });
  }

  it('keeps the state of other settings aside as well', async () => {
    const store = await trainedStore(5);
    const old = store.peek(KEY);
    await startFlow(filterFlow(OTHER), store.settings);
    const [{ seq }] = await run([frames[0]]);
    assert.equal(seq, 1);
    assert.match(
      logged('warn')[0],
      /Starting from an empty model\. .*model "psmf".*model "adaptive".*as psmf_n1_previous/,
    );
    assert.deepEqual(store.peek(PREVIOUS), old);
  });

  /** A store where the state of the default settings was set aside for that of others. */
  const exchangedStore = async (): Promise<SlowStore> => {
    const store = await trainedStore(5);
    await startFlow(filterFlow(OTHER), store.settings);
    await run(frames.slice(0, 3));
    await helper.unload();
    assert.deepEqual([open(store.peek(PREVIOUS)).seq, open(store.peek(KEY)).seq], [5, 3]);
    return store;
  };

  it('goes on from the state kept aside when the settings are set back, and keeps the other there', async () => {
    const store = await exchangedStore();
    await startFlow(filterFlow(), store.settings);
    assert.equal((await run([frames[5]]))[0].seq, 6);
    assert.match(logged('warn').at(-1) ?? '', /Going on from the state kept as psmf_n1_previous/);
    assert.deepEqual([open(store.peek(KEY)).seq, open(store.peek(PREVIOUS)).seq], [5, 3]);
    await helper.unload();
    assert.deepEqual([open(store.peek(KEY)).seq, store.peek(`${KEY}_exchange`)], [6, undefined]);

    await startFlow(filterFlow(OTHER), store.settings);
    assert.equal((await run([frames[3]]))[0].seq, 4);
    await helper.unload();
    assert.equal(open(store.peek(PREVIOUS)).seq, 6);
  });

  for (const failing of [1, 2, 3]) {
    it(`loses neither state when write ${failing} of exchanging them fails`, async () => {
      const store = await exchangedStore();
      store.failAfter(failing - 1);
      await startFlow(filterFlow(), store.settings);
      assert.equal((await run([frames[5]]))[0].seq, 6);
      assert.match(logged('warn').at(-1) ?? '', /cannot be exchanged \(disk full\)/);
      await helper.unload();
      const seqs = ['', '_previous', '_exchange'].map((end) => store.peek(`${KEY}${end}`));
      const kept = new Set(seqs.filter((state) => state !== undefined).map((state) => open(state).seq));
      assert.ok(kept.has(5) && kept.has(3), [...kept].join());
    });
  }

  it('leaves it in place, and does not save over it, when it cannot be kept aside', async () => {
    const store = await trainedStore(5);
    store.put(KEY, 'hello');
    store.writesFail = true;
    await startFlow(filterFlow(), store.settings);
    await run(frames.slice(0, 3));
    assert.match(
      logged('warn')[0],
      /cannot be copied to psmf_n1_damaged \(disk full\) and stays where it is/,
    );
    store.writesFail = false;
    await helper.unload();
    assert.equal(store.peek(KEY), 'hello');
  });
});
