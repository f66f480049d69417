import type { FilledFrame } from './bridge';

/** A frame of a gap, and which one of it, from 1 on. */
export interface KeptFrame extends FilledFrame {
  readonly number: number;
}

/** Frames kept of a sensor's gap: the last ones of a longer one. */
export const MOST_KEPT = 200;

const field = { time: 0, number: 1, elapsed: 2, mean: 3, variance: 4, stride: 5 } as const;

/** Of a sensor whose gap is as long as it is kept. */
export const OPEN_GAP_BYTES = 400 + 8 * field.stride * MOST_KEPT;

/** What was filled since the last reading of a sensor. The room for it is taken with the first gap, and kept. */
export class OpenGap {
  last = NaN;
  /** Frames, and nominal periods, since the last reading. */
  length = 0;
  elapsed = 0;
  /** Frames of it in which no sensor was read. */
  empty = 0;
  /** The first frame filled: it says how sure a fill is before errors add up. */
  #first: FilledFrame | null = null;
  #filled = 0;
  #ring: Float64Array | null = null;

  /** A reading has ended the gap, or there was none. */
  begin(reading: number): void {
    this.last = reading;
    this.length = this.elapsed = this.empty = this.#filled = 0;
    this.#first = null;
  }

  keep(frame: KeptFrame): void {
    this.#first ??= frame;
    const ring = (this.#ring ??= new Float64Array(field.stride * MOST_KEPT));
    const at = field.stride * (this.#filled % MOST_KEPT);
    ring[at + field.time] = frame.time;
    ring[at + field.number] = frame.number;
    ring[at + field.elapsed] = frame.elapsed;
    ring[at + field.mean] = frame.mean;
    ring[at + field.variance] = frame.variance;
    this.#filled += 1;
  }

  get first(): FilledFrame | null {
    return this.#first;
  }

  /** The frames that are kept, oldest first. */
  get frames(): KeptFrame[] {
    const ring = this.#ring;
    if (ring === null) return [];
    const count = Math.min(this.#filled, MOST_KEPT);
    return Array.from({ length: count }, (_, i) => {
      const at = field.stride * ((this.#filled - count + i) % MOST_KEPT);
      return {
        time: ring[at + field.time],
        number: ring[at + field.number],
        elapsed: ring[at + field.elapsed],
        mean: ring[at + field.mean],
        variance: ring[at + field.variance],
      };
    });
  }
}
