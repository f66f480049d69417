import type { Answer } from '../../src/stream/stream-model';
import type { Eviction } from './eviction';
import type { MemoryBudget } from './memory-budget';
import type { ModelEntry } from './model-entry';
import type { StoredModels } from './stored-models';

/** Models read from the store at a time, and the share of the memory that they may take meanwhile. */
const MAX_LOADING = 100;
const SHARE_LOADING = 1 / 8;

/** Reads the models of entries from the store, so many at a time that they do not take much memory on their way. */
export class LoadQueue<A extends Answer> {
  readonly #budget: MemoryBudget;
  readonly #stored: StoredModels;
  readonly #memory: Eviction<A>;
  readonly #loaded: (entry: ModelEntry<A>) => void;
  readonly #waiting: ModelEntry<A>[] = [];
  #loading = 0;
  #isDue = false;
  #isClosed = false;

  constructor(
    budget: MemoryBudget,
    stored: StoredModels,
    memory: Eviction<A>,
    loaded: (entry: ModelEntry<A>) => void,
  ) {
    this.#budget = budget;
    this.#stored = stored;
    this.#memory = memory;
    this.#loaded = loaded;
  }

  add(entry: ModelEntry<A>): void {
    if (this.#isClosed) return;
    this.#waiting.push(entry);
    if (this.#waiting.length === 1) this.#readOn();
    else this.goOn();
  }

  /** Those that wait are not read any more: in a shared store that would take their models from the process that has them. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.length = 0;
  }

  /** There may be room for more. Not at once: whoever makes room is amid a message of another key. */
  goOn(): void {
    if (this.#isDue || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#readOn();
    });
  }

  #readOn(): void {
    const share = this.#budget.limit * SHARE_LOADING;
    const most = Math.max(1, Math.min(MAX_LOADING, Math.floor(share / this.#stored.largest)));
    while (this.#loading < most && !this.#memory.isCrowded(this.#loading)) {
      const entry = this.#waiting.shift();
      if (entry === undefined) return;
      this.#loading += 1;
      entry.persistence.load(() => {
        this.#loading -= 1;
        this.#loaded(entry);
        this.goOn();
      });
    }
  }
}
