import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { collect, getNode, helper, startFlow, streamFlow, streamTypes } from '../nodes/flow';
import { SlowStore } from '../nodes/slow-store';
import { assertKept } from './kept';
import { simulate } from './stream';
import { ENVELOPE, INDEX } from './surface';

const SENTENCE =
  'under another context key no node would find what it has learned, and psmf doctor would not either';
const [frame] = simulate(1);
const ID = 'a1.b-c';
const KEY = 'psmf_a1_b_c';
const hash = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
const listKeys = (store: SlowStore): Promise<string[]> =>
  new Promise((resolve) => store.keys('tab', (_error, keys) => resolve(keys as string[])));

describe('the context keys that state is kept under', () => {
  afterEach(() => helper.unload());

  for (const type of streamTypes) {
    /** Lets a node with these settings learn a frame of each key, and saves. */
    const learn = async (
      store: SlowStore,
      settings: object,
      sites: readonly string[] = [''],
    ): Promise<void> => {
      const flow = streamFlow(type, settings).map((node) =>
        (node as { id: string }).id === 'n1' ? { ...node, id: ID } : node,
      );
      await startFlow(flow, store.settings);
      const { out } = collect();
      for (const site of sites) getNode(ID).receive({ payload: frame, site });
      await out.reach(sites.length);
      await helper.unload();
    };

    it(`${type}: psmf_<id>, with _<hash of the key> and _index where there are keys`, async () => {
      const store = new SlowStore();
      await learn(store, { keyProperty: 'site' }, ['', 'north', 'süd/halle 2']);
      assert.deepEqual(
        (await listKeys(store)).sort(),
        [KEY, `${KEY}_index`, ...['north', 'süd/halle 2'].map((key) => `${KEY}_${hash(key)}`)].sort(),
        SENTENCE,
      );
      assertKept('Fields of stored state', ENVELOPE, Object.keys(store.peek(KEY) as object));
      assertKept('Fields of the index of models', INDEX, Object.keys(store.peek(`${KEY}_index`) as object));
    });

    it(`${type}: _damaged for what cannot be read, _previous for what other settings have learned`, async () => {
      const store = new SlowStore();
      await learn(store, {});
      await learn(store, { sensors: 'inlet, power' });
      assert.ok((await listKeys(store)).includes(`${KEY}_previous`), SENTENCE);
      store.put(KEY, 'no state');
      await learn(store, { sensors: 'inlet, power' });
      assert.equal(store.peek(`${KEY}_damaged`), 'no state', SENTENCE);
    });

    it(`${type}: _exchange while two states change places`, async () => {
      const store = new SlowStore();
      await learn(store, {});
      await learn(store, { sensors: 'inlet, power' });
      store.failAfter(1);
      await learn(store, {});
      assert.ok((await listKeys(store)).includes(`${KEY}_exchange`), SENTENCE);
    });
  }
});
