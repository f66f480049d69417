import assert from 'node:assert/strict';
import { open } from '../../src';
import { hashKey } from '../../nodes/state/stored-index';
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
  type Message,
} from './flow';
import { SlowStore } from './slow-store';

const stateOf = (key: string): string => `psmf_n1_${hashKey(key)}`;
const index = (store: SlowStore): string[] => (store.peek('psmf_n1_index') as { hashes: string[] }).hashes;

describe('hashKey', () => {
  it('tells keys apart that differ in half a character', () => {
    const keys = ['\ud800', '\ud801', '\udc00', '\ufffd', 'a\ud800', '😀'];
    assert.equal(new Set(keys.map(hashKey)).size, keys.length);
  });
});

for (const type of streamTypes) {
  const block = (msg: Message): { key: string; seq: number } => msg.psmf?.[blockNames[type]] as never;
  const flow = (settings: object = {}): object[] => streamFlow(type, { keyProperty: 'site', ...settings });

  describe(`${type}: a model for each key`, () => {
    afterEach(() => helper.unload());

    it('learns each key on its own, and says whose answer it is', async () => {
      await startFlow(flow());
      const { out } = collect();
      for (const site of ['x', 'y', 'x', 7, '__proto__', undefined]) send({ a: 1 }, { site });
      assert.deepEqual(
        (await out.reach(6)).map((msg) => [block(msg).key, block(msg).seq]),
        [
          ['x', 1],
          ['y', 1],
          ['x', 2],
          ['7', 1],
          ['__proto__', 1],
          ['', 1],
        ],
      );
    });

    it('learns a frame that only looks like the report of a fit', async () => {
      await startFlow(flow());
      const { out } = collect();
      send({ format: 'psmf-fit', a: 1 }, { site: 'x' });
      assert.equal(block((await out.reach(1))[0]).seq, 1);
    });

    it('refuses a key that is none', async () => {
      await startFlow(flow());
      const { caught } = collect();
      for (const site of [{}, [1], 'x'.repeat(257)]) send({ a: 1 }, { site });
      const errors = (await caught.reach(3)) as unknown as { error: { message: string } }[];
      for (const { error } of errors) assert.match(error.message, /The model key: expected a text/);
    });

    it('keeps the state of each under a context key of its own, and goes on from there', async () => {
      const store = new SlowStore();
      await startFlow(flow(), store.settings);
      const first = collect();
      for (const site of ['x', 'y', 'x']) send({ a: 1 }, { site });
      await first.out.reach(3);
      await helper.unload();
      assert.deepEqual([open(store.peek(stateOf('x'))).key, open(store.peek(stateOf('x'))).seq], ['x', 2]);
      assert.match(stateOf('a/b c'), /^[A-Za-z0-9_]+$/);
      assert.deepEqual(new Set(index(store)), new Set(['x', 'y'].map(hashKey)));

      await startFlow(flow(), store.settings);
      const { out } = collect();
      for (const site of ['x', 'y']) send({ a: 1 }, { site });
      assert.deepEqual(
        (await out.reach(2)).map((msg) => block(msg).seq),
        [3, 2],
      );
      assert.deepEqual(logged('warn'), []);
    });

    it('parks the least recently used beyond maxModels, and brings it back when its key returns', async () => {
      const store = new SlowStore();
      await startFlow(flow({ maxModels: 2 }), store.settings);
      const { out, caught } = collect();
      for (const site of ['x', 'y', 'x', 'z']) {
        send({ a: 1 }, { site });
        await out.reach(out.messages.length + 1);
      }
      while (store.peek(stateOf('y')) === undefined) await new Promise(setImmediate);
      assert.equal(store.peek(stateOf('x')), undefined);
      for (const site of ['y', 'y', 'x', 'z']) send({ a: 1 }, { site });
      assert.deepEqual(
        (await out.reach(8))
          .slice(4)
          .map((msg) => [block(msg).key, block(msg).seq])
          .sort(),
        [
          ['x', 3],
          ['y', 2],
          ['y', 3],
          ['z', 2],
        ],
      );
      assert.deepEqual(caught.messages, []);
      while (!/\d evicted/.test(statuses().at(-1)?.text ?? ''))
        await new Promise((resolve) => setTimeout(resolve, 20));
    });

    it('goes on with each of two keys in turn, though there is one model and the store answers at once', async () => {
      await startFlow(flow({ maxModels: 1 }), { default: { module: 'memory' } });
      const { out } = collect();
      for (let i = 0; i < 6; i++) {
        send({ a: i }, { site: 'xy'[i % 2] });
        await out.reach(i + 1);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.deepEqual(
        out.messages.map((msg) => block(msg).seq),
        [1, 1, 2, 2, 3, 3],
      );
    });

    it('drops the oldest of the parked beyond maxModels, also those of an earlier run', async () => {
      const store = new SlowStore();
      const run = async (sites: string[]): Promise<void> => {
        await startFlow(flow({ maxModels: 1 }), store.settings);
        const { out } = collect();
        for (const site of sites) {
          send({ a: 1 }, { site });
          await out.reach(out.messages.length + 1);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        await helper.unload();
      };
      await run(['a', 'b']);
      assert.deepEqual(index(store), ['a', 'b'].map(hashKey));
      await run(['c', 'd']);
      assert.deepEqual(index(store), ['c', 'd'].map(hashKey));
      assert.deepEqual(
        ['a', 'b', 'c', 'd'].map((key) => store.peek(stateOf(key)) !== undefined),
        [false, false, true, true],
      );
    });

    it('resets one key, or all when no key is given, in memory and in the store', async () => {
      const store = new SlowStore();
      await startFlow(flow({ maxModels: 2 }), store.settings);
      const { out, completed } = collect();
      for (const site of ['x', 'y', 'z', 'y']) {
        send({ a: 1 }, { site });
        await out.reach(out.messages.length + 1);
      }
      send(undefined, { site: 'y', reset: true });
      send({ a: 1 }, { site: 'y' });
      send({ a: 1 }, { site: 'z' });
      assert.deepEqual(
        (await out.reach(6)).slice(4).map((msg) => block(msg).seq),
        [1, 2],
      );
      send(undefined, { reset: true });
      await completed.reach(8);
      await helper.unload();
      for (const key of ['x', 'y', 'z']) assert.equal(store.peek(stateOf(key)), undefined, key);
    });

    it('resets the stored model of messages without a key as well, though none has come', async () => {
      const store = new SlowStore();
      await startFlow(flow(), store.settings);
      const first = collect();
      send({ a: 1 });
      await first.out.reach(1);
      await helper.unload();
      assert.equal(open(store.peek('psmf_n1')).seq, 1);

      await startFlow(flow(), store.settings);
      const { out, completed } = collect();
      send(undefined, { reset: true });
      await completed.reach(1);
      send({ a: 1 });
      assert.equal(block((await out.reach(1))[0]).seq, 1);
    });

    it('resets what is stored though the index of it has not been read yet', async () => {
      const store = new SlowStore();
      await startFlow(flow(), store.settings);
      const first = collect();
      for (const site of ['x', 'y']) send({ a: 1 }, { site });
      await first.out.reach(2);
      await helper.unload();

      store.hold();
      await startFlow(flow(), store.settings);
      const { out, completed } = collect();
      send(undefined, { reset: true });
      send({ a: 1 }, { site: 'x' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(completed.messages.length, 0);
      store.release();
      assert.equal(block((await out.reach(1))[0]).seq, 1);
      await completed.reach(2);
      await helper.unload();
      assert.equal(store.peek(stateOf('y')), undefined);
      assert.equal(open(store.peek(stateOf('x'))).seq, 1);
    });

    it('resets a model that is being read, though the node closes before it is there', async () => {
      const store = new SlowStore();
      await startFlow(flow(), store.settings);
      const first = collect();
      send({ a: 1 }, { site: 'x' });
      await first.out.reach(1);
      await helper.unload();

      await startFlow(flow(), store.settings);
      const { completed } = collect();
      await new Promise((resolve) => setTimeout(resolve, 50));
      store.hold();
      send({ a: 1 }, { site: 'x' });
      send(undefined, { reset: true });
      await completed.reach(1);
      const closed = helper.unload();
      await new Promise((resolve) => setTimeout(resolve, 50));
      store.release();
      await closed;
      assert.equal(store.peek(stateOf('x')), undefined);
    });

    it('says that it cannot reset all where the index of them cannot be read', async () => {
      const store = new SlowStore();
      store.readsFail = true;
      await startFlow(flow(), store.settings);
      const { caught, completed } = collect();
      send(undefined, { reset: true });
      const [{ error }] = (await caught.reach(1)) as unknown as { error: { message: string } }[];
      assert.match(
        error.message,
        /models in memory are reset, .*: expected the index of saved models, to reset all of them, got none \(disk on fire\)/,
      );
      assert.equal(completed.messages.length, 0);
      assert.match(
        logged('warn')[0],
        /index of saved models cannot be read: disk on fire. It is tried again/,
      );
    });

    it('loads a key while others go on, and keeps the order of each', async () => {
      const store = new SlowStore();
      await startFlow(flow(), store.settings);
      const { out } = collect();
      send({ a: 1 }, { site: 'x' });
      await out.reach(1);
      store.hold();
      send({ a: 1 }, { site: 'y' });
      send(undefined, { site: 'y', reset: true });
      send({ a: 2 }, { site: 'y' });
      send({ a: 1 }, { site: 'x' });
      await out.reach(2);
      assert.deepEqual([block(out.messages[1]).key, block(out.messages[1]).seq], ['x', 2]);
      store.release();
      assert.deepEqual(
        (await out.reach(4)).slice(2).map((msg) => [block(msg).key, block(msg).seq]),
        [
          ['y', 1],
          ['y', 1],
        ],
      );
    });

    it('never fills the memory when the store fails: the oldest are dropped and counted', async () => {
      const store = new SlowStore();
      store.writesFail = true;
      await startFlow(flow({ maxModels: 3 }), store.settings);
      const { completed } = collect();
      for (let site = 0; site < 40; site++) send({ a: 1 }, { site });
      await completed.reach(40);
      while (!/\d\d dropped/.test(statuses().at(-1)?.text ?? ''))
        await new Promise((resolve) => setTimeout(resolve, 20));
      assert.match(statuses().at(-1)?.text ?? '', /\d\d dropped/);
      await getNode('n1').close(false);
    });
  });
}
