import assert from 'node:assert/strict';
import { listKeys, read, write, type Store } from './store-contract';

/** Where a store keeps its values: a server or a folder, which can be away for a while. */
export interface Place {
  /** Gives a store that is not open yet. */
  createStore(warn: (sentence: string) => void): Store;
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
}

/** What every store does while the place of its values is away: says so, loses nothing, and goes on when it is back. */
export function describeStoreFailures(name: string, create: () => Promise<Place>): void {
  describe(`${name}: while the place of its values is away`, () => {
    let place: Place;
    let store: Store;
    let warnings: string[];
    beforeEach(async () => {
      warnings = [];
      place = await create();
      store = place.createStore((sentence) => warnings.push(sentence));
    });
    afterEach(() => store.close());

    it('at the start: opens, with one warning, refuses, and works once it is there', async () => {
      await place.takeAway();
      await store.open();
      assert.equal(warnings.length, 1, warnings.join('\n'));
      assert.match(warnings[0], /tried again/);
      await assert.rejects(write(store, 'flow', 'a', 1));
      await assert.rejects(read(store, 'flow', 'a'));
      await place.bringBack();
      await inTheEnd(() => write(store, 'flow', 'a', 2));
      assert.equal(await read(store, 'flow', 'a'), 2);
    });

    it('later: refuses to write, to read and to list, and has all that it had acknowledged when it is back', async () => {
      await store.open();
      await write(store, 'flow', ['a', 'b'], [1, 2]);
      await place.takeAway();
      await assert.rejects(write(store, 'flow', 'a', 3));
      await assert.rejects(read(store, 'flow', 'b'));
      await assert.rejects(read(store, 'flow', 'nothing'));
      await assert.rejects(listKeys(store, 'flow'));
      await place.bringBack();
      await inTheEnd(() => write(store, 'flow', 'c', 4));
      assert.equal(await read(store, 'flow', 'b'), 2);
      assert.deepEqual(await listKeys(store, 'flow'), ['a', 'b', 'c']);
    });
  });
}

const MOST_TRIES = 20;

/** As often as it takes: what is back may not be noticed at once. */
export async function inTheEnd(act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}
