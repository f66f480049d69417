const KEPT = 64;
/** Once there are enough, the median is measured anew only after so many more. */
const REFRESH = 16;
/** Readings that come faster than this are a replay, whose pace says nothing about the sensors. */
const SHORTEST_MS = 100;

/** The last few intervals between readings, and their median. */
export class RecentIntervals {
  readonly #ring = new Float64Array(KEPT);
  #count = 0;
  #median: number | null = null;

  add(ms: number): void {
    this.#ring[this.#count % KEPT] = Math.max(ms, 0);
    this.#count += 1;
    if (this.#count < KEPT || this.#count % REFRESH === 0) this.#median = null;
  }

  /** Null before the first interval; at least 100 ms. */
  median(): number | null {
    if (this.#count === 0) return null;
    this.#median ??= this.#measure();
    return this.#median;
  }

  #measure(): number {
    const sorted = this.#ring.slice(0, Math.min(this.#count, KEPT)).sort();
    return Math.max(SHORTEST_MS, sorted[sorted.length >> 1]);
  }
}
