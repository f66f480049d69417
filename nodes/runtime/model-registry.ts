import type { Node } from 'node-red';
import type { AssembledFrame } from '../../src/frame/assembler';
import { keyOfHash, modelKey } from '../../src/snapshot/store-keys';
import type { Answer } from '../../src/stream/stream-model';
import type { Arrival } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import type { PreparedMessage } from '../message/prepared-message';
import type { Counts } from '../message/status-texts';
import { ContextStore } from '../state/context-store';
import { Persistence } from '../state/persistence';
import { hashKey, StoredIndex } from '../state/stored-index';
import { ModelEntry } from './model-entry';
import { notReady, PendingLimit, PendingQueue } from './pending-queue';
import type { Settings } from './settings';

export interface RegistryEvents<A extends Answer> {
  /** A message that has waited: its model is there now. */
  resume(arrival: Arrival): void;
  /** Frames of readings that closed by time, or because the model leaves. */
  closed(entry: ModelEntry<A>, frames: readonly AssembledFrame<PreparedMessage>[]): void;
  loaded(entry: ModelEntry<A>): void;
  /** It is no longer in memory: whatever works on its model works for nothing. */
  left(entry: ModelEntry<A>): void;
}

/**
 * The models of a node by key: those in use in memory, the least recently used first, the others in the store only. Beyond
 * `maxModels` the first is parked: it leaves the memory once it is saved, and comes back as it was if its key returns before.
 */
export class ModelRegistry<A extends Answer> {
  readonly #node: Node;
  readonly #behaviour: Behaviour<A>;
  readonly #settings: Settings;
  readonly #counts: Counts;
  readonly #events: RegistryEvents<A>;
  readonly #store: ContextStore;
  readonly #storeKey: string;
  readonly #limit = new PendingLimit();
  /** Only with keys. */
  readonly #stored: StoredIndex | null;
  readonly #live = new Map<string, ModelEntry<A>>();
  readonly #parked = new Map<string, ModelEntry<A>>();
  #newest: ModelEntry<A> | null = null;
  #isClosed = false;

  constructor(
    node: Node,
    behaviour: Behaviour<A>,
    settings: Settings,
    counts: Counts,
    events: RegistryEvents<A>,
  ) {
    this.#node = node;
    this.#behaviour = behaviour;
    this.#settings = settings;
    this.#counts = counts;
    this.#events = events;
    this.#store = new ContextStore(node.context().flow, settings.store);
    this.#storeKey = modelKey(node.id, '', hashKey);
    const warn = (sentence: string): void => node.warn(sentence);
    this.#stored = settings.key === null ? null : new StoredIndex(this.#store, this.#storeKey, warn);
  }

