import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fileStore from '../../nodes/stores/file-store';
import {
  collect,
  helper,
  logged,
  send,
  startFlow,
  stopContext,
  streamFlow,
  streamTypes,
} from '../nodes/flow';
import { blockNames, type Message } from '../nodes/flow';
import { describeStoreContract, listKeys, read, write } from './store-contract';
import { describeStoreFailures } from './store-failures';

/** Unloads the flows and keeps their context, which the helper would erase while they are being closed. */
async function unloadAndKeep(): Promise<void> {
  const { _context: context } = helper as unknown as { _context: { clean: () => Promise<void> } };
  const { clean } = context;
  context.clean = () => Promise.resolve();
  try {
    await helper.unload();
  } finally {
    context.clean = clean;
  }
}

describe('the store of files', () => {
  let dir = '';
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'psmf-files-'));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  describeStoreContract('file-store', () => fileStore({ dir }));

  it('keeps each key in a file of its own, under a name that leads nowhere else', async () => {
    const store = fileStore({ dir, base: 'names' });
    await store.open();
    const keys = ['../../etc', 'A', 'a', 'CON', 'x/y'];
    for (const key of keys) await write(store, 'flow', `["${key}"]`, key);
    assert.deepEqual(await listKeys(store, 'flow'), [...keys].sort());
    for (const key of keys) assert.equal(await read(store, 'flow', `["${key}"]`), key);
    assert.deepEqual(readdirSync(join(dir, 'names')), ['flow']);
    assert.equal(readdirSync(join(dir, 'names', 'flow')).length, keys.length);
    await store.close();
  });

  it('clears away what a write that was cut short has left, and keeps the file before it', async () => {
    const store = fileStore({ dir, base: 'cut' });
    await store.open();
    await write(store, 'flow', 'a', 1);
    writeFileSync(join(dir, 'cut', 'flow', 'a.json.123.tmp'), '{"half');
    const again = fileStore({ dir, base: 'cut' });
    await again.open();
    assert.deepEqual(readdirSync(join(dir, 'cut', 'flow')), ['a.json']);
    assert.equal(await read(again, 'flow', 'a'), 1);
  });

  it('says what is damaged, and goes on with the other keys', async () => {
    const store = fileStore({ dir, base: 'damaged' });
    await store.open();
    await write(store, 'flow', ['a', 'b'], [1, 2]);
    writeFileSync(join(dir, 'damaged', 'flow', 'a.json'), '');
    await assert.rejects(read(store, 'flow', 'a'), /a\.json is damaged .*Move it aside/);
    assert.equal(await read(store, 'flow', 'b'), 2);
  });

  describeStoreFailures('file-store', () => {
    const own = mkdtempSync(join(dir, 'away-'));
    const [base, away] = [join(own, 'values'), join(own, 'elsewhere')];
    return Promise.resolve({
      createStore: (warn) => fileStore({ dir: own, base: 'values', warn }),
      takeAway: async () => {
        await rename(base, away).catch(() => {});
        await writeFile(base, 'in the way');
      },
      bringBack: async () => {
        await rm(base);
        await rename(away, base).catch(() => {});
      },
    });
  });

  it('refuses reads and writes when its folder has vanished, and makes no empty one in its place', async () => {
    const own = mkdtempSync(join(dir, 'vanished-'));
    const store = fileStore({ dir: own, base: 'values' });
    await store.open();
    await write(store, 'flow', 'a', 1);
    await rename(join(own, 'values'), join(own, 'elsewhere'));
    await assert.rejects(read(store, 'flow', 'a'), /the folder .*values has gone .*Bring it back/);
    await assert.rejects(write(store, 'flow', 'a', 2), /has gone/);
    assert.deepEqual(readdirSync(own), ['elsewhere']);
    await rename(join(own, 'elsewhere'), join(own, 'values'));
    assert.equal(await read(store, 'flow', 'a'), 1);
  });

  it('says that the disk is full, keeps what was there, leaves nothing behind, and goes on', () => {
    const script = `
      const store = require(${JSON.stringify(require.resolve('../../nodes/stores/file-store'))})({ dir: ${JSON.stringify(dir)}, base: 'small' });
      const write = (key, value) => new Promise((resolve) => store.set('flow', key, value, (error) => resolve(error?.message ?? 'written')));
      const read = (key) => new Promise((resolve) => store.get('flow', key, (error, value) => resolve(value)));
      void (async () => {
        await store.open();
        const results = [await write('a', 1), await write('a', 'x'.repeat(1e6)), await read('a'), await write('b', 2), await read('b')];
        console.log(JSON.stringify(results));
      })();`;
    // Files larger than this cannot be written: to a program it is as if the disk were full.
    const limited = 'trap "" XFSZ; ulimit -f 100; exec "$0" -e "$1"';
    const { stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, script], {
      encoding: 'utf8',
    });
    assert.match(stdout, /^\["written",".*(EFBIG|ENOSPC).*",1,"written",2\]\n$/, stderr);
    assert.deepEqual(readdirSync(join(dir, 'small', 'flow')).sort(), ['a.json', 'b.json']);
  });

  it('says that it could not write, at once and with the reason', async () => {
    mkdirSync(join(dir, 'full'));
    writeFileSync(join(dir, 'full', 'flow'), 'in the way');
    const store = fileStore({ dir, base: 'full' });
    await assert.rejects(write(store, 'flow', 'a', 1), /ENOTDIR|EEXIST/);
  });

  it('needs a folder', () => {
    assert.throws(() => fileStore(), /expected config\.dir/);
  });

  for (const type of streamTypes)
    it(`keeps the model of ${type} over a restart, in a file of its own`, async () => {
      const stores = (): object => ({ default: { module: fileStore, config: { dir, base: type } } });
      const seqOf = (msg: Message): number => (msg.psmf?.[blockNames[type]] as { seq: number }).seq;
      const run = async (): Promise<number[]> => {
        await startFlow(streamFlow(type, {}), stores());
        const { out } = collect();
        for (let t = 1; t <= 3; t++) send({ a: t });
        await out.reach(3);
        await unloadAndKeep();
        await stopContext();
        return out.messages.map(seqOf);
      };
      assert.deepEqual(await run(), [1, 2, 3]);
      assert.deepEqual(await run(), [4, 5, 6]);
      assert.deepEqual(logged('warn'), []);
      assert.deepEqual(readdirSync(join(dir, type, 'tab')), ['psmf_n1.json']);
    });
});
