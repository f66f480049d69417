import { createHash } from 'node:crypto';
import {
  asideKey,
  createIndex,
  hashesAmong,
  indexKey,
  readIndex,
  USUAL_BYTES,
  type HashKey,
  type StoredSizes,
} from '../../src/snapshot/store-keys';
import type { ContextStore } from './context-store';

/** Halves of characters, which texts from other programs may hold, are all alike in UTF-8: such keys are told apart by their codes. */
export const hashKey: HashKey = (key) =>
  createHash('sha256')
    .update(HALF_CHARACTER.test(key) ? Buffer.from(key, 'utf16le') : key)
    .digest('hex')
    .slice(0, 16);

const HALF_CHARACTER = /\p{Surrogate}/u;

/** How long after a failure the index is read again, in ms. */
const RETRY_MS = 10_000;

/**
 * Which models of a node lie in the store and what they take, so that old ones can be dropped after a restart as well. Kept in
 * the store itself, and never overwritten before it has been read; where it is absent or damaged, the keys in the store tell.
 */
export class StoredIndex {
  readonly #store: ContextStore;
  readonly #own: string;
  readonly #storeKey: string;
  readonly #warn: (sentence: string) => void;
  /** Bytes of models in use, by hash; 0 for one that has not been saved. */
  readonly #live = new Map<string, number>();
  /** Of evicted models, oldest first. */
  readonly #evicted = new Map<string, number>();
  #liveBytes = 0;
  #evictedBytes = 0;
  #isRead = false;
  #isScheduled = false;
  /** Writes that the store has not answered. */
  #underWay = 0;
  #failure: Error | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  /** `own`: the node's own key, which those of its models begin with. */
  constructor(store: ContextStore, own: string, warn: (sentence: string) => void) {
    this.#store = store;
    this.#own = own;
    this.#storeKey = indexKey(own);
    this.#warn = warn;
  }

  /** Calls back once it is known what lies in the store, and each time that could not be found out: it is tried again. */
  load(known: (error: Error | null) => void): void {
    this.#store.read(this.#storeKey, (error, value) => {
      if (this.#isClosed) return;
      const sizes = readIndex(value);
      if (error !== null) this.#fail(error, known);
      else if (sizes !== null) this.#begin(sizes, known);
      else if (value === undefined || value === null) this.#rebuild(known);
      else this.#setAside(value, known);
    });
  }

  /** Whether it is known what lies in the store. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Why it is not known. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Bytes of all models in the store, and of those that lie there only. */
  get bytes(): number {
    return this.#liveBytes + this.#evictedBytes;
  }

  get evictedBytes(): number {
    return this.#evictedBytes;
  }

  /** The model is in use. */
  use(hash: string): void {
    const isNew = !this.#evicted.has(hash) && !this.#live.has(hash);
    const bytes = this.#takeOut(hash);
    this.#live.set(hash, bytes);
    this.#liveBytes += bytes;
    if (isNew) this.#schedule();
  }

  /** The model was saved, and takes so many bytes in the store. */
  noteSize(hash: string, bytes: number): void {
    const live = this.#live.get(hash);
    const evicted = this.#evicted.get(hash);
    if (live !== undefined) {
      this.#liveBytes += bytes - live;
      this.#live.set(hash, bytes);
    } else if (evicted !== undefined) {
      this.#evictedBytes += bytes - evicted;
      this.#evicted.set(hash, bytes);
    }
  }

  /** The model lies in the store only, from now on as the newest of its kind. */
  evict(hash: string): void {
    const bytes = this.#takeOut(hash);
    this.#evicted.set(hash, bytes);
    this.#evictedBytes += bytes;
    this.#schedule();
  }

  /** Nothing of the model lies anywhere. */
  forget(hash: string): void {
    const wasThere = this.#live.has(hash) || this.#evicted.has(hash);
    this.#takeOut(hash);
    if (wasThere) this.#schedule();
  }

  /** Forgets all evicted models but the newest `count`, and gives back which. */
  trim(count: number): string[] {
    const old = [...this.#evicted.keys()].slice(0, Math.max(0, this.#evicted.size - count));
    for (const hash of old) this.forget(hash);
    return old;
  }

  /** Forgets all evicted models but those spared, and gives back which. */
  forgetEvicted(spared: ReadonlySet<string>): string[] {
    const forgotten = [...this.#evicted.keys()].filter((hash) => !spared.has(hash));
    for (const hash of forgotten) this.forget(hash);
    return forgotten;
  }

  /** Forgets the evicted model that has lain there longest, and gives back which. */
  trimOldest(): string | undefined {
    const oldest = this.#evicted.keys().next().value;
    if (oldest !== undefined) this.forget(oldest);
    return oldest;
  }

  close(done: () => void): void {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    // After a write that is under way, lest that one come to the store when the node has closed.
    if (this.#isScheduled || this.#underWay > 0) this.#write(done);
    else done();
  }

  #takeOut(hash: string): number {
    const live = this.#live.get(hash) ?? 0;
    const evicted = this.#evicted.get(hash) ?? 0;
    this.#live.delete(hash);
    this.#evicted.delete(hash);
    this.#liveBytes -= live;
    this.#evictedBytes -= evicted;
    return live + evicted;
  }

  /** These lay in the store at the start, before whatever has been evicted since. */
  #begin(sizes: StoredSizes, known: (error: null) => void): void {
    const later = [...this.#evicted];
    for (const [hash] of later) this.#takeOut(hash);
    for (const [hash, bytes] of [...sizes, ...later]) {
      if (this.#live.has(hash)) continue;
      this.#takeOut(hash);
      this.#evicted.set(hash, bytes);
      this.#evictedBytes += bytes;
    }
    for (const [hash, bytes] of sizes) if (this.#live.get(hash) === 0) this.noteSize(hash, bytes);
    this.#isRead = true;
    this.#failure = null;
    if (this.#live.size + this.#evicted.size > 0) this.#schedule();
    known(null);
  }

  #fail(error: Error, known: (error: Error | null) => void): void {
    if (this.#failure === null)
      this.#warn(
        `The index of saved models cannot be read: ${error.message}. It is tried again; old models stay until then.`,
      );
    this.#failure = error;
    this.#retry = setTimeout(() => this.load(known), RETRY_MS).unref();
    known(error);
  }

  #setAside(value: unknown, known: (error: Error | null) => void): void {
    const key = asideKey(this.#storeKey, 'damaged');
    this.#store.write(key, value, (error) => {
      const where = error === null ? `kept as ${key}` : `lost (${error.message})`;
      this.#warn(
        `The index of saved models (${this.#storeKey}) is damaged; it is ${where} and made anew from the models.`,
      );
      this.#rebuild(known);
    });
  }

  #rebuild(known: (error: Error | null) => void): void {
    this.#store.list((error, keys) => {
      if (this.#isClosed) return;
      if (error !== null) return this.#fail(error, known);
      const hashes = hashesAmong(Array.isArray(keys) ? keys : [], this.#own);
      this.#begin(new Map(hashes.map((hash) => [hash, USUAL_BYTES])), known);
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
    this.#underWay += 1;
    const sizes = new Map([...this.#evicted, ...this.#live]);
    this.#store.write(this.#storeKey, sizes.size === 0 ? undefined : createIndex(sizes), (error) => {
      this.#underWay -= 1;
      if (error !== null) this.#warn(`The index of saved models cannot be saved: ${error.message}.`);
      done();
    });
  }
}
