import type { FilledFrame } from './bridge';

/** Frames kept of a sensor's gap: the last ones of a longer one. */
const MOST_KEPT = 200;

const field = { time: 0, elapsed: 1, mean: 2, variance: 3, stride: 4 } as const;

/** Of a sensor whose gap is as long as it is kept. */
export const OPEN_GAP_BYTES = 400 + 8 * field.stride * MOST_KEPT;

/** What was filled since the last reading of a sensor. The room for it is taken with the first gap, and kept. */
export class OpenGap {
  last = NaN;
  /** Frames, and nominal periods, since the last reading. */
  length = 0;
  elapsed = 0;
  /** The first frame filled: it says how sure a fill is before errors add up. */
  #first: FilledFrame | null = null;
  #filled = 0;
  #ring: Float64Array | null = null;

  /** A reading has ended the gap, or there was none. */
  begin(reading: number): void {
    this.last = reading;
    this.length = this.elapsed = this.#filled = 0;
    this.#first = null;
  }

  keep(frame: FilledFrame): void {
    this.#first ??= frame;
    const ring = (this.#ring ??= new Float64Array(field.stride * MOST_KEPT));
    const at = field.stride * (this.#filled % MOST_KEPT);
    ring[at + field.time] = frame.time;
    ring[at + field.elapsed] = frame.elapsed;
    ring[at + field.mean] = frame.mean;
    ring[at + field.variance] = frame.variance;
    this.#filled += 1;
  }

  get first(): FilledFrame | null {
    return this.#first;
  }

  /** The frames that are kept, oldest first. */
  get frames(): FilledFrame[] {
    const ring = this.#ring;
    if (ring === null) return [];
    const count = Math.min(this.#filled, MOST_KEPT);
    return Array.from({ length: count }, (_, i) => {
      const at = field.stride * ((this.#filled - count + i) % MOST_KEPT);
      return {
        time: ring[at + field.time],
        elapsed: ring[at + field.elapsed],
        mean: ring[at + field.mean],
        variance: ring[at + field.variance],
      };
    });
  }
}
