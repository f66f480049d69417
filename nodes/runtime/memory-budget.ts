import { getHeapStatistics } from 'node:v8';
import type { NodeAPI } from 'node-red';
import { bad, numberWithin } from './setting-values';

/** What a node holds, as far as the budgets of the process go. Bytes, all of them. */
export interface Holder {
  /** Models and messages in memory. */
  readonly held: number;
  /** Of these, models on their way to the store: they leave by themselves. */
  readonly leaving: number;
  /** Of these, models that could go to the store. */
  readonly evictable: number;
  /** When the first of these to go was last used, by the count of `nextUse`; Infinity: there is none. */
  readonly oldestUse: number;
  /** Sends that model to the store. */
  evictOldest(): void;
  /** State in the store. */
  readonly stored: number;
  /** Of that, models that lie in the store only. */
  readonly droppable: number;
  /** Erases the oldest of these. */
  dropOldest(): void;
}

const MB = 1e6;
const MOST_MB = 1e6;
/** Of the heap limit, for what all psmf nodes hold in memory. */
const SHARE_OF_HEAP = 1 / 8;
/** Of that, for the state of a store that is itself in memory, and writes all of it as one text. */
const SHARE_STORED_IN_MEMORY = 1 / 2;
const STORED_OUTSIDE = 1024 * MB;

/**
 * What all psmf nodes of a process may hold together, in memory and in the store. Beyond it the least recently used models
 * leave for the store, and the oldest in the store are dropped.
 */
export class MemoryBudget {
  readonly limit: number;
  readonly #storedOutside: number;
  readonly #storedInside: number;
  readonly #holders = new Map<Holder, boolean>();
  #uses = 0;
  #isShrinkingStored = false;

  constructor(memoryMB: unknown, storedMB: unknown, heapLimit = getHeapStatistics().heap_size_limit) {
    this.limit = megabytes('psmfMemoryMB', memoryMB, heapLimit * SHARE_OF_HEAP);
    this.#storedOutside = megabytes('psmfStoredMB', storedMB, STORED_OUTSIDE);
    this.#storedInside = Math.min(this.#storedOutside, this.limit * SHARE_STORED_IN_MEMORY);
  }

  /** `storesInMemory`: what the node stores takes memory of this process. */
  join(holder: Holder, storesInMemory: boolean): void {
    this.#holders.set(holder, storesInMemory);
  }

  quit(holder: Holder): void {
    this.#holders.delete(holder);
  }

  /** Counts the uses of models, whosever they are. */
  nextUse(): number {
    return (this.#uses += 1);
  }

  /** What is left once every model that can go has gone. */
  get free(): number {
    let free = this.limit;
    for (const holder of this.#holders.keys()) free -= holder.held - holder.evictable;
    return free;
  }

  /** Sends models to the store, the least recently used of all nodes first, until the rest is within the limit. */
  shrink(): void {
    while (this.#remaining > this.limit) {
      const holder = this.#oldest();
      if (holder === null) return;
      const { evictable } = holder;
      holder.evictOldest();
      if (holder.evictable >= evictable) return;
    }
  }

  /** Drops stored models, the oldest of the node that stores most first, until the rest is within the limit of its store. */
  shrinkStored(storesInMemory: boolean): void {
    if (this.#isShrinkingStored) return; // an eviction saves, and a save may be too much again
    this.#isShrinkingStored = true;
    try {
      this.#dropStored(storesInMemory);
    } finally {
      this.#isShrinkingStored = false;
    }
  }

  #dropStored(storesInMemory: boolean): void {
    const limit = storesInMemory ? this.#storedInside : this.#storedOutside;
    const holders = [...this.#holders]
      .filter(([, isIn]) => isIn === storesInMemory)
      .map(([holder]) => holder);
    const stored = (): number => holders.reduce((sum, holder) => sum + holder.stored, 0);
    for (let left = stored(); left > limit; left = stored()) {
      const most = holders.reduce((a, b) => (b.droppable > a.droppable ? b : a));
      if (most.droppable > 0) {
        most.dropOldest();
        continue;
      }
      const oldest = this.#oldest(holders);
      if (oldest === null) return;
      oldest.evictOldest(); // what lies in the store only can be dropped
      if (oldest.droppable === 0) return;
    }
  }

  get #remaining(): number {
    let remaining = 0;
    for (const { held, leaving } of this.#holders.keys()) remaining += held - leaving;
    return remaining;
  }

  #oldest(among: Iterable<Holder> = this.#holders.keys()): Holder | null {
    let oldest: Holder | null = null;
    for (const holder of among) if (holder.oldestUse < (oldest?.oldestUse ?? Infinity)) oldest = holder;
    return oldest;
  }
}

function megabytes(name: string, value: unknown, fallback: number): number {
  try {
    const mb = numberWithin(name, value, null, 1, MOST_MB);
    return mb === null ? fallback : mb * MB;
  } catch {
    throw bad(`${name} of the settings file`, `a number from 1 to ${MOST_MB}`, value);
  }
}

interface BudgetSettings {
  readonly psmfMemoryMB?: unknown;
  readonly psmfStoredMB?: unknown;
}

/** By runtime, which is known by its server for nodes: every node type is handed an API of its own, but the same server. */
const budgets = new WeakMap<object, BudgetSettings & { readonly budget: MemoryBudget }>();

/** The one budget that all psmf nodes of a runtime share; throws if the settings file gives it no number. */
export function memoryBudgetOf({ httpNode, settings }: NodeAPI): MemoryBudget {
  const { psmfMemoryMB, psmfStoredMB } = settings as BudgetSettings;
  const known = budgets.get(httpNode);
  if (known !== undefined && known.psmfMemoryMB === psmfMemoryMB && known.psmfStoredMB === psmfStoredMB)
    return known.budget;
  const budget = new MemoryBudget(psmfMemoryMB, psmfStoredMB);
  budgets.set(httpNode, { psmfMemoryMB, psmfStoredMB, budget });
  return budget;
}
