/** Readings kept at most, but frames at least, whatever their width; and frames at most. */
const MOST_READINGS = 50_000;
const LEAST_FRAMES = 200;
const MOST_FRAMES = 2000;

/** A frame as it came. */
export interface RecentFrame {
  readonly readings: Float64Array;
  readonly dt: number;
}

const mostFrames = (sensors: number): number =>
  Math.min(MOST_FRAMES, Math.max(LEAST_FRAMES, Math.floor(MOST_READINGS / sensors)));

/** The last frames, in memory only: what a fit is made from. */
export class RecentFrames {
  readonly #frames: RecentFrame[] = [];
  /** Frames ever taken in. */
  #total = 0;

  /** The most they take, of frames of so many sensors. */
  static bytesFor(sensors: number): number {
    return mostFrames(sensors) * (8 * sensors + 300);
  }

  get total(): number {
    return this.#total;
  }

  get size(): number {
    return this.#frames.length;
  }

  add(readings: Float64Array, dt: number): void {
    this.#frames.push({ readings: readings.slice(), dt });
    this.#total += 1;
    const most = mostFrames(readings.length);
    if (this.#frames.length > most) this.#frames.splice(0, this.#frames.length - most);
  }

  /** Those that came after `total` was this; null for one that is no longer there. */
  since(total: number): readonly (RecentFrame | null)[] {
    const missing = Math.max(0, this.#total - this.#frames.length - total);
    const lost = new Array<null>(missing).fill(null);
    return [...lost, ...this.#frames.slice(Math.max(0, this.#frames.length - (this.#total - total)))];
  }

  all(): readonly RecentFrame[] {
    return this.#frames;
  }
}
