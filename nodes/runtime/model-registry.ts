import type { Node } from 'node-red';
import type { AssembledFrame } from '../../src/frame/assembler';
import type { PsmfError } from '../../src/errors';
import { StreamReader } from '../../src/frame/stream-reader';
import type { Answer } from '../../src/stream/stream-model';
import { tickNow, type Arrival } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { sizeOfMessage } from '../message/message-size';
import type { PreparedMessage } from '../message/prepared-message';
import type { Counts } from '../message/status-texts';
import { Persistence, type Saved } from '../state/persistence';
import { SaveQueue } from '../state/save-queue';
import { hashKey } from '../state/stored-index';
import { notSaved } from './done-when-saved';
import { EmptyFrameLimit } from './empty-frame-limit';
import { Eviction } from './eviction';
import { LoadQueue } from './load-queue';
import type { MemoryBudget } from './memory-budget';
import { ModelEntry } from './model-entry';
import { ModelsInMemory } from './models-in-memory';
import { notReady, PendingLimit, PendingQueue } from './pending-queue';
import type { Settings } from './settings';
import { StoredModels } from './stored-models';

interface RegistryEvents<A extends Answer> {
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

/** Shared by all nodes, as they share the event loop. */
const saves = new SaveQueue((error) => process.emitWarning(error));

/** The models of a node by key: those in use in memory, the others in the store only. */
export class ModelRegistry<A extends Answer> {
  /** What models take in memory, and which of them leave it. */
  readonly memory: Eviction<A>;
  readonly #node: Node;
  readonly #behaviour: Behaviour<A>;
  readonly #settings: Settings;
  readonly #counts: Counts;
  readonly #budget: MemoryBudget;
  readonly #events: RegistryEvents<A>;
  readonly #models = new ModelsInMemory<A>();
  readonly #stored: StoredModels;
  readonly #loads: LoadQueue<A>;
  readonly #pending = new PendingLimit();
  readonly #emptyFrames = new EmptyFrameLimit();
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
    const models = this.#models;
    const stored = (this.#stored = new StoredModels(node, settings, counts));
    this.memory = new Eviction(models, stored, this.#pending, budget, settings, counts, {
      closed: (entry, frames) => events.closed(entry, frames),
      left: (entry) => events.left(entry),
      saved: () => this.#loads.goOn(),
    });
    this.#loads = new LoadQueue(budget, stored, this.memory, (entry) => this.#begin(entry));
  }

