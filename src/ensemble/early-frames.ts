import type { Numbers } from './numbers';

/** Frames kept at most: enough to tell similar sensors by. */
export const MOST_EARLY = 100;

/** The first frames of a stream of many sensors, until blocks of similar ones are chosen from them. */
export class EarlyFrames {
  readonly #sensors: number;
  /** Readings, 0 where there is none; and 1 where there is one. */
  #values: Float64Array[] = [];
  #isRead: Uint8Array[] = [];

  constructor(sensors: number) {
    this.#sensors = sensors;
  }

  get length(): number {
    return this.#values.length;
  }

  /** As they came: NaN is a gap. */
  get frames(): Float64Array[] {
    return this.#values.map((values, t) =>
      values.map((value, j) => (this.#isRead[t][j] === 1 ? value : NaN)),
    );
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [...this.#values, ...this.#isRead];
  }

  add(readings: Float64Array): void {
    if (this.length === MOST_EARLY) return;
    this.#values.push(readings.map((reading) => (Number.isNaN(reading) ? 0 : reading)));
    this.#isRead.push(Uint8Array.from(readings, (reading) => (Number.isNaN(reading) ? 0 : 1)));
  }

  clearSensor(j: number): void {
    for (const frame of [...this.#values, ...this.#isRead]) frame[j] = 0;
  }

  /** Room for so many frames, to be written through `arrays`. */
  resize(length: number): void {
    this.#values = Array.from({ length }, () => new Float64Array(this.#sensors));
    this.#isRead = Array.from({ length }, () => new Uint8Array(this.#sensors));
  }

  /** The same with one more sensor, which was not read. */
  withSensor(): EarlyFrames {
    return this.#copyTo(new EarlyFrames(this.#sensors + 1));
  }

  copy(): EarlyFrames {
    return this.#copyTo(new EarlyFrames(this.#sensors));
  }

  #copyTo(copy: EarlyFrames): EarlyFrames {
    copy.resize(this.length);
    this.#values.forEach((values, t) => copy.#values[t].set(values));
    this.#isRead.forEach((isRead, t) => copy.#isRead[t].set(isRead));
    return copy;
  }
}
