import { createHash } from 'node:crypto';
import type { ContextStore } from './context-store';

const FORMAT = 'psmf-index';
/** Far above what a node may keep, so that a damaged index cannot fill the memory. */
const MOST = 1_000_000;

/** The part of a context key that stands for a model's key: letters and digits only, of a fixed length. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

const HASH = /^[0-9a-f]{16}$/;

/**
 * Which models of a node lie in the store, so that old ones can be dropped after a restart as well. Kept in the store
 * itself, and never overwritten before it has been read; where it is absent or damaged, the keys in the store tell.
 */
export class StoredIndex {
  readonly #store: ContextStore;
  readonly #prefix: string;
  readonly #storeKey: string;
  readonly #warn: (sentence: string) => void;
  /** Those of models in use. */
  readonly #live = new Set<string>();
  /** Those of evicted models, oldest first. */
  readonly #evicted = new Set<string>();
  #isRead = false;
  #isScheduled = false;

  /** The models stand under `prefix` and their hash. */
  constructor(store: ContextStore, prefix: string, warn: (sentence: string) => void) {
    this.#store = store;
    this.#prefix = prefix;
    this.#storeKey = `${prefix}index`;
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
    const key = `${this.#storeKey}_damaged`;
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
      const names: unknown[] = Array.isArray(keys) ? keys.slice(0, MOST) : [];
      const own = names.filter((key) => typeof key === 'string' && key.startsWith(this.#prefix)) as string[];
      const hashes = own.map((key) => key.slice(this.#prefix.length)).filter((hash) => HASH.test(hash));
      this.#begin(hashes, ready);
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
    const value = hashes.length === 0 ? undefined : { format: FORMAT, version: 1, hashes };
    this.#store.write(this.#storeKey, value, (error) => {
      if (error !== null) this.#warn(`The index of saved models cannot be saved: ${error.message}.`);
      done();
    });
  }
}

/** Null where it is none. */
function readIndex(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  const { format, hashes } = value as { readonly format?: unknown; readonly hashes?: unknown };
  const isHash = (hash: unknown): hash is string => typeof hash === 'string' && HASH.test(hash);
  const isIndex = format === FORMAT && Array.isArray(hashes) && hashes.length <= MOST && hashes.every(isHash);
  return isIndex ? hashes : null;
}
