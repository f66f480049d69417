import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { StreamType } from '../nodes/flow';
import { assertSeq } from './check-models';
import { contextKey, type StoredModel } from './fixture';
import { messageFor } from './message';
import { timeOf } from './stream';
import { blockOf, type Upgrade } from './upgrade';

const hash = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
/** By type: a node that saves once an hour. */
const SLOW = {
  'psmf-filter': 'filter-forecast',
  'psmf-impute': 'impute-gaps',
  'psmf-changepoint': 'change-low',
};

/** Keys and state: keyProperty, maxModels, store, saveSeconds, allowImport. */
export function describeSiteSettings(type: StreamType, word: string, get: () => Upgrade): void {
  const site = (key: string): StoredModel => get().model(`${word}-sites`, key);
  const stored = async (key: string, store: string): Promise<{ seq?: number; hashes?: string[] }> => {
    const response = await get().running.red.get(`/context/flow/settings/${key}?store=${store}`);
    const { msg } = (await response.json()) as { msg: string };
    return msg === '(undefined)' || msg === undefined ? {} : (JSON.parse(msg) as object);
  };

  it(`${type}: store and saveSeconds say where and how soon state is kept`, async () => {
    const seq = get().learned(site('d')) + 1;
    await get().next(get().model(SLOW[type]));
    assertSeq(get(), site('d'), blockOf(site('d'), await get().next(site('d'))), seq);
    const key = `${contextKey(`${word}-sites`)}_${hash('d')}`;
    while ((await stored(key, 'archive')).seq !== seq)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(await stored(key, 'default'), {}, 'nothing in the other store');
    const slow = await stored(contextKey(SLOW[type]), 'default');
    assert.equal(slow.seq, get().model(SLOW[type]).frames, 'an hour has not passed');
  });

  it(`${type}: allowImport decides whether a snapshot is taken`, async () => {
    const exported = await get().send(site('d'), { export: true, site: 'd' });
    const learned = get().learned(site('d'));
    const { tab, node } = site('d');
    await get().running.tell(tab, node, [{ import: exported.payload, site: 'z' }]);
    const message = messageFor(get().settingsOf(node), 'z', get().frame(site('d'), learned), timeOf(learned));
    const block = blockOf(site('d'), await get().send(site('d'), message));
    assert.deepEqual([block.key, block.seq], ['z', learned + 1]);
    const refusing = get().model(`${word}-chart`);
    await assert.rejects(
      get().send(refusing, { import: exported.payload }),
      /msg\.import: expected a node that allows it/,
    );
  });

  it(`${type}: of more than maxModels in memory and as many in the store the oldest is dropped`, async () => {
    for (const key of ['c', 'd']) {
      const seq = get().learned(site(key)) + 1;
      assertSeq(get(), site(key), blockOf(site(key), await get().next(site(key))), seq);
    }
    const index = `${contextKey(`${word}-sites`)}_index`;
    for (;;) {
      const hashes = (await stored(index, 'archive')).hashes ?? [];
      if (hashes.length === 4 && hashes.includes(hash('z'))) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { hashes = [] } = await stored(index, 'archive');
    assert.deepEqual([...hashes].sort(), ['b', 'c', 'd', 'z'].map(hash).sort());
  });
}
