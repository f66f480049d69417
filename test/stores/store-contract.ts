import assert from 'node:assert/strict';

type Callback = (error: Error | null, ...values: unknown[]) => void;

/** Node-RED's contract of a context store. */
export interface Store {
  open(): Promise<void>;
  close(): Promise<void>;
  get(scope: string, key: string | readonly string[], callback?: Callback): unknown;
  set(scope: string, key: string | readonly string[], value: unknown, callback?: Callback): void;
  keys(scope: string, callback?: Callback): unknown;
  delete(scope: string): Promise<void>;
  clean(activeNodes: readonly string[]): Promise<void>;
}

const inPromise = <T>(ask: (callback: Callback) => unknown, pick: (values: unknown[]) => T): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, ...values) => (error ? reject(error) : resolve(pick(values))));
  });

export const read = (store: Store, scope: string, key: string): Promise<unknown> =>
  inPromise(
    (callback) => store.get(scope, key, callback),
    ([value]) => value,
  );

export const readAll = (store: Store, scope: string, keys: readonly string[]): Promise<unknown[]> =>
  inPromise(
    (callback) => store.get(scope, keys, callback),
    (values) => values,
  );

export const write = (
  store: Store,
  scope: string,
  key: string | readonly string[],
  value: unknown,
): Promise<void> =>
  inPromise(
    (callback) => store.set(scope, key, value, callback),
    () => {},
  );

export const listKeys = (store: Store, scope: string): Promise<string[]> =>
  inPromise(
    (callback) => store.keys(scope, callback),
    ([keys]) => [...(keys as string[])].sort(),
  );

