import { damagedState } from '../errors';

/** Frames ahead at which forecasts are checked, one at a time. */
export const PROBE_FRAMES = 16;
/** Errors remembered, of each sensor; and forecasts. */
const MEMORY = 150;
const PROBE_MEMORY = 30;
/** A squared error counts at most this many times the variance: a spike says nothing of the width of intervals. */
const MOST_SQUARE = 25;
/** No forecast is taken for better than this: a sensor that has stood still may move again. */
const LEAST_GROWTH = 0.01;
const SCALARS = 2;
const FIELDS = 4;
/** Bound on everything kept, so that no product overflows. */
const LARGEST = 1e139;

/**
 * How much wider than the filter says intervals must be to keep their promise: the mean squared error of each sensor's
 * predictions, in variances, and how it grows from one frame ahead to PROBE_FRAMES ahead. For the latter a forecast is put
 * aside and looked at again when its time has come. Each sensor by itself: one that stands still says nothing of the others.
 */
export class IntervalWidths {
  /** Mean squared error one frame ahead, and its growth; then the forecast put aside, mean and sd (0: none). */
  readonly #square: number[] = [];
  readonly #growth: number[] = [];
  readonly #mean: number[] = [];
  readonly #sd: number[] = [];
  /** Frames, and time, until the forecast that was put aside comes true. */
  #left = 0;
  #time = 0;

  addSensor(): void {
    this.#square.push(1);
    this.#growth.push(1);
    this.#mean.push(0);
    this.#sd.push(0);
  }

  /** What the variance of sensor j is to be multiplied by, `steps` frames ahead. */
  factor(j: number, steps: number): number {
    const share = Math.min(1, Math.log(Math.max(1, steps)) / Math.log(PROBE_FRAMES));
    return this.#square[j] * (1 + share * (this.#growth[j] - 1));
  }

  /** A reading of sensor j is `square` variances, squared, from what the filter alone expected of it. */
  note(j: number, square: number): void {
    this.#square[j] += (Math.min(square, MOST_SQUARE) - this.#square[j]) / MEMORY;
  }

  /** A frame has come, dt after the last: if a forecast was due now, looks how good it was. True: another is wanted. */
  check(readings: Float64Array, dt: number): boolean {
    if (this.#left === 0) return true;
    this.#left -= 1;
    this.#time -= dt;
    if (this.#left > 0) return false;
    const isOnTime = Math.abs(this.#time) < 0.5;
    for (let j = 0; isOnTime && j < readings.length; j++) {
      if (Number.isNaN(readings[j]) || !(this.#sd[j] > 0)) continue;
      const square = Math.min(MOST_SQUARE, ((readings[j] - this.#mean[j]) / this.#sd[j]) ** 2);
      const growth = this.#growth[j] + (square - this.#growth[j]) / PROBE_MEMORY;
      this.#growth[j] = Math.max(LEAST_GROWTH, growth);
    }
    return true;
  }

  /** Puts a forecast aside, PROBE_FRAMES ahead: means, and standard deviations with each sensor's own factor. */
  putAside(mean: ArrayLike<number>, sd: ArrayLike<number>): void {
    for (let j = 0; j < this.#mean.length; j++) {
      const isKnown = Math.abs(mean[j]) < LARGEST && sd[j] > 0 && sd[j] < LARGEST;
      this.#mean[j] = isKnown ? mean[j] : 0;
      this.#sd[j] = isKnown ? sd[j] : 0;
    }
    this.#left = PROBE_FRAMES;
    this.#time = PROBE_FRAMES;
  }

  copy(): IntervalWidths {
    return IntervalWidths.restore(this.pack(), this.#square.length);
  }

  pack(): number[] {
    return [this.#left, this.#time, ...this.#square, ...this.#growth, ...this.#mean, ...this.#sd];
  }

  static length(sensors: number): number {
    return SCALARS + FIELDS * sensors;
  }

  static restore(numbers: ArrayLike<number>, sensors: number): IntervalWidths {
    const widths = new IntervalWidths();
    [widths.#left, widths.#time] = [numbers[0], numbers[1]];
    [widths.#square, widths.#growth, widths.#mean, widths.#sd].forEach((field, f) => {
      for (let j = 0; j < sensors; j++) field.push(numbers[SCALARS + f * sensors + j]);
    });
    widths.#check();
    return widths;
  }

  #check(): void {
    const isWidth = (value: number): boolean => value > 0 && value <= MOST_SQUARE;
    const expect = (name: string, values: readonly number[], isRight: (value: number) => boolean): void => {
      const wrong = values.find((value) => !isRight(value));
      if (wrong !== undefined) throw damagedState(`the ${name} of its intervals`, 'one in range', `${wrong}`);
    };
    expect('growth', this.#growth, isWidth);
    expect(
      'frames left',
      [this.#left],
      (left) => Number.isInteger(left) && left >= 0 && left <= PROBE_FRAMES,
    );
    expect('time left', [this.#time], (time) => Math.abs(time) < LARGEST);
    expect('width', this.#square, isWidth);
    expect('forecast', this.#mean, (mean) => Math.abs(mean) < LARGEST);
    expect('forecast', this.#sd, (sd) => sd >= 0 && sd < LARGEST);
  }
}
