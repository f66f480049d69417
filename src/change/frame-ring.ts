import type { StatePart } from './packed-state';
import { checkColumns, checkCounters, counts, doubles } from './sensor-columns';

/** Numbers and times of the last frames in which something was read. */
export class FrameRing {
  readonly counters = { frames: 0 };
  readonly #number: Float64Array;
  readonly #time: Float64Array;

  constructor(readonly length: number) {
    this.#number = new Float64Array(length);
    this.#time = new Float64Array(length).fill(NaN);
  }

  get parts(): StatePart[] {
    return [this.counters, this.#number, this.#time];
  }

  /** Refuses what a running detector cannot have come to. */
  check(): void {
    checkCounters(this.counters);
    checkColumns({ number: counts(), time: doubles(NaN) }, { number: this.#number, time: this.#time });
  }

  record(number: number, time: number | null): void {
    const slot = this.counters.frames++ % this.length;
    this.#number[slot] = number;
    this.#time[slot] = time ?? NaN;
  }

  /** Where the frame `back` frames ago stands in rings of this length. */
  slotOf(back: number): number {
    return (this.counters.frames - 1 - back) % this.length;
  }

  numberOf(back: number): number {
    return this.#number[this.slotOf(back)];
  }

  timeOf(back: number): number | null {
    const time = this.#time[this.slotOf(back)];
    return Number.isNaN(time) ? null : time;
  }

  /** Frames that can be looked back on, the newest included. */
  get reach(): number {
    return Math.min(this.length, this.counters.frames);
  }
}
