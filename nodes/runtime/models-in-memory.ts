import type { Answer } from '../../src/stream/stream-model';
import { ENTRY_BYTES, type ModelEntry } from './model-entry';

/**
 * The models of a node that are in memory, and what they take, in bytes. Live ones are in use, the least recently used first;
 * parked ones leave the memory once they are saved, and are live again if their key returns before.
 */
export class ModelsInMemory<A extends Answer> {
  readonly #live = new Map<string, ModelEntry<A>>();
  readonly #parked = new Map<string, ModelEntry<A>>();
  #newest: ModelEntry<A> | null = null;
  #liveBytes = 0;
  #parkedBytes = 0;
  #unloaded = 0;

  /** The most recently used. */
  get newest(): ModelEntry<A> | null {
    return this.#newest;
  }

  get liveCount(): number {
    return this.#live.size;
  }

  get parkedCount(): number {
    return this.#parked.size;
  }

  get held(): number {
    return this.#liveBytes + this.#parkedBytes + this.#unloaded * ENTRY_BYTES;
  }

  get leaving(): number {
    return this.#parkedBytes;
  }

  /** Of live models but the newest. */
  get parkable(): number {
    return this.#liveBytes - (this.#newest?.counted ?? 0);
  }

  all(): ModelEntry<A>[] {
    return [...this.#live.values(), ...this.#parked.values()];
  }

  find(key: string): ModelEntry<A> | undefined {
    return this.#live.get(key) ?? this.#parked.get(key);
  }

  holds(entry: ModelEntry<A>): boolean {
    return this.find(entry.key) === entry;
  }

  isParked(entry: ModelEntry<A>): boolean {
    return this.#parked.get(entry.key) === entry;
  }

  /** The first to go: the least recently used that is loaded, but never the newest. */
  oldest(): ModelEntry<A> | null {
    for (const entry of this.#live.values()) if (entry.isLoaded && entry !== this.#newest) return entry;
    return null;
  }

  firstParked(): ModelEntry<A> | undefined {
    return this.#parked.values().next().value;
  }

  /** It is not loaded yet. */
  add(entry: ModelEntry<A>): void {
    this.#live.set(entry.key, entry);
    this.#unloaded += 1;
  }

  noteLoaded(entry: ModelEntry<A>): void {
    this.#unloaded -= 1;
    this.count(entry);
  }

  /** Counts what a loaded entry takes now; whether that is more than before. */
  count(entry: ModelEntry<A>): boolean {
    const more = entry.bytes - entry.counted;
    if (more === 0) return false;
    if (this.isParked(entry)) this.#parkedBytes += more;
    else this.#liveBytes += more;
    entry.counted += more;
    return more > 0;
  }

  /** It is the most recently used from now on. */
  use(entry: ModelEntry<A>, use: number): void {
    if (this.#parked.delete(entry.key)) {
      this.#parkedBytes -= entry.counted;
      this.#liveBytes += entry.counted;
    }
    this.#live.delete(entry.key);
    this.#live.set(entry.key, entry);
    entry.lastUse = use;
    this.#newest = entry;
  }

  park(entry: ModelEntry<A>): void {
    this.#live.delete(entry.key);
    this.#parked.set(entry.key, entry);
    this.#liveBytes -= entry.counted;
    this.#parkedBytes += entry.counted;
  }

  /** It leaves the memory, live or parked. */
  remove(entry: ModelEntry<A>): void {
    if (this.#parked.delete(entry.key)) {
      this.#parkedBytes -= entry.counted;
      return;
    }
    this.#live.delete(entry.key);
    this.#liveBytes -= entry.counted;
    if (this.#newest === entry) this.#newest = null;
  }
}
