import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { RedisServer, type RedisServerOptions } from '../../demo/cluster/redis-server';
import { isTaken, markTaking } from '../../nodes/state/taken-key';
import redisStore from '../../nodes/stores/redis-store';
import { findFreePort } from '../e2e/node-red';
import { ROOT } from '../package-root';
import { describeStoreContract, listKeys, read, write, type Store } from './store-contract';
import { describeStoreFailures, inTheEnd } from './store-failures';

const WAIT_MS = 1000;
const CLIENT_LIMIT_MS = 5000;

/** What a test has started, the last first. */
const closing: (() => Promise<unknown>)[] = [];

const closeAll = async (): Promise<void> => {
  for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
};

/** Every server of these tests in a folder and on a port of its own. */
async function startServer(options: Partial<RedisServerOptions> = {}): Promise<[RedisServer, number]> {
  const folder = await mkdtemp(join(tmpdir(), 'psmf-redis-'));
  const port = options.port ?? (await findFreePort());
  const server = await RedisServer.start({ port, folder, ...options });
  closing.push(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return [server, port];
}

const take = (store: Store, scope: string, key: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const callback = (error: Error | null, value?: unknown): void => (error ? reject(error) : resolve(value));
    store.get(scope, key, markTaking(callback));
  });

describe('the store on Redis', () => {
  let port: number;
  let closeShared: (typeof closing)[number];
  let warnings: string[] = [];
  const create = (more: object = {}): Store =>
    redisStore({
      client: { url: `redis://127.0.0.1:${port}` },
      waitMs: WAIT_MS,
      clean: true,
      warn: (sentence) => warnings.push(sentence),
      ...more,
    });
  const open = async (more?: object): Promise<Store> => {
    const store = create(more);
    closing.push(() => store.close());
    await store.open();
    return store;
  };
  const withStores = async (
    count: number,
    run: (...stores: Store[]) => Promise<void>,
    more?: object,
  ): Promise<void> => {
    const stores: Store[] = [];
    while (stores.length < count) stores.push(await open(more));
    await run(...stores);
  };

  before(async () => {
    [, port] = await startServer();
    [closeShared] = closing.splice(0);
  });
  beforeEach(() => {
    warnings = [];
  });
  afterEach(closeAll);
  after(() => closeShared());

  describeStoreContract('redis-store', create);

  describeStoreFailures('redis-store', async () => {
    const [server, at] = await startServer();
    const url = `redis://127.0.0.1:${at}`;
    return {
      createStore: (warn) => redisStore({ client: { url }, waitMs: WAIT_MS, warn }),
      takeAway: () => server.kill(),
      bringBack: () => server.start(),
    };
  });

  describe('taking a key', () => {
    it('refuses whoever had it before, and keeps what the successor wrote', () =>
      withStores(2, async (first, second) => {
        await take(first, 'fence', 'a');
        await write(first, 'fence', 'a', 'of the first');
        assert.equal(await take(second, 'fence', 'a'), 'of the first');
        await assert.rejects(write(first, 'fence', 'a', 'too late'), (error) => isTaken(error));
        await write(second, 'fence', 'a', 'of the second');
        await assert.rejects(write(first, 'fence', 'a', undefined), (error) => isTaken(error));
        assert.equal(await read(first, 'fence', 'a'), 'of the second');
      }));

    it('lets the first go on once it has taken the key again', () =>
      withStores(2, async (first, second) => {
        await take(first, 'fence', 'b');
        await take(second, 'fence', 'b');
        await take(first, 'fence', 'b');
        await write(first, 'fence', 'b', 1);
        await assert.rejects(write(second, 'fence', 'b', 2), (error) => isTaken(error));
      }));

    it('is not what the editor or a list of keys does', () =>
      withStores(2, async (first, second) => {
        await take(first, 'fence', 'c');
        await read(second, 'fence', 'c');
        await listKeys(second, 'fence');
        await write(first, 'fence', 'c', 1);
      }));

    it('holds for all keys of a call: all are written, or none', () =>
      withStores(2, async (first, second) => {
        await take(first, 'fence', 'd');
        await take(first, 'fence', 'e');
        await take(second, 'fence', 'e');
        await assert.rejects(write(first, 'fence', ['d', 'e'], [1, 2]), (error) => isTaken(error));
        assert.equal(await read(first, 'fence', 'd'), undefined);
      }));

    it('is also what an erase by someone else does', () =>
      withStores(2, async (first, second) => {
        await take(first, 'fence', 'f');
        await write(first, 'fence', 'f', 1);
        await write(second, 'fence', 'f', undefined);
        await assert.rejects(write(first, 'fence', 'f', 2), (error) => isTaken(error));
        assert.equal(await read(first, 'fence', 'f'), undefined);
      }));

    it('outlives the deletion of the scope', () =>
      withStores(2, async (first, second) => {
        await take(first, 'fence2', 'a');
        await second.delete('fence2');
        await take(second, 'fence2', 'a');
        await assert.rejects(write(first, 'fence2', 'a', 'too late'), (error) => isTaken(error));
      }));

    it('means nothing with fencing off: the first overwrites the second', () =>
      withStores(
        2,
        async (first, second) => {
          await take(first, 'open', 'a');
          await take(second, 'open', 'a');
          await write(second, 'open', 'a', 'of the second');
          await write(first, 'open', 'a', 'too late');
          assert.equal(await read(second, 'open', 'a'), 'too late');
        },
        { fenced: false },
      ));

    it('lets one of many win at every moment', () =>
      withStores(4, async (...stores) => {
        let count = 0;
        await Promise.all(
          stores.map(async (store) => {
            for (let i = 0; i < 100; i++) {
              const value = ((await take(store, 'race', 'a')) as number | undefined) ?? 0;
              const refused = await write(store, 'race', 'a', value + 1).then(
                () => false,
                (error) => isTaken(error),
              );
              if (!refused) count += 1;
            }
          }),
        );
        assert.equal(await read(stores[0], 'race', 'a'), count);
        assert.ok(count > 0);
      }));
  });

  it('puts parts of one value together that several processes write at once', () =>
    withStores(3, async (...stores) => {
      const writes = stores.flatMap((store, s) =>
        [0, 1, 2, 3].map((i) => write(store, 'parts', `a.p${s}_${i}`, i)),
      );
      await Promise.all(writes);
      assert.equal(Object.keys((await read(stores[0], 'parts', 'a')) as object).length, 12);
    }));

  it('erases nothing of other flows unless told to', async () => {
    const store = await open({ clean: false });
    await write(store, 'elsewhere', 'a', 1);
    await store.clean(['here']);
    assert.equal(await read(store, 'elsewhere', 'a'), 1);
  });

  it('says that the password is wrong, without saying it', async () => {
    const [, at] = await startServer({ password: 'right' });
    const store = await open({ client: { url: `redis://:guess@127.0.0.1:${at}` } });
    assert.match(warnings.join(), /No connection to Redis at 127\.0\.0\.1:\d+: WRONGPASS/);
    await assert.rejects(write(store, 'a', 'a', 1), /NOAUTH|WRONGPASS/);
    assert.doesNotMatch(warnings.join(), /guess/);
  });

  it('needs no more rights than docs/scale.md gives its user', async () => {
    const [, at] = await startServer();
    const admin = createClient({ url: `redis://127.0.0.1:${at}` });
    await admin.connect();
    closing.push(() => admin.close());
    const rights = /user worker on >PASSWORD (.*)/.exec(
      await readFile(join(ROOT, 'docs', 'scale.md'), 'utf8'),
    );
    assert.ok(rights);
    await admin.sendCommand(['ACL', 'SETUSER', 'worker', 'on', '>PASSWORD', ...rights[1].split(' ')]);
    const client = { url: `redis://worker:PASSWORD@127.0.0.1:${at}` };
    const store = await open({ client, prefix: 'plant-7' });
    await take(store, 'flow', 'a');
    await write(store, 'flow', ['a', 'b.c'], [1, 2]);
    assert.deepEqual(await listKeys(store, 'flow'), ['a', 'b']);
    await store.clean(['other']);
    assert.deepEqual(await listKeys(store, 'flow'), []);
    const elsewhere = await open({ client, prefix: 'plant-8' });
    await assert.rejects(write(elsewhere, 'flow', 'a', 1), /NOPERM|permission/i);
    assert.deepEqual(warnings, []);
  });

  it('says in a refusal where the server is, and why it is not reached', async () => {
    const at = await findFreePort();
    const store = await open({ client: { url: `redis://127.0.0.1:${at}` } });
    await assert.rejects(
      read(store, 'a', 'a'),
      /Redis at 127\.0\.0\.1:\d+ has not answered within 1 s \(.*ECONNREFUSED/,
    );
    await startServer({ port: at });
    await writeWhenBack(store, 1);
    assert.match(warnings[1], /there again/);
  });

  it('rides over a short absence, reports a long one, and has lost nothing it acknowledged', async () => {
    const [own, at] = await startServer();
    const store = await open({ client: { url: `redis://127.0.0.1:${at}` }, waitMs: 3000 });
    await take(store, 'a', 'a');
    await write(store, 'a', 'a', 1);
    await own.kill();
    const during = write(store, 'a', 'a', 2);
    await own.start();
    await during;
    await own.kill();
    await assert.rejects(write(store, 'a', 'a', 3), /has not answered|closed unexpectedly/i);
    await own.start();
    await writeWhenBack(store, 4);
    assert.equal(await read(store, 'a', 'a'), 4);
  });

  it('waits as long as it is told to, also beyond the limit that the client has of its own', async () => {
    const [own, at] = await startServer();
    const store = await open({ client: { url: `redis://127.0.0.1:${at}` }, waitMs: 60_000 });
    await own.kill();
    const during = write(store, 'a', 'a', 1);
    await new Promise((resolve) => setTimeout(resolve, CLIENT_LIMIT_MS + 1000));
    await own.start();
    await during;
    assert.equal(await read(store, 'a', 'a'), 1);
  });

  it('does not wait for ever for a server that stands still', async () => {
    const [own, at] = await startServer();
    const store = await open({ client: { url: `redis://127.0.0.1:${at}` } });
    own.freeze();
    await assert.rejects(write(store, 'a', 'a', 1), /has not answered within 1 s/);
    own.thaw();
    await writeWhenBack(store, 2);
  });

  it('reports that the server is full, keeps what was there, and goes on when there is room', async () => {
    const [, at] = await startServer({ maxMemory: '6mb' });
    const store = await open({ client: { url: `redis://127.0.0.1:${at}` } });
    await write(store, 'a', 'small', 1);
    await write(store, 'a', 'large', 'x'.repeat(7_000_000)).catch(() => {});
    await assert.rejects(write(store, 'a', 'more', 'x'.repeat(1_000_000)), /OOM/);
    assert.equal(await read(store, 'a', 'small'), 1);
    await store.delete('a');
    await write(store, 'a', 'more', 2);
  });

  it('reports that the disk of the server is full', async () => {
    const [, at] = await startServer({ mostFileKb: 2000 });
    const store = await open({ client: { url: `redis://127.0.0.1:${at}` } });
    const fill = async (): Promise<void> => {
      for (let i = 0; i < 100; i++) await write(store, 'a', `key${i}`, 'x'.repeat(100_000));
    };
    await assert.rejects(fill(), /MISCONF|has not answered|closed unexpectedly/i);
  });
});

const writeWhenBack = (store: Store, value: number): Promise<void> =>
  inTheEnd(() => write(store, 'a', 'a', value));
