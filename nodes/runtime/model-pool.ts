/** One of the things a pool holds: the model of a key and what belongs to it. */
export interface Pooled {
  readonly key: string;
  readonly isLoaded: boolean;
  /** Whether what was learned since the last save could still be saved. */
  readonly isUnsaved: boolean;
  /** Puts work aside and saves; calls back even if that fails. */
  park(done: () => void): void;
}

export interface PoolEvents<L> {
  create(key: string): L;
  /** It has left the memory; false: what it had learned since its last save is lost. */
  left(lane: L, isSaved: boolean): void;
}

/**
 * The models in use, by key, the least recently used first. Beyond `most` the first is parked: it leaves the memory once it
 * is saved, and comes back as it was if its key returns before that.
 */
export class ModelPool<L extends Pooled> {
  readonly #most: number;
  readonly #events: PoolEvents<L>;
  readonly #live = new Map<string, L>();
  readonly #parked = new Map<string, L>();
  #newest: L | null = null;

  constructor(most: number, events: PoolEvents<L>) {
    this.#most = most;
    this.#events = events;
  }

  get size(): number {
    return this.#live.size;
  }

  /** Everything in memory. */
  lanes(): L[] {
    return [...this.#live.values(), ...this.#parked.values()];
  }

  find(key: string): L | undefined {
    return this.#live.get(key) ?? this.#parked.get(key);
  }

  /** The lane of a key, now the most recently used. */
  take(key: string): L {
    if (this.#newest !== null && this.#newest.key === key) return this.#newest;
    const lane = this.find(key) ?? this.#events.create(key);
    this.#parked.delete(key);
    this.#live.delete(key);
    this.#live.set(key, lane);
    this.#newest = lane;
    if (this.#live.size > this.#most) this.trim();
    return lane;
  }

  /** To be called when a lane has nothing left to save. */
  leave(lane: L): void {
    if (this.#parked.get(lane.key) !== lane) return;
    this.#parked.delete(lane.key);
    this.#events.left(lane, !lane.isUnsaved);
  }

  /** Out of memory at once. */
  remove(lane: L): void {
    if (this.#live.get(lane.key) === lane) this.#live.delete(lane.key);
    if (this.#parked.get(lane.key) === lane) this.#parked.delete(lane.key);
    if (this.#newest === lane) this.#newest = null;
  }

  /** To be called when lanes have come, or one is loaded: only then can it be parked. */
  trim(): void {
    for (const lane of this.#live.values()) {
      if (this.#live.size <= this.#most) break;
      if (lane.isLoaded && lane !== this.#newest) this.#park(lane);
    }
    // A store that takes its time, or fails, must not fill the memory.
    for (const lane of this.#parked.values()) {
      if (this.#parked.size <= this.#most) break;
      this.leave(lane);
    }
  }

  #park(lane: L): void {
    this.#live.delete(lane.key);
    this.#parked.set(lane.key, lane);
    lane.park(() => {
      if (!lane.isUnsaved) this.leave(lane);
    });
  }
}