  start(): void {
    this.#budget.join(this.memory, this.#settings.storesInMemory);
    if (this.#settings.key === null) this.#use('');
    else
      this.#stored.load(() => {
        this.#stored.keepEvicted(2 * this.#settings.maxModels - this.#models.liveCount);
        this.#budget.shrinkStored(this.#settings.storesInMemory);
      });
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
    if (this.#pending.isReached) {
      this.#counts.refused += 1;
      this.#pending.claim(0);
    }
    if (known === undefined) this.memory.requireRoomForModel();
    const entry = this.#use(key);
    // A store that answers at once may have said already that the state cannot be read.
    if (entry.isLoaded && !this.holds(entry)) throw unreadable();
    if (entry.isLoaded) return entry;
    const bytes = sizeOfMessage(arrival.msg);
    this.memory.requireRoomForMessage(bytes);
    entry.pending.push(arrival, bytes);
    return null;
  }

  /** Whether the entry is still in memory. */
  holds(entry: ModelEntry<A>): boolean {
    return this.#models.holds(entry);
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
   * the store only are forgotten once it is known which these are; `done` is told then, or why it cannot be known. With Done
   * when saved, those in memory have to be gone from the store as well.
   */
  resetAll(done: (error?: Error) => void): void {
    const refusal = this.#stored.resetRefusal;
    if (refusal !== null) return done(refusal);
    const loaded = this.#models.all().filter(({ isLoaded }) => isLoaded);
    const awaited = this.#settings.doneWhenSaved ? loaded : [];
    let failure: Error | undefined;
    const oneReset = countDown(awaited.length + 1, () => done(failure));
    for (const entry of this.#models.all()) {
      if (entry.isLoaded) entry.reset();
      else entry.pending.pushReset();
    }
    for (const { persistence } of awaited)
      persistence.whenSaved((error) => {
        if (error !== null) failure ??= notSaved(error);
        oneReset();
      });
    this.#stored.reset(
      () => new Set(this.#models.all().map(({ hash }) => hash)),
      (error) => {
        failure = error ?? failure;
        oneReset();
      },
    );
  }

  /** Saves the model of a key, or all with null, and tells when they are in the store, or why one is not. */
  save(key: string | null, saved: Saved): void {
    const known = key === null ? this.#models.all() : [this.#models.find(key)];
    const entries = known.filter((entry) => entry !== undefined).filter(({ isLoaded }) => isLoaded);
    let failure: Error | null = null;
    const oneSaved = countDown(entries.length + 1, () => saved(failure));
    for (const { persistence } of entries)
      persistence.saveNow((error) => {
        failure ??= error;
        oneSaved();
      });
    oneSaved();
  }

  /** Forgets what is in memory of a key, saved or not: its next message loads what the store has. */
  release(key: string): void {
    const entry = this.loaded(key);
    if (entry !== null) this.#forget(entry);
  }

  close(done: () => void): void {
    this.#isClosed = true;
    this.#loads.close();
    this.#budget.quit(this.memory);
    const entries = this.#models.all();
    // What is saved last is in the index too.
    const oneClosed = countDown(entries.length + 1, () => this.#stored.close(done));
    for (const entry of entries) {
      const isReset = entry.pending.refuseAll();
      if (entry.isLoaded) this.#events.closed(entry, entry.closeFrames());
      // A reset of all models that it would have done once it was loaded.
      if (isReset) entry.persistence.abandon();
      if (isReset) this.#stored.erase(entry.hash, oneClosed);
      else entry.persistence.close(oneClosed);
    }
    oneClosed();
  }

  #use(key: string): ModelEntry<A> {
    const known = this.#models.find(key);
    const entry = known ?? this.#create(key);
    this.#models.use(entry, this.#budget.nextUse());
    // A store may answer at once, and the newest model is the one that does not leave again.
    if (known === undefined) this.#loads.add(entry);
    if (this.#models.liveCount > this.#settings.maxModels) this.memory.trim();
    return entry;
  }

  #create(key: string): ModelEntry<A> {
    const { saveMs, assembly } = this.#settings;
    const hash = key === '' ? '' : hashKey(key);
    const persistence = new Persistence({
      store: this.#stored.store,
      nodeId: this.#node.id,
      key,
      storeKey: this.#stored.keyOf(hash),
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
      pending: new PendingQueue(this.#pending),
      expired: (expiring, frames) => this.#expire(expiring, frames),
      forgotten: (frames) => this.#events.forgotten(frames),
    });
    if (this.#stored.awaitsReset(hash)) entry.pending.pushReset();
    this.#stored.use(hash);
    this.#models.add(entry);
    return entry;
  }

  /** The model is there: what has waited for it is done, in its order. */
  #begin(entry: ModelEntry<A>): void {
    entry.beginLoaded();
    this.#models.noteLoaded(entry);
    if (this.#settings.doneWhenSaved && !entry.persistence.isKeeping) {
      entry.pending.refuseAll(unreadable());
      return this.#forget(entry);
    }
    this.#events.loaded(entry);
    for (let next = entry.pending.shift(); next !== undefined; next = entry.pending.shift()) {
      if (next === 'reset') entry.reset();
      else this.#events.resume(next);
    }
    this.memory.trim();
    this.memory.shrink();
  }

  /** Hands on the frames whose time is up; those without readings as far as there are not too many. */
  #expire(entry: ModelEntry<A>, frames: readonly AssembledFrame<PreparedMessage>[]): void {
    const { ticks } = tickNow();
    const due = frames.filter(({ from }) => from.length > 0 || this.#emptyFrames.allows(ticks));
    if (due.length > 0) this.#events.closed(entry, due);
  }

  #noteSaved(entry: ModelEntry<A>, bytes: number): void {
    this.#stored.noteSaved(entry.hash, bytes);
    this.memory.leave(entry);
    this.#loads.goOn();
    this.#budget.shrinkStored(this.#settings.storesInMemory);
    this.#stored.warnOfSize();
  }

  /** The entry leaves the memory as if it had never been there; readings of an open frame are not learned. */
  #forget(entry: ModelEntry<A>): void {
    if (!this.holds(entry)) return;
    this.#models.remove(entry);
    this.#events.unlearned(entry.closeFrames());
    entry.persistence.abandon();
    this.#stored.evict(entry.hash, false);
    this.#events.left(entry);
  }
}

const unreadable = (): PsmfError => notReady('a saved state that can be read', 'none');

/** Calls `done` the n-th time that it is called. */
function countDown(n: number, done: () => void): () => void {
  let left = n;
  return () => {
    left -= 1;
    if (left === 0) done();
  };
}

/** What reads the messages of a stream; null: they are read as they are. */
function readerMaker({ payloads, sensors, messageIs }: Settings): ((kept: unknown) => StreamReader) | null {
  return payloads === null ? null : (kept) => new StreamReader(payloads, sensors, messageIs, kept);
}
