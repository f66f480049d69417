import { isCount } from '../arguments';
import { PsmfError } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';

/** A record: readings so far, their mean, their sum of squares about it, frames since the last one. */
const field = { count: 0, mean: 1, squares: 2, gap: 3, stride: 4 } as const;

export const NUMBERS_PER_SENSOR = field.stride;

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
    if (data.length % field.stride !== 0 || !isPast(data)) {
      throw new PsmfError(
        'BAD_SNAPSHOT',
        'The record of silent sensors',
        `${field.stride} numbers in range for each sensor`,
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

  clearSensor(j: number): void {
    this.#m.fill(0, j * field.stride, (j + 1) * field.stride);
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

  /**
   * Whether sensor j was read often enough to tell how far it spreads, even if all readings were alike: after n of those the
   * next one differs with probability 1/(n + 2), from 20 on in fewer than 5 % of cases.
   */
  isKnown(j: number): boolean {
    return this.#m[j * field.stride + field.count] >= ENOUGH;
  }

  /** Standard deviation of all readings of sensor j; NaN while there are too few to tell. */
  spread(j: number): number {
    const row = j * field.stride;
    return this.isKnown(j) ? Math.sqrt(this.#m[row + field.squares] / (this.#m[row + field.count] - 1)) : NaN;
  }
}

/** Whether every count is one, no sum of squares is negative, and all are in range. */
function isPast(data: Float64Array): boolean {
  for (let row = 0; row < data.length; row += field.stride) {
    const squares = data[row + field.squares];
    if (!isCount(data[row + field.count]) || !isCount(data[row + field.gap])) return false;
    if (!(Math.abs(data[row + field.mean]) < MAX_SQUARE && squares >= 0 && squares <= MAX_SQUARE))
      return false;
  }
  return true;
}