/** Everything a flow may ask of a store. `create` gives a store, not yet open, on the same data each time. */
export function describeStoreContract(name: string, create: () => Store): void {
  describe(`${name}: the contract of a context store`, () => {
    let store: Store;
    let scopes = 0;
    let flow = '';
    beforeEach(async () => {
      flow = `flow${(scopes += 1)}`;
      store = create();
      await store.open();
    });
    afterEach(() => store.close());

    it('gives back what was set, of every JSON type', async () => {
      const values = [0, -1.5, '', 'ä\u0000€😀', true, false, null, [], [1, [2]], {}, { a: { b: [null] } }];
      for (const value of values) {
        await write(store, flow, 'key', value);
        assert.deepEqual(await read(store, flow, 'key'), value);
      }
    });

    it('has nothing where nothing was set', async () => {
      assert.equal(await read(store, flow, 'nothing'), undefined);
      assert.deepEqual(await readAll(store, flow, ['a', 'b']), [undefined, undefined]);
      assert.deepEqual(await listKeys(store, flow), []);
    });

    it('sets and gets several keys in one call', async () => {
      await write(store, flow, ['a', 'b', 'c'], [1, { x: 2 }]);
      assert.deepEqual(await readAll(store, flow, ['c', 'b', 'd', 'a']), [null, { x: 2 }, undefined, 1]);
    });

    it('sets, gets and removes parts of a value', async () => {
      await write(store, flow, 'a.b[0].c', 1);
      await write(store, flow, 'a["d e"]', 2);
      assert.equal(await read(store, flow, 'a.b[0].c'), 1);
      assert.equal(await read(store, flow, 'a["d e"]'), 2);
      await write(store, flow, 'a.b', undefined);
      assert.deepEqual(await read(store, flow, 'a'), { 'd e': 2 });
      assert.equal(await read(store, flow, 'a.x.y.z'), undefined);
    });

    it('forgets a key that is set to undefined', async () => {
      await write(store, flow, ['a', 'b'], [1, 2]);
      await write(store, flow, 'a', undefined);
      assert.equal(await read(store, flow, 'a'), undefined);
      assert.deepEqual(await listKeys(store, flow), ['b']);
    });

    it('keeps scopes apart, those of nodes too', async () => {
      await write(store, flow, 'a', 1);
      await write(store, `node:${flow}`, 'a', 2);
      await write(store, 'global', `a_${flow}`, 3);
      assert.deepEqual(await listKeys(store, flow), ['a']);
      assert.equal(await read(store, `node:${flow}`, 'a'), 2);
      assert.equal(await read(store, 'global', `a_${flow}`), 3);
    });

    it('keeps a copy: what is done to the value later is not in the store', async () => {
      const value = { list: [1] };
      await write(store, flow, 'a', value);
      value.list.push(2);
      assert.deepEqual(await read(store, flow, 'a'), { list: [1] });
    });

    it('deletes a scope', async () => {
      await write(store, flow, ['a', 'b'], [1, 2]);
      await write(store, 'other', 'a', 3);
      await store.delete(flow);
      assert.deepEqual(await listKeys(store, flow), []);
      assert.equal(await read(store, 'other', 'a'), 3);
    });

    it('cleans out the scopes of nodes and flows that are gone, never the global one', async () => {
      await write(store, flow, 'a', 1);
      await write(store, `kept:${flow}`, 'a', 2);
      await write(store, `gone:${flow}`, 'a', 3);
      await write(store, 'lost', 'a', 4);
      await write(store, 'global', `b_${flow}`, 5);
      await store.clean([flow, 'kept']);
      assert.equal(await read(store, flow, 'a'), 1);
      assert.equal(await read(store, `kept:${flow}`, 'a'), 2);
      assert.equal(await read(store, `gone:${flow}`, 'a'), undefined);
      assert.equal(await read(store, 'lost', 'a'), undefined);
      assert.equal(await read(store, 'global', `b_${flow}`), 5);
    });

    it('keeps values of 10 MB', async () => {
      const value = { text: 'x'.repeat(10_000_000), more: [1, 2, 3] };
      await write(store, flow, 'big', value);
      assert.deepEqual(await read(store, flow, 'big'), value);
    });

    it('keeps keys with any characters', async () => {
      const keys = ['psmf_1_0123456789abcdef', 'ümläut', '__proto__', 'constructor', 'a b', '-', '0'];
      for (const [i, key] of keys.entries()) await write(store, flow, key, i);
      assert.deepEqual(await listKeys(store, flow), [...keys].sort());
      assert.deepEqual(await readAll(store, flow, keys), [...keys.keys()]);
    });

    it('refuses what is no JSON, and keeps what was there', async () => {
      const circle: { self?: unknown } = {};
      circle.self = circle;
      await write(store, flow, 'a', 1);
      await assert.rejects(write(store, flow, 'a', circle));
      await assert.rejects(write(store, flow, 'a', 1n));
      assert.equal(await read(store, flow, 'a'), 1);
    });

    it('keeps the last of many writes of a key, and all keys of many writers', async () => {
      const writes = Array.from({ length: 200 }, (_, i) => write(store, flow, i % 2 ? 'odd' : `key${i}`, i));
      await Promise.all(writes);
      assert.equal(await read(store, flow, 'odd'), 199);
      assert.equal((await listKeys(store, flow)).length, 101);
    });

    it('keeps whole values of two stores that write the same keys at once', async () => {
      const other = create();
      await other.open();
      const keys = ['a', 'b', 'c'];
      const writes = Array.from({ length: 20 }, (_, i) =>
        write(
          i % 2 ? store : other,
          flow,
          keys,
          keys.map((key) => ({ key, text: `${i}`.repeat(1000) })),
        ),
      );
      await Promise.all(writes);
      for (const [i, value] of (await readAll(store, flow, keys)).entries()) {
        const { key, text } = value as { key: string; text: string };
        assert.equal(key, keys[i]);
        assert.match(text, /^(\d|1\d)\1{999}$/);
      }
      assert.deepEqual(await readAll(other, flow, keys), await readAll(store, flow, keys));
      await other.close();
    });

    it('has everything again when it is opened anew', async () => {
      await write(store, flow, 'a', { b: 1 });
      await store.close();
      store = create();
      await store.open();
      assert.deepEqual(await read(store, flow, 'a'), { b: 1 });
    });

    it('says that it answers later to who reads without a callback', () => {
      assert.throws(() => store.get(flow, 'a'), /callback/);
      assert.throws(() => store.keys(flow), /callback/);
    });
  });
}
