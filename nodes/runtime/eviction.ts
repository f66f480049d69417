import type { AssembledFrame } from '../../src/frame/assembler';
import type { Answer } from '../../src/stream/stream-model';
import type { PreparedMessage } from '../message/prepared-message';
import type { Counts } from '../message/status-texts';
import type { Holder, MemoryBudget } from './memory-budget';
import { ENTRY_BYTES, type ModelEntry } from './model-entry';
import type { ModelsInMemory } from './models-in-memory';
import { noMemory, type PendingLimit } from './pending-queue';
import type { Settings } from './settings';
import type { StoredModels } from './stored-models';

/** Free memory that a further key needs, whatever its first frame brings. */
const NEW_KEY_BYTES = ENTRY_BYTES + 10_000;
/** Free memory that a further sensor needs before it is known whether a model learns it. */
const NEW_SENSOR_BYTES = 2000;

interface EvictionEvents<A extends Answer> {
  /** Frames of readings that close because the model is to leave. */
  closed(entry: ModelEntry<A>, frames: readonly AssembledFrame<PreparedMessage>[]): void;
  /** It is no longer in memory: whatever works on its model works for nothing. */
  left(entry: ModelEntry<A>): void;
  /** A model that was to leave has been saved, or has failed to be. */
  saved(): void;
}

/**
 * Which models leave the memory. Beyond `maxModels`, beyond the node's own memory and beyond the memory that all psmf nodes share,
 * the least recently used are parked: they are saved, and leave once they are.
 */
export class Eviction<A extends Answer> implements Holder {
  readonly #models: ModelsInMemory<A>;
  readonly #stored: StoredModels;
  readonly #pending: PendingLimit;
  readonly #budget: MemoryBudget;
  readonly #settings: Settings;
  readonly #counts: Counts;
  readonly #events: EvictionEvents<A>;
  #parkedLast: ModelEntry<A> | null = null;

  constructor(
    models: ModelsInMemory<A>,
    stored: StoredModels,
    pending: PendingLimit,
    budget: MemoryBudget,
    settings: Settings,
    counts: Counts,
    events: EvictionEvents<A>,
  ) {
    this.#models = models;
    this.#stored = stored;
    this.#pending = pending;
    this.#budget = budget;
    this.#settings = settings;
    this.#counts = counts;
    this.#events = events;
  }

  /** What the node keeps beside its models and what waits for them, in bytes. */
  beside: () => number = () => 0;

  get held(): number {
    return this.#models.held + this.#pending.bytes + this.beside();
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

  get stored(): number {
    return this.#stored.bytes;
  }

  get droppable(): number {
    return this.#stored.evictedBytes;
  }

  evictOldest(): void {
    const oldest = this.#models.oldest();
    if (oldest !== null) this.#park(oldest);
  }

  dropOldest(): void {
    this.#stored.dropOldest();
  }

  /** The most memory the model of an entry may take: never more than half of all, as it takes as much again on its way to the store. */
  roomFor(entry: ModelEntry<A>): number {
    const isCounted = this.#models.newest === entry || this.#models.isParked(entry);
    const free = this.#free + (isCounted ? entry.counted : 0) - (entry.bytes - entry.model.bytes);
    return Math.min(free, this.#budget.limit / 2);
  }

  /** Throws if there is no memory for so many sensors more. */
  requireRoomForSensors(entry: ModelEntry<A>, joining: number): void {
    if (joining === 0) return;
    const free = this.roomFor(entry) - entry.model.bytes;
    const needed = joining * NEW_SENSOR_BYTES;
    if (free < needed) throw noMemory('The memory for another sensor', free, needed);
  }

  /** Throws if there is no memory for the model of a further key. */
  requireRoomForModel(): void {
    this.#requireMemory('The memory for another model', NEW_KEY_BYTES);
  }

  /** Throws if there is no memory for a message of so many bytes that waits. */
  requireRoomForMessage(bytes: number): void {
    this.#requireMemory('The memory for a message that waits', bytes);
  }

  /** Whether the next model, beside so many being read, would push some out of the memory before they are saved. */
  isCrowded(loading: number): boolean {
    if (!this.#awaitsSaves) return false;
    const isFull = this.#models.parkedCount + loading >= this.#settings.maxModels;
    return isFull || this.#free < Math.max(NEW_KEY_BYTES, this.#stored.largest);
  }

  /** Counts what an entry takes now; models that are used less make room. */
  recount(entry: ModelEntry<A>): void {
    if (this.#models.holds(entry) && this.#models.count(entry)) this.shrink();
  }

  /** Models go to the store until this node is within its own part of the memory, and all nodes within theirs. */
  shrink(): void {
    while (this.held - this.leaving > this.#settings.maxMemory && this.#models.oldest() !== null)
      this.evictOldest();
    this.#budget.shrink();
  }

  /** Models go to the store until there are no more than `maxModels`; only one that is loaded can. */
  trim(): void {
    const { maxModels } = this.#settings;
    while (this.#models.liveCount > maxModels) {
      const oldest = this.#models.oldest();
      if (oldest === null) break;
      this.#park(oldest);
    }
    // A store that takes its time, or fails, must not fill the memory.
    while (this.#models.parkedCount > maxModels) {
      const first = this.#models.firstParked();
      if (first !== undefined) this.leave(first);
    }
  }

  /** A parked model leaves the memory; what it has learned since its last save is lost. */
  leave(entry: ModelEntry<A>): void {
    if (!this.#models.isParked(entry)) return;
    if (this.#parkedLast === entry) this.#parkedLast = null;
    this.#models.remove(entry);
    this.#events.left(entry);
    const { persistence, hash } = entry;
    const isStored = !entry.isUnsaved && persistence.isKeeping;
    persistence.abandon();
    // An empty one may stand for a model that could not be read, or be erased.
    if (entry.model.seq === 0) return isStored ? this.#stored.forget(hash) : this.#stored.evict(hash, false);
    if (isStored) this.#counts.evicted += 1;
    else this.#counts.dropped += 1;
    this.#stored.evict(hash, isStored);
  }

  /** Models that wait in vain for a store that fails make room first; those whose save is awaited will have made it. */
  #requireMemory(what: string, bytes: number): void {
    if (this.#awaitsSaves && this.#free + this.leaving >= bytes) return;
    while (this.#free < bytes) {
      const parked = this.#models.firstParked();
      if (parked === undefined || parked.persistence.isKeeping) throw noMemory(what, this.#free, bytes);
      this.leave(parked);
    }
  }

  /** Models are on their way to the store, and nothing of them may be lost. */
  get #awaitsSaves(): boolean {
    return this.#settings.doneWhenSaved && this.#models.firstParked()?.persistence.isKeeping === true;
  }

  /** What is left of the memory of all psmf nodes, and of this node's own part, once every model that can go has gone. */
  get #free(): number {
    return Math.min(this.#budget.free, this.#settings.maxMemory - this.held + this.evictable);
  }

  /** One model at a time rests on its way out: packed more slowly than others come, they would fill the memory. */
  #park(entry: ModelEntry<A>): void {
    this.#parkedLast?.persistence.hasten();
    this.#parkedLast = entry;
    this.#models.park(entry);
    this.#events.closed(entry, entry.closeFrames());
    entry.persistence.saveNow(() => {
      if (!entry.isUnsaved) this.leave(entry);
      this.#events.saved();
    });
  }
}
