import type { Delay } from './delay-search';
import type { Numbers } from './numbers';
import { LONGEST_DELAY } from './rises';

/** Frames further apart than this are not neighbours: nothing is so many frames ago. */
const PAUSE = 1.5;

/** The last readings of one sensor in z, the newest first. */
class DelayLine {
  readonly z = new Float32Array(LONGEST_DELAY);
  /** Bit k - 1: there was a reading k frames ago. */
  readonly seen = new Int32Array(1);

  push(z: Float64Array, i: number, isSeen: boolean): void {
    this.z.copyWithin(1, 0, LONGEST_DELAY - 1);
    this.z[0] = isSeen ? z[i] : 0;
    this.seen[0] = (this.seen[0] << 1) | (isSeen ? 1 : 0);
  }

  hasReading(framesAgo: number): boolean {
    return ((this.seen[0] >>> (framesAgo - 1)) & 1) === 1;
  }
}

/** An outage of some sensors of a block that may not have happened, or of all of them from the last frame on. */
export interface Outage {
  /** The frame asked about is so many after the last one before the outage. */
  readonly frames: number;
  /** Whether the frames of the outage are still to come: they are in no line. */
  readonly isAhead: boolean;
  hides(i: number): boolean;
}

/** What sensors of a block that others follow showed in the last frames. */
export class DelayLines {
  readonly #lines: (DelayLine | null)[];

  constructor(d: number) {
    this.#lines = Array.from({ length: d }, () => null);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return this.#lines.flatMap((line) => (line === null ? [] : [line.z, line.seen]));
  }

  /** From now on those of these sensors are kept, and no others; a new one begins with nothing. */
  keep(sensors: ReadonlySet<number>): void {
    for (let i = 0; i < this.#lines.length; i++)
      this.#lines[i] = sensors.has(i) ? (this.#lines[i] ?? new DelayLine()) : null;
  }

  takeOver(from: DelayLines): void {
    from.#lines.forEach((line, i) => (this.#lines[i] = line));
  }

  /** What was kept of sensor i is not what it would show now. */
  clear(i: number): void {
    this.#lines[i]?.seen.fill(0);
  }

  /** The frame z, dt after the last. */
  push(z: Float64Array, isMissing: Uint8Array, dt: number): void {
    for (let i = 0; i < this.#lines.length; i++) {
      if (dt >= PAUSE) this.clear(i);
      this.#lines[i]?.push(z, i, isMissing[i] === 0);
    }
  }

  /** Writes the delayed readings of a frame dt after the last into w, from entry `first` on, and which of them there are not. */
  read(
    delays: readonly Delay[],
    dt: number,
    outage: Outage | null,
    w: Float64Array,
    isMissing: Uint8Array,
    first: number,
  ): void {
    for (let n = 0; n < delays.length; n++) {
      const { source, frames } = delays[n];
      const line = this.#lines[source];
      const framesAgo = outage?.isAhead === true ? frames + 1 - outage.frames : frames;
      const isHidden = outage !== null && frames < outage.frames && outage.hides(source);
      const isThere = dt < PAUSE && !isHidden && line?.hasReading(framesAgo) === true;
      isMissing[first + n] = isThere ? 0 : 1;
      w[first + n] = isThere ? line.z[framesAgo - 1] : 0;
    }
  }

  /** z_i becomes k_i z_i + c_i. */
  changeUnits(k: Float64Array, c: Float64Array): void {
    this.#lines.forEach((line, i) => {
      for (let at = 0; line !== null && at < LONGEST_DELAY; at++) line.z[at] = k[i] * line.z[at] + c[i];
    });
  }
}
