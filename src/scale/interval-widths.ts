import { isCount } from '../arguments';
import { damagedState } from '../errors';
import { SensorState } from './sensor-state';

/** Frames ahead at which forecasts are checked, one at a time. */
export const PROBE_FRAMES = 16;
/** Errors remembered, of each sensor; and forecasts. */
const MEMORY = 150;
const PROBE_MEMORY = 30;
/** A squared error counts at most this many times the variance: a spike says nothing of the width of intervals. */
const MOST_SQUARE = 25;
/** No forecast is taken for better than this: a sensor that has stood still may move again. */
const LEAST_GROWTH = 0.01;
/** Bound on everything kept, so that no product overflows. */
const LARGEST = 1e139;

const isWidth = (value: number): boolean => value > 0 && value <= MOST_SQUARE;
const FIELDS = {
  /** Mean squared error one frame ahead, and its growth. */
  square: { start: 1, isReachable: isWidth },
  growth: { start: 1, isReachable: isWidth },
  /** The forecast put aside, mean and sd (0: none). */
  mean: { start: 0, isReachable: (mean: number) => Math.abs(mean) < LARGEST },
  sd: { start: 0, isReachable: (sd: number) => sd >= 0 && sd < LARGEST },
};

/**
 * How much wider than the filter says intervals must be to keep their promise: the mean squared error of each sensor's
 * predictions, in variances, and how it grows from one frame ahead to PROBE_FRAMES ahead. For the latter a forecast is put
 * aside and looked at again when its time has come. Each sensor by itself: one that stands still says nothing of the others.
 */
export class IntervalWidths extends SensorState<keyof typeof FIELDS> {
  /** Frames, and time, until the forecast that was put aside comes true. */
  #left = 0;
  #time = 0;

  constructor(sensors = 0) {
    super(FIELDS, sensors);
  }

  /** What the variance of sensor j is to be multiplied by, `steps` frames ahead. */
  factor(j: number, steps: number): number {
    const share = Math.min(1, Math.log(Math.max(1, steps)) / Math.log(PROBE_FRAMES));
    return this.of.square[j] * (1 + share * (this.of.growth[j] - 1));
  }

  /** A reading of sensor j is `square` variances, squared, from what the filter alone expected of it. */
  note(j: number, square: number): void {
    this.of.square[j] += (Math.min(square, MOST_SQUARE) - this.of.square[j]) / MEMORY;
  }

  /** A frame has come, dt after the last: if a forecast was due now, looks how good it was. True: another is wanted. */
  check(readings: Float64Array, dt: number): boolean {
    if (this.#left === 0) return true;
    this.#left -= 1;
    this.#time -= dt;
    if (this.#left > 0) return false;
    const isOnTime = Math.abs(this.#time) < 0.5;
    for (let j = 0; isOnTime && j < readings.length; j++) {
      if (Number.isNaN(readings[j]) || !(this.of.sd[j] > 0)) continue;
      const square = Math.min(MOST_SQUARE, ((readings[j] - this.of.mean[j]) / this.of.sd[j]) ** 2);
      const growth = this.of.growth[j] + (square - this.of.growth[j]) / PROBE_MEMORY;
      this.of.growth[j] = Math.max(LEAST_GROWTH, growth);
    }
    return true;
  }

  /** Puts a forecast aside, PROBE_FRAMES ahead: means, and standard deviations with each sensor's own factor. */
  putAside(mean: ArrayLike<number>, sd: ArrayLike<number>): void {
    for (let j = 0; j < this.sensors; j++) {
      const isKnown = Math.abs(mean[j]) < LARGEST && sd[j] > 0 && sd[j] < LARGEST;
      this.of.mean[j] = isKnown ? mean[j] : 0;
      this.of.sd[j] = isKnown ? sd[j] : 0;
    }
    this.#left = PROBE_FRAMES;
    this.#time = PROBE_FRAMES;
  }

  override get length(): number {
    return 2 + super.length;
  }

  override pack(): number[] {
    return [this.#left, this.#time, ...super.pack()];
  }

  override load(numbers: ArrayLike<number>): this {
    const [left, time, ...fields] = Array.from(numbers);
    if (!isCount(left) || left > PROBE_FRAMES || !(Math.abs(time) < LARGEST))
      throw damagedState(
        'the time of a forecast',
        `at most ${PROBE_FRAMES} frames ahead`,
        `${left}, ${time}`,
      );
    [this.#left, this.#time] = [left, time];
    return super.load(fields);
  }
}
