import { mark, type ShownFrame } from '../message/shown-frame';

export const RING_FRAMES = 200;
/** Beyond this a difference is shown as this: what is kept are numbers of four bytes. */
const LARGEST = 3e38;

/** The kept frames of one sensor, oldest first; NaN where there is no number. Add `origin` to values and estimates. */
export interface SensorSeries {
  readonly origin: number;
  readonly value: Float32Array;
  readonly estimate: Float32Array;
  readonly halfWidth: Float32Array;
  readonly mark: Uint8Array;
}

/**
 * The last 200 frames of a model's first sensors. A value takes 13 bytes: three numbers and a mark. Values are kept as
 * differences from the sensor's first one, so that a counter of ten digits still shows its steps.
 */
export class FrameRing {
  #sensors = 0;
  #frames = 0;
  /** Frame by frame: sensor j of frame i stands at (i mod 200) * sensors + j. */
  #value: Float32Array = new Float32Array(0);
  #estimate: Float32Array = new Float32Array(0);
  #halfWidth: Float32Array = new Float32Array(0);
  #mark: Uint8Array = new Uint8Array(0);
  #origin = new Float64Array(0);
  #lastSeen = new Float64Array(0);
  /** The first frame of which column j is kept. */
  #since = new Float64Array(0);
  readonly #times = new Float64Array(RING_FRAMES);

  /** Sensors kept. */
  get sensors(): number {
    return this.#sensors;
  }

  /** Frames taken in since it was made or cleared. */
  get frames(): number {
    return this.#frames;
  }

  get bytes(): number {
    const perSensor = this.#origin.byteLength + this.#lastSeen.byteLength + this.#since.byteLength;
    const perFrame = this.#value.byteLength + this.#estimate.byteLength + this.#halfWidth.byteLength;
    return perSensor + perFrame + this.#mark.byteLength;
  }

  clear(): void {
    this.#frames = 0;
    this.#resize(0);
  }

  /** Keeps this many sensors from now on; what was kept of them stays. */
  keep(sensors: number): void {
    if (sensors !== this.#sensors) this.#resize(sensors);
  }

  /** Nothing of what was kept is of the sensor that has column j now. */
  forget(j: number): void {
    for (let at = j; at < this.#value.length; at += this.#sensors) {
      this.#value[at] = this.#estimate[at] = this.#halfWidth[at] = NaN;
      this.#mark[at] = 0;
    }
    this.#origin[j] = NaN;
    this.#lastSeen[j] = 0;
    this.#since[j] = this.#frames;
  }

  /** Takes in the first sensors of a frame. */
  push(time: number, shown: ShownFrame): void {
    const sensors = this.#sensors;
    const slot = this.#frames % RING_FRAMES;
    const row = slot * sensors;
    this.#times[slot] = time;
    for (let j = 0; j < sensors; j++) {
      if (Number.isNaN(this.#origin[j])) this.#origin[j] = shown.value[j];
      const origin = this.#origin[j];
      this.#value[row + j] = limit(shown.value[j] - origin);
      this.#estimate[row + j] = limit(shown.estimate[j] - origin);
      this.#halfWidth[row + j] = limit(shown.halfWidth[j]);
      this.#mark[row + j] = shown.mark[j];
      if ((shown.mark[j] & mark.kinds) === mark.observed) this.#lastSeen[j] = time;
    }
    this.#frames += 1;
  }

  /** The times of the kept frames, oldest first. */
  times(): Float64Array {
    return this.#inOrder(new Float64Array(this.#kept), (slot) => this.#times[slot]);
  }

  /** When sensor j was last read, epoch ms; null: not in the frames seen. */
  lastSeen(j: number): number | null {
    return j < this.#sensors && this.#lastSeen[j] > 0 ? this.#lastSeen[j] : null;
  }

  /** Null for a sensor that is not kept. */
  series(j: number): SensorSeries | null {
    if (j >= this.#sensors) return null;
    const count = this.#kept;
    const at = (slot: number): number => slot * this.#sensors + j;
    return {
      origin: Number.isNaN(this.#origin[j]) ? 0 : this.#origin[j],
      value: this.#inOrder(new Float32Array(count), (slot) => this.#value[at(slot)]),
      estimate: this.#inOrder(new Float32Array(count), (slot) => this.#estimate[at(slot)]),
      halfWidth: this.#inOrder(new Float32Array(count), (slot) => this.#halfWidth[at(slot)]),
      mark: this.#inOrder(new Uint8Array(count), (slot) => this.#mark[at(slot)]),
    };
  }

  /** The share of the values kept of these columns that were not read; null before there are any. */
  missingShare(columns: readonly number[]): number | null {
    let values = 0;
    let missing = 0;
    for (const j of columns) {
      if (j >= this.#sensors) continue;
      for (let i = Math.max(this.#frames - this.#kept, this.#since[j]); i < this.#frames; i++) {
        values += 1;
        const bits = this.#mark[(i % RING_FRAMES) * this.#sensors + j];
        if ((bits & mark.kinds) !== mark.observed) missing += 1;
      }
    }
    return values === 0 ? null : missing / values;
  }

  get #kept(): number {
    return Math.min(this.#frames, RING_FRAMES);
  }

  #inOrder<T extends Float64Array | Float32Array | Uint8Array>(out: T, read: (slot: number) => number): T {
    const first = this.#frames - out.length;
    for (let i = 0; i < out.length; i++) out[i] = read((first + i) % RING_FRAMES);
    return out;
  }

  #resize(sensors: number): void {
    const before = this.#sensors;
    const both = Math.min(before, sensors);
    const move = <T extends Float32Array | Uint8Array>(from: T, to: T): T => {
      for (let slot = 0; slot < RING_FRAMES; slot++)
        for (let j = 0; j < both; j++) to[slot * sensors + j] = from[slot * before + j];
      return to;
    };
    const numbers = (): Float32Array => new Float32Array(sensors * RING_FRAMES).fill(NaN);
    this.#value = move(this.#value, numbers());
    this.#estimate = move(this.#estimate, numbers());
    this.#halfWidth = move(this.#halfWidth, numbers());
    this.#mark = move(this.#mark, new Uint8Array(sensors * RING_FRAMES));
    const origin = new Float64Array(sensors).fill(NaN);
    const lastSeen = new Float64Array(sensors);
    const since = new Float64Array(sensors).fill(this.#frames);
    origin.set(this.#origin.subarray(0, both));
    lastSeen.set(this.#lastSeen.subarray(0, both));
    since.set(this.#since.subarray(0, both));
    this.#origin = origin;
    this.#lastSeen = lastSeen;
    this.#since = since;
    this.#sensors = sensors;
  }
}

const limit = (value: number): number => (value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value);
