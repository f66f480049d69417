import { createHash } from 'node:crypto';
import {
  asideKey,
  createIndex,
  hashesAmong,
  indexKey,
  readIndex,
  type HashKey,
} from '../../src/snapshot/store-keys';
import type { ContextStore } from './context-store';

export const hashKey: HashKey = (key) => createHash('sha256').update(key).digest('hex').slice(0, 16);

/**
 * Which models of a node lie in the store, so that old ones can be dropped after a restart as well. Kept in the store
 * itself, and never overwritten before it has been read; where it is absent or damaged, the keys in the store tell.
 */
export class StoredIndex {
  readonly #store: ContextStore;
  readonly #own: string;
  readonly #storeKey: string;
  readonly #warn: (sentence: string) => void;
  /** Those of models in use. */
  readonly #live = new Set<string>();
  /** Those of evicted models, oldest first. */
  readonly #evicted = new Set<string>();
  #isRead = false;
  #isScheduled = false;

  /** `own`: the node's own key, which those of its models begin with. */
  constructor(store: ContextStore, own: string, warn: (sentence: string) => void) {
    this.#store = store;
    this.#own = own;
    this.#storeKey = indexKey(own);
    this.#warn = warn;
  }

  /** Calls back once it is known what lies in the store; never if the store cannot tell. */
  load(ready: () => void): void {
    this.#store.read(this.#storeKey, (error, value) => {
      if (error !== null) return;
      const hashes = readIndex(value);
      if (hashes !== null) this.#begin(hashes, ready);
      else if (value === undefined || value === null) this.#rebuild(ready);
      else this.#setAside(value, ready);
    });
  }

  /** The model is in use. */
  use(hash: string): void {
    const isNew = !this.#evicted.delete(hash) && !this.#live.has(hash);
    this.#live.add(hash);
    if (isNew) this.#schedule();
  }

  /** The model lies in the store only, from now on as the newest of its kind. */
  evict(hash: string): void {
    this.#live.delete(hash);
    this.#evicted.add(hash);
    this.#schedule();
  }

  /** Nothing of the model lies anywhere. */
  forget(hash: string): void {
    const wasThere = this.#live.delete(hash) || this.#evicted.delete(hash);
    if (wasThere) this.#schedule();
  }

  /** Forgets all evicted models but the newest `count`, and gives back which. */
  trim(count: number): string[] {
    const old = [...this.#evicted].slice(0, Math.max(0, this.#evicted.size - count));
    for (const hash of old) this.forget(hash);
    return old;
  }

  close(done: () => void): void {
    if (this.#isScheduled) this.#write(done);
    else done();
  }

  /** These lay in the store at the start, before whatever has been evicted since. */
  #begin(hashes: readonly string[], ready: () => void): void {
    const later = [...this.#evicted];
    this.#evicted.clear();
    for (const hash of [...hashes, ...later]) if (!this.#live.has(hash)) this.#evicted.add(hash);
    this.#isRead = true;
    if (this.#live.size + this.#evicted.size > 0) this.#schedule();
    ready();
  }

  #setAside(value: unknown, ready: () => void): void {
    const key = asideKey(this.#storeKey, 'damaged');
    this.#store.write(key, value, (error) => {
      const where = error === null ? `kept as ${key}` : `lost (${error.message})`;
      this.#warn(
        `The index of saved models (${this.#storeKey}) is damaged; it is ${where} and made anew from the models.`,
      );
      this.#rebuild(ready);
    });
  }

  #rebuild(ready: () => void): void {
    this.#store.list((error, keys) => {
      if (error !== null) this.#warn(`The saved models cannot be listed: ${error.message}.`);
      this.#begin(hashesAmong(Array.isArray(keys) ? keys : [], this.#own), ready);
    });
  }

  /** Several changes at a time make one write. */
  #schedule(): void {
    if (this.#isScheduled || !this.#isRead) return;
    this.#isScheduled = true;
    setImmediate(() => {
      if (this.#isScheduled) this.#write(() => {});
    });
  }

  #write(done: () => void): void {
    this.#isScheduled = false;
    const hashes = [...this.#evicted, ...this.#live];
    const value = hashes.length === 0 ? undefined : createIndex(hashes);
    this.#store.write(this.#storeKey, value, (error) => {
      if (error !== null) this.#warn(`The index of saved models cannot be saved: ${error.message}.`);
      done();
    });
  }
}
