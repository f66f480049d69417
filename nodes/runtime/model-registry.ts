import type { Node } from 'node-red';
import type { PsmfError } from '../../src/errors';
import type { AssembledFrame } from '../../src/frame/assembler';
import { StreamReader } from '../../src/frame/stream-reader';
import { hashesAmong, keyOfHash, modelKey, USUAL_BYTES } from '../../src/snapshot/store-keys';
import type { Answer } from '../../src/stream/stream-model';
import { tickNow, type Arrival } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { sizeOfMessage } from '../message/message-size';
import type { PreparedMessage } from '../message/prepared-message';
import type { Counts } from '../message/status-texts';
import { ContextStore } from '../state/context-store';
import { Persistence, type Saved } from '../state/persistence';
import { SaveQueue } from '../state/save-queue';
import { hashKey, StoredIndex } from '../state/stored-index';
import { EmptyFrameLimit } from './empty-frame-limit';
import type { Holder, MemoryBudget } from './memory-budget';
import { ENTRY_BYTES, ModelEntry } from './model-entry';
import { ModelsInMemory } from './models-in-memory';
import { noMemory, notReady, PendingLimit, PendingQueue } from './pending-queue';
import type { Settings } from './settings';

export interface RegistryEvents<A extends Answer> {
  /** A message that has waited: its model is there now. */
  resume(arrival: Arrival): void;
  /** Frames of readings that closed by time, or because the model leaves. */
  closed(entry: ModelEntry<A>, frames: readonly AssembledFrame<PreparedMessage>[]): void;
  /** Frames of readings that nobody learns: their model was reset. */
  forgotten(frames: readonly AssembledFrame<PreparedMessage>[]): void;
  /** Frames of readings that this process does not learn: their model has left the memory. */
  unlearned(frames: readonly AssembledFrame<PreparedMessage>[]): void;
  loaded(entry: ModelEntry<A>): void;
  /** It is no longer in memory: whatever works on its model works for nothing. */
  left(entry: ModelEntry<A>): void;
}

/** Free memory that a further key needs, whatever its first frame brings. */
const NEW_KEY_BYTES = ENTRY_BYTES + 10_000;
/** Free memory that a further sensor needs before it is known whether a model learns it. */
const NEW_SENSOR_BYTES = 2000;
/** Models read from the store at a time, and the share of the memory that they may take meanwhile. */
const MOST_LOADING = 100;
const SHARE_LOADING = 1 / 8;
/** A text to be written and read in one go by a store that keeps all state of a flow in one file. */
const MUCH_STORED = 5e6;

/** Shared by all nodes, as they share the event loop. */
const saves = new SaveQueue();

/**
 * The models of a node by key: those in use in memory, the others in the store only. Beyond `maxModels`, and beyond the memory
 * that all psmf nodes share, the least recently used are parked: they leave the memory once they are saved.
 */
export class ModelRegistry<A extends Answer> implements Holder {
  readonly #node: Node;
  readonly #behaviour: Behaviour<A>;
  readonly #settings: Settings;
  readonly #counts: Counts;
  readonly #budget: MemoryBudget;
  readonly #events: RegistryEvents<A>;
  readonly #store: ContextStore;
  readonly #storeKey: string;
  readonly #limit = new PendingLimit();
  /** Only with keys, and in a store of this process's own: in a shared one every process would drop what others use. */
  readonly #stored: StoredIndex | null;
  readonly #models = new ModelsInMemory<A>();
  readonly #emptyFrames = new EmptyFrameLimit();
  readonly #toLoad: ModelEntry<A>[] = [];
  #loading = 0;
  /** Bytes in the store: of the model without a key, and of the largest. */
  #storedOwn = 0;
  #storedLargest = USUAL_BYTES;
  #hasWarnedOfSize = false;
  /** Resets of all models that wait until it is known which there are. */
  readonly #resets: ((error?: Error) => void)[] = [];
  #isClosed = false;

  constructor(
    node: Node,
    behaviour: Behaviour<A>,
    settings: Settings,
    counts: Counts,
    budget: MemoryBudget,
    events: RegistryEvents<A>,
  ) {
    this.#node = node;
    this.#behaviour = behaviour;
    this.#settings = settings;
    this.#counts = counts;
    this.#budget = budget;
    this.#events = events;
    this.#store = new ContextStore(node.context().flow, settings.store);
    this.#storeKey = modelKey(node.id, '', hashKey);
    const warn = (sentence: string): void => node.warn(sentence);
    const keepsIndex = settings.key !== null && !settings.isShared;
    this.#stored = !keepsIndex ? null : new StoredIndex(this.#store, this.#storeKey, warn);
  }