  start(): void {
    if (this.#stored === null) this.#use('');
    else this.#stored.load(() => this.#dropOld(2 * this.#settings.maxModels - this.#live.size));
  }

  /**
   * The entry of a key, now the most recently used; null while it is loaded: the message waits. Throws if too many do: then no
   * further key gets a model either, as each would take memory.
   */
  entryFor(key: string, arrival: Arrival): ModelEntry<A> | null {
    if (this.#isClosed) throw notReady('a node that is open', 'one that is closed');
    if (this.#newest?.key === key && this.#newest.isLoaded) return this.#newest;
    if (this.#limit.isReached && this.#find(key)?.isLoaded !== true) {
      this.#counts.refused += 1;
      this.#limit.claim();
    }
    const entry = this.#use(key);
    if (entry.isLoaded) return entry;
    entry.pending.push(arrival);
    return null;
  }

  /** Whether the entry is still in memory. */
  holds(entry: ModelEntry<A>): boolean {
    return this.#find(entry.key) === entry;
  }

  /** Forgets every model, in memory and in the store. Messages that wait for a model were there before this. */
  resetAll(): void {
    for (const entry of this.#all()) {
      if (entry.isLoaded) entry.reset();
      else entry.pending.pushReset();
    }
    for (const hash of this.#stored?.trim(0) ?? []) this.#erase(hash);
    if (this.#find('') === undefined) this.#erase('');
  }

  close(done: () => void): void {
    this.#isClosed = true;
    const entries = this.#all();
    let open = entries.length + 1;
    const oneClosed = (): void => {
      open -= 1;
      if (open === 0) done();
    };
    for (const entry of entries) {
      entry.pending.refuseAll();
      if (entry.isLoaded) this.#events.closed(entry, entry.closeFrames());
      entry.persistence.close(oneClosed);
    }
    if (this.#stored === null) oneClosed();
    else this.#stored.close(oneClosed);
  }

  #all(): ModelEntry<A>[] {
    return [...this.#live.values(), ...this.#parked.values()];
  }

  #find(key: string): ModelEntry<A> | undefined {
    return this.#live.get(key) ?? this.#parked.get(key);
  }

  #use(key: string): ModelEntry<A> {
    const entry = this.#find(key) ?? this.#create(key);
    this.#parked.delete(key);
    this.#live.delete(key);
    this.#live.set(key, entry);
    this.#newest = entry;
    if (this.#live.size > this.#settings.maxModels) this.#trim();
    return entry;
  }

  #create(key: string): ModelEntry<A> {
    const { saveMs, assembly } = this.#settings;
    const hash = key === '' ? '' : hashKey(key);
    const persistence = new Persistence({
      store: this.#store,
      nodeId: this.#node.id,
      key,
      storeKey: keyOfHash(this.#storeKey, hash),
      saveMs,
      savePhase: hash === '' ? null : parseInt(hash.slice(0, 8), 16) % saveMs,
      factory: this.#behaviour,
      warn: (sentence) => this.#node.warn(key === '' ? sentence : `${key}: ${sentence}`),
      saved: () => this.#leave(entry),
    });
    const entry: ModelEntry<A> = new ModelEntry({
      ...{ key, hash, persistence, assembly, behaviour: this.#behaviour },
      pending: new PendingQueue(this.#limit),
      expired: (expiring, frames) => this.#events.closed(expiring, frames),
    });
    if (hash !== '') this.#stored?.use(hash);
    persistence.load(() => this.#begin(entry));
    return entry;
  }

  #begin(entry: ModelEntry<A>): void {
    entry.beginLoaded();
    this.#events.loaded(entry);
    for (let next = entry.pending.shift(); next !== undefined; next = entry.pending.shift()) {
      if (next === 'reset') entry.reset();
      else this.#events.resume(next);
    }
    this.#trim();
  }

  /** Only a model that is loaded can be parked. */
  #trim(): void {
    const { maxModels } = this.#settings;
    for (const entry of this.#live.values()) {
      if (this.#live.size <= maxModels) break;
      if (entry.isLoaded && entry !== this.#newest) this.#park(entry);
    }
    // A store that takes its time, or fails, must not fill the memory.
    for (const entry of this.#parked.values()) {
      if (this.#parked.size <= maxModels) break;
      this.#leave(entry);
    }
  }

  #park(entry: ModelEntry<A>): void {
    this.#live.delete(entry.key);
    this.#parked.set(entry.key, entry);
    this.#events.closed(entry, entry.closeFrames());
    entry.persistence.saveNow(() => {
      if (!entry.isUnsaved) this.#leave(entry);
    });
  }

  /** A parked model leaves the memory; what it has learned since its last save is lost. */
  #leave(entry: ModelEntry<A>): void {
    if (this.#parked.get(entry.key) !== entry) return;
    this.#parked.delete(entry.key);
    this.#events.left(entry);
    const { persistence, hash } = entry;
    const isStored = !entry.isUnsaved && persistence.isKeeping;
    persistence.abandon();
    if (entry.model.seq === 0) return this.#stored?.forget(hash);
    if (isStored) this.#counts.evicted += 1;
    else this.#counts.dropped += 1;
    if (hash === '') return;
    this.#stored?.evict(hash);
    this.#dropOld(this.#settings.maxModels);
  }

  /** Keeps no more than `most` of the models that lie in the store only. */
  #dropOld(most: number): void {
    for (const hash of this.#stored?.trim(most) ?? []) {
      this.#counts.dropped += 1;
      this.#erase(hash);
    }
  }

  #erase(hash: string): void {
    this.#store.write(keyOfHash(this.#storeKey, hash), undefined, (error) => {
      if (error !== null) this.#node.warn(`The state of an old model cannot be erased: ${error.message}.`);
    });
  }
}
