import { PsmfError } from '../errors';

/** A record: readings so far, their mean, their sum of squares about it, frames since the last one. */
const field = { count: 0, mean: 1, squares: 2, gap: 3, stride: 4 } as const;

/** Readings needed before a sensor's spread says anything. */
const ENOUGH = 20;

/** How long each sensor has been silent and how far its readings spread: what the quality of an estimate is judged by. */
export class SensorPast {
  #m: Float64Array;

  constructor(sensors: number) {
    this.#m = new Float64Array(sensors * field.stride);
  }

  /** Goes on where `snapshot` was taken. */
  static restore(data: Float64Array): SensorPast {
    if (data.length % field.stride !== 0 || !data.every((value) => Number.isFinite(value))) {
      throw new PsmfError(
        'BAD_SNAPSHOT',
        'The record of silent sensors',
        `${field.stride} finite numbers for each sensor`,
        `${data.length} numbers`,
        'Start afresh, or restore an undamaged snapshot.',
      );
    }
    const past = new SensorPast(0);
    past.#m = data.slice();
    return past;
  }

  snapshot(): Float64Array {
    return this.#m.slice();
  }

  get sensors(): number {
    return this.#m.length / field.stride;
  }

  addSensor(): void {
    const grown = new Float64Array(this.#m.length + field.stride);
    grown.set(this.#m);
    this.#m = grown;
  }

  /** Takes in one frame; NaN is a gap. */
  record(readings: ArrayLike<number>): void {
    const m = this.#m;
    for (let j = 0, row = 0; row < m.length; j++, row += field.stride) {
      const reading = readings[j];
      if (!Number.isFinite(reading)) {
        m[row + field.gap] += 1;
        continue;
      }
      const surprise = reading - m[row + field.mean];
      m[row + field.count] += 1;
      m[row + field.mean] += surprise / m[row + field.count];
      m[row + field.squares] += surprise * (reading - m[row + field.mean]);
      m[row + field.gap] = 0;
    }
  }

  /** Frames since sensor j was last read: 0 if the last frame had a reading. */
  gap(j: number): number {
    return this.#m[j * field.stride + field.gap];
  }

  /** Standard deviation of all readings of sensor j; NaN while there are too few to tell. */
  spread(j: number): number {
    const row = j * field.stride;
    const count = this.#m[row + field.count];
    return count < ENOUGH ? NaN : Math.sqrt(this.#m[row + field.squares] / (count - 1));
  }
}