  start(): void {
    this.#budget.join(this, this.#settings.storesInMemory);
    if (this.#settings.key === null) this.#use('');
    else this.#stored?.load((error) => this.#noteIndex(error));
  }

  get held(): number {
    return this.#models.held + this.#limit.bytes;
  }

  get leaving(): number {
    return this.#models.leaving;
  }

  get evictable(): number {
    return this.#models.parkable;
  }

  get oldestUse(): number {
    return this.#models.oldest()?.lastUse ?? Infinity;
  }

  evictOldest(): void {
    const oldest = this.#models.oldest();
    if (oldest !== null) this.#park(oldest);
  }

  get stored(): number {
    return this.#storedOwn + (this.#stored?.bytes ?? 0);
  }

  get droppable(): number {
    return this.#stored?.evictedBytes ?? 0;
  }

  dropOldest(): void {
    const hash = this.#stored?.trimOldest();
    if (hash !== undefined) this.#drop(hash);
  }

  /**
   * The entry of a key, now the most recently used; null while it is loaded: the message waits. Throws if too many do, or if
   * there is no memory for it: then no further key gets a model either.
   */
  entryFor(key: string, arrival: Arrival): ModelEntry<A> | null {
    if (this.#isClosed) throw notReady('a node that is open', 'one that is closed');
    const { newest } = this.#models;
    if (newest?.key === key && newest.isLoaded) return newest;
    const known = this.#models.find(key);
    if (known?.isLoaded === true) return this.#use(key);
    if (this.#limit.isReached) {
      this.#counts.refused += 1;
      this.#limit.claim(0);
    }
    if (known === undefined) this.#requireMemory('The memory for another model', NEW_KEY_BYTES);
    const entry = this.#use(key);
    if (entry.isLoaded) return entry;
    const bytes = sizeOfMessage(arrival.msg);
    this.#requireMemory('The memory for a message that waits', bytes);
    entry.pending.push(arrival, bytes);
    return null;
  }

  /** The most memory the model of an entry may take: never more than half of all, as it takes as much again on its way to the store. */
  roomFor(entry: ModelEntry<A>): number {
    const isCounted = this.#models.newest === entry || this.#models.isParked(entry);
    const free = this.#free + (isCounted ? entry.counted : 0) - (entry.bytes - entry.model.bytes);
    return Math.min(free, this.#budget.limit / 2);
  }

  /** Throws if there is no memory for one more sensor of an entry. */
  requireRoomForSensor(entry: ModelEntry<A>): void {
    const free = this.roomFor(entry) - entry.model.bytes;
    if (free < NEW_SENSOR_BYTES) throw noMemory('The memory for another sensor', free, NEW_SENSOR_BYTES);
  }

  /** Counts what an entry takes now; models that are used less make room. */
  recount(entry: ModelEntry<A>): void {
    if (this.holds(entry) && this.#models.count(entry)) this.#shrink();
  }

  /** Whether the entry is still in memory. */
  holds(entry: ModelEntry<A>): boolean {
    return this.#models.find(entry.key) === entry;
  }

  /** The keys of the models in memory, the least recently used first. */
  keys(): string[] {
    return this.#models.all().map(({ key }) => key);
  }

  /** The entry of a key that is in memory and loaded; using it does not count as use. */
  loaded(key: string): ModelEntry<A> | null {
    const entry = this.#models.find(key);
    return entry?.isLoaded === true ? entry : null;
  }

  /**
   * Forgets every model, in memory and in the store. Messages that wait for a model were there before this. Those that lie in
   * the store only are forgotten once it is known which these are; `done` is told then, or why it cannot be known.
   */
  resetAll(done: (error?: Error) => void): void {
    if (this.#stored !== null && this.#stored.failure !== null)
      return done(this.#noReset(this.#stored.failure));
    for (const entry of this.#models.all()) {
      if (entry.isLoaded) entry.reset();
      else entry.pending.pushReset();
    }
    if (this.#models.find('') === undefined) this.#erase('');
    if (this.#settings.isShared && this.#settings.key !== null) return this.#eraseShared(done);
    this.#resets.push(done);
    if (this.#stored === null || this.#stored.isRead) this.#resetStored();
  }

  /** Saves the model of a key, or all with null, and tells when they are in the store, or why one is not. */
  save(key: string | null, saved: Saved): void {
    const found = key === null ? undefined : this.#models.find(key);
    const entries = (key === null ? this.#models.all() : found === undefined ? [] : [found]).filter(
      ({ isLoaded }) => isLoaded,
    );
    let open = entries.length + 1;
    let failure: Error | null = null;
    const oneSaved: Saved = (error) => {
      failure ??= error;
      open -= 1;
      if (open === 0) saved(failure);
    };
    for (const { persistence } of entries) persistence.saveNow(oneSaved);
    oneSaved(null);
  }

  /** Forgets what is in memory of a key, saved or not: its next message loads what the store has. */
  release(key: string): void {
    const entry = this.#models.find(key);
    if (entry?.isLoaded === true) this.#forget(entry);
  }

  close(done: () => void): void {
    this.#isClosed = true;
    this.#budget.quit(this);
    for (const reset of this.#resets.splice(0)) reset(notReady('the index of saved models', 'none'));
    const entries = this.#models.all();
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

  /** What is left of the memory of all psmf nodes, and of this node's own part, once every model that can go has gone. */
  get #free(): number {
    return Math.min(this.#budget.free, this.#settings.maxMemory - this.held + this.evictable);
  }

  /** Models that wait in vain for a store that fails make room first; those whose save is awaited will have made it. */
  #requireMemory(what: string, bytes: number): void {
    if (this.#awaitsSaves && this.#free + this.leaving >= bytes) return;
    while (this.#free < bytes) {
      const parked = this.#models.firstParked();
      if (parked === undefined || parked.persistence.isKeeping) throw noMemory(what, this.#free, bytes);
      this.#leave(parked);
    }
  }

  /** Models are on their way to the store, and nothing of them may be lost. */
  get #awaitsSaves(): boolean {
    return this.#settings.doneWhenSaved && this.#models.firstParked()?.persistence.isKeeping === true;
  }

  #use(key: string): ModelEntry<A> {
    const entry = this.#models.find(key) ?? this.#create(key);
    this.#models.use(entry, this.#budget.nextUse());
    if (this.#models.liveCount > this.#settings.maxModels) this.#trim();
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
      queue: saves,
      factory: this.#behaviour,
      warn: (sentence) => this.#node.warn(key === '' ? sentence : `${key}: ${sentence}`),
      saved: (bytes) => this.#noteSaved(entry, bytes),
      lost: () => this.#forget(entry),
    });
    const entry: ModelEntry<A> = new ModelEntry({
      ...{ key, hash, persistence, assembly, behaviour: this.#behaviour },
      createReader: readerMaker(this.#settings),
      pending: new PendingQueue(this.#limit),
      expired: (expiring, frames) => this.#expire(expiring, frames),
      forgotten: (frames) => this.#events.forgotten(frames),
    });
    if (this.#resets.length > 0) entry.pending.pushReset();
    if (hash !== '') this.#stored?.use(hash);
    this.#models.add(entry);
    this.#toLoad.push(entry);
    this.#loadNext();
    return entry;
  }

  /** Hands on the frames whose time is up; those without readings as far as there are not too many. */
  #expire(entry: ModelEntry<A>, frames: readonly AssembledFrame<PreparedMessage>[]): void {
    const { ticks } = tickNow();
    const due = frames.filter(({ from }) => from.length > 0 || this.#emptyFrames.allows(ticks));
    if (due.length > 0) this.#events.closed(entry, due);
  }

  /** Reads models from the store, so many at a time that they do not take much memory on their way. */
  #loadNext(): void {
    const share = this.#budget.limit * SHARE_LOADING;
    const most = Math.max(1, Math.min(MOST_LOADING, Math.floor(share / this.#storedLargest)));
    while (this.#loading < most && !this.#isCrowded) {
      const entry = this.#toLoad.shift();
      if (entry === undefined) return;
      this.#loading += 1;
      entry.persistence.load(() => {
        this.#loading -= 1;
        this.#begin(entry);
        this.#loadNext();
      });
    }
  }

  /** The next model would push some out of the memory before they are saved. */
  get #isCrowded(): boolean {
    if (!this.#awaitsSaves) return false;
    const isFull = this.#models.parkedCount + this.#loading >= this.#settings.maxModels;
    return isFull || this.#free < Math.max(NEW_KEY_BYTES, this.#storedLargest);
  }

  #begin(entry: ModelEntry<A>): void {
    entry.beginLoaded();
    this.#models.noteLoaded(entry);
    if (this.#settings.doneWhenSaved && !entry.persistence.isKeeping) {
      entry.pending.refuseAll(notReady('a saved state that can be read', 'none'));
      return this.#forget(entry);
    }
    this.#events.loaded(entry);
    for (let next = entry.pending.shift(); next !== undefined; next = entry.pending.shift()) {
      if (next === 'reset') entry.reset();
      else this.#events.resume(next);
    }
    this.#trim();
    this.#shrink();
  }

  /** Only a model that is loaded can be parked. */
  #trim(): void {
    const { maxModels } = this.#settings;
    while (this.#models.liveCount > maxModels) {
      const oldest = this.#models.oldest();
      if (oldest === null) break;
      this.#park(oldest);
    }
    // A store that takes its time, or fails, must not fill the memory.
    while (this.#models.parkedCount > maxModels) {
      const first = this.#models.firstParked();
      if (first !== undefined) this.#leave(first);
    }
  }

  /** Models go to the store until this node is within its own part of the memory, and all nodes within theirs. */
  #shrink(): void {
    while (this.held - this.leaving > this.#settings.maxMemory && this.#models.oldest() !== null)
      this.evictOldest();
    this.#budget.shrink();
  }

  #park(entry: ModelEntry<A>): void {
    this.#models.park(entry);
    this.#events.closed(entry, entry.closeFrames());
    entry.persistence.saveNow(() => {
      if (!entry.isUnsaved) this.#leave(entry);
      this.#loadNext();
    });
  }

  /** The entry leaves the memory as if it had never been there; readings of an open frame are not learned. */
  #forget(entry: ModelEntry<A>): void {
    if (!this.holds(entry)) return;
    this.#models.remove(entry);
    this.#events.unlearned(entry.closeFrames());
    entry.persistence.abandon();
    this.#events.left(entry);
  }

  /** Erases the models of this node that lie in a store shared with others, who then find theirs taken. */
  #eraseShared(done: (error?: Error) => void): void {
    this.#store.list((error, keys) => {
      if (error !== null) return done(this.#noReset(error));
      const inMemory = new Set(this.#models.all().map(({ hash }) => hash));
      for (const hash of hashesAmong(Array.isArray(keys) ? keys : [], this.#storeKey))
        if (!inMemory.has(hash)) this.#erase(hash);
      done();
    });
  }

  /** A parked model leaves the memory; what it has learned since its last save is lost. */
  #leave(entry: ModelEntry<A>): void {
    if (!this.#models.isParked(entry)) return;
    this.#models.removeParked(entry);
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

  #noteSaved(entry: ModelEntry<A>, bytes: number): void {
    if (entry.hash === '') this.#storedOwn = bytes;
    else this.#stored?.noteSize(entry.hash, bytes);
    this.#storedLargest = Math.max(this.#storedLargest, bytes);
    this.#leave(entry);
    this.#loadNext();
    this.#budget.shrinkStored(this.#settings.storesInMemory);
    if (this.#settings.storesWhole && this.stored > MUCH_STORED) this.#warnOfSize();
  }

  #warnOfSize(): void {
    if (this.#hasWarnedOfSize) return;
    this.#hasWarnedOfSize = true;
    this.#node.warn(
      `The saved state takes more than ${MUCH_STORED / 1e6} MB, and localfilesystem writes all of a flow's context in one go, ` +
        'which holds Node-RED up. Use @psmf/node-red-psmf/file-store for it; docs/state.md tells how.',
    );
  }

  #noteIndex(error: Error | null): void {
    if (error !== null) {
      for (const reset of this.#resets.splice(0)) reset(this.#noReset(error));
      return;
    }
    if (this.#resets.length > 0) this.#resetStored();
    this.#dropOld(2 * this.#settings.maxModels - this.#models.liveCount);
    this.#budget.shrinkStored(this.#settings.storesInMemory);
  }

  #resetStored(): void {
    for (const hash of this.#stored?.trim(0) ?? []) this.#erase(hash);
    for (const reset of this.#resets.splice(0)) reset();
  }

  #noReset({ message }: Error): PsmfError {
    return notReady('the index of saved models, to reset all of them', `none (${message})`);
  }

  /** Keeps no more than `most` of the models that lie in the store only. */
  #dropOld(most: number): void {
    for (const hash of this.#stored?.trim(most) ?? []) this.#drop(hash);
  }

  #drop(hash: string): void {
    this.#counts.dropped += 1;
    this.#erase(hash);
  }

  #erase(hash: string): void {
    this.#store.write(keyOfHash(this.#storeKey, hash), undefined, (error) => {
      if (error !== null) this.#node.warn(`The state of an old model cannot be erased: ${error.message}.`);
    });
  }
}

/** What reads the messages of a stream; null: they are read as they are. */
function readerMaker({ payloads, sensors, messageIs }: Settings): ((kept: unknown) => StreamReader) | null {
  return payloads === null ? null : (kept) => new StreamReader(payloads, sensors, messageIs, kept);
}
