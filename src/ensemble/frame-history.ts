import { copyInto, copySensor, type Numbers } from './numbers';

/** Frames kept, a power of two; and sums of sensors that are kept of each. */
export const HISTORY = 1024;
export const CHANNELS = 4;
const MASK = HISTORY - 1;
/** Memory of the units, in readings: what moves more slowly is no part of the history. */
const MEMORY = 300;
/** Frames for which the first guess of a channel's variance counts: that of sensors which have nothing to do with each other. */
const FIRST_COUNT = 10;
/** A deviation in steps of the history, and the most steps that four bits have on either side. */
const STEPS = 2;
const MOST_STEPS = 7;

/** Of each sensor: how often it was read, mean and variance. */
export interface Spread {
  readonly count: Float64Array;
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** Of sensors that were never read. */
export const unread = (sensors: number): Spread => ({
  count: new Float64Array(sensors),
  mean: new Float64Array(sensors),
  variance: new Float64Array(sensors),
});

/**
 * The last frames as far as a rhythm shows in them: the sensors' readings less their running means, in deviations, summed up in
 * four channels. Sensor j is in channel j mod 4, with the sign of a Walsh function of that channel, so that sensors which move
 * together or against each other cannot cancel in all of them. Four bits a number, two bytes a frame; 0 where nothing was read.
 */
export class FrameHistory {
  /** Frame t is in place t mod 1024, its first channel in the lowest bits. */
  readonly #packed = new Int16Array(HISTORY);
  /** The same numbers channel by channel, which products are faster of. */
  readonly #steps = new Int8Array(CHANNELS * HISTORY);
  /** Frames taken in. */
  readonly #frames = Float64Array.of(0);
  readonly #mean: Float64Array;
  readonly #variance: Float64Array;
  readonly #count: Uint16Array;
  readonly #channelVariance = new Float64Array(CHANNELS);
  readonly #channelCount = new Uint16Array(CHANNELS).fill(FIRST_COUNT);
  readonly #sums = new Float64Array(CHANNELS);

  /** Units begin as what is known of the sensors' spread. */
  constructor({ count, mean, variance }: Spread) {
    this.#mean = Float64Array.from(mean);
    this.#variance = Float64Array.from(variance);
    this.#count = Uint16Array.from(count, (readings) => Math.min(readings, MEMORY));
    for (let j = 0; j < mean.length; j++) this.#channelVariance[j % CHANNELS] += 1;
  }

  /** Frames kept. */
  get length(): number {
    return Math.min(this.#frames[0], HISTORY);
  }

  /** Frames taken in so far. */
  get frames(): number {
    return this.#frames[0];
  }

  /** Takes in a frame, dt periods after the last; NaN is a gap. Frames that were left out are kept as empty ones. */
  learn(readings: Float64Array, dt: number): void {
    const sums = this.#sums;
    sums.fill(0);
    const skipped = Math.min(Math.round(dt) - 1, HISTORY);
    for (let k = 0; k < skipped; k++) this.#push();
    for (let j = 0; j < readings.length; j++) {
      if (Number.isNaN(readings[j])) continue;
      const z = this.#standardise(j, readings[j]);
      sums[j & 3] += isTurned(j) ? -z : z;
    }
    for (let c = 0; c < CHANNELS; c++) sums[c] = this.#toSteps(c, sums[c]);
    this.#push();
  }

  /** The sum of x_t x_t-lag over all channels of the last frames, at most as many as are kept: whole, so exact. */
  product(lag: number, frames: number): number {
    const oldest = (this.#frames[0] - frames) & MASK;
    let sum = 0;
    for (let c = Math.min(CHANNELS, this.#mean.length) - 1; c >= 0; c--)
      sum += this.#channelProduct(c * HISTORY, oldest, lag, frames - lag);
    return sum;
  }

  #channelProduct(first: number, oldest: number, lag: number, count: number): number {
    const steps = this.#steps;
    let older = oldest;
    let newer = (older + lag) & MASK;
    let sum = 0;
    for (let left = count; left > 0;) {
      // As far as neither comes to the end of the ring.
      const run = Math.min(left, HISTORY - older, HISTORY - newer);
      for (let a = first + older, b = first + newer, end = a + run; a < end; a++, b++)
        sum = (sum + steps[a] * steps[b]) | 0;
      older = (older + run) & MASK;
      newer = (newer + run) & MASK;
      left -= run;
    }
    return sum;
  }

  /** The same with one more sensor, as yet unread. */
  withSensor(): FrameHistory {
    return this.#copyTo(new FrameHistory(unread(this.#mean.length + 1)));
  }

  /** One with the same numbers. */
  copy(): FrameHistory {
    return this.#copyTo(new FrameHistory(unread(this.#mean.length)));
  }

  #copyTo(copy: FrameHistory): FrameHistory {
    copyInto(copy.arrays, this.arrays);
    copy.unpack();
    return copy;
  }

  clearSensor(j: number): void {
    copySensor(this.#bySensor, new FrameHistory(unread(1)).#bySensor, j);
  }

  /** To be called once its arrays have been written. */
  unpack(): void {
    for (let place = 0; place < HISTORY; place++)
      for (let c = 0; c < CHANNELS; c++)
        this.#steps[c * HISTORY + place] = (this.#packed[place] << (28 - 4 * c)) >> 28;
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [...[this.#packed, this.#frames, this.#channelVariance, this.#channelCount], ...this.#bySensor];
  }

  get #bySensor(): Numbers[] {
    return [this.#mean, this.#variance, this.#count];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    const [frames] = this.#frames;
    return (
      Number.isSafeInteger(frames) &&
      frames >= 0 &&
      [...this.#variance, ...this.#channelVariance].every((variance) => variance >= 0)
    );
  }

  /** The reading less the mean so far, in deviations. */
  #standardise(j: number, reading: number): number {
    const mean = this.#mean;
    const variance = this.#variance;
    const n = Math.min(this.#count[j] + 1, MEMORY);
    this.#count[j] = n;
    if (n === 1) mean[j] = reading;
    const surprise = reading - mean[j];
    mean[j] += surprise / n;
    variance[j] += ((1 - 1 / n) * surprise * surprise - variance[j]) / n;
    return variance[j] > 0 ? surprise / Math.sqrt(variance[j]) : 0;
  }

  #toSteps(c: number, sum: number): number {
    if (sum === 0) return 0;
    const variance = this.#channelVariance;
    const n = Math.min(this.#channelCount[c] + 1, MEMORY);
    this.#channelCount[c] = n;
    variance[c] += (sum * sum - variance[c]) / n;
    const steps = Math.round((STEPS * sum) / Math.sqrt(variance[c]));
    return Math.min(Math.max(steps, -MOST_STEPS), MOST_STEPS);
  }

  #push(): void {
    const sums = this.#sums;
    const place = this.#frames[0] & MASK;
    let frame = 0;
    for (let c = CHANNELS - 1; c >= 0; c--) {
      frame = (frame << 4) | (sums[c] & 15);
      this.#steps[c * HISTORY + place] = sums[c];
    }
    this.#packed[place] = frame;
    this.#frames[0] += 1;
  }
}

/** Whether the Walsh function of the sensor's channel is -1 at its place there. */
function isTurned(j: number): boolean {
  const bits = (j >> 2) & j & 3;
  return bits === 1 || bits === 2;
}
