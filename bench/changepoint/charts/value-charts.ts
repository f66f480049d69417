import { framesPerFalseAlarm, type Sensitivity } from '../../../src/change/sensitivity';
import { Chart, Standards } from './chart';
import { cusumLimit } from './limits';
import { TwoSidedCusum } from './two-sided-cusum';

/** Half of a step of one deviation, which a CUSUM is then quickest for. */
export const SLACK = 0.5;

/** A two-sided CUSUM of each sensor's readings, with the limit that white noise exceeds as often as asked for. */
export class ValueCusum extends Chart {
  readonly #sums: TwoSidedCusum;
  #standards = new Standards([], 0);

  constructor(sensors: number, sensitivity: Sensitivity) {
    super('CUSUM on values', sensors);
    const limit = cusumLimit(SLACK, framesPerFalseAlarm(sensitivity), 2 * sensors);
    this.#sums = new TwoSidedCusum(sensors, SLACK, limit);
  }

  protected override learn(frames: readonly Float64Array[]): void {
    this.#standards = new Standards(frames, this.sensors);
    this.#sums.reset();
  }

  protected override watch(readings: ArrayLike<number>): number {
    return this.#sums.update(this.#standards.apply(readings));
  }
}

/** What Page and Hinkley allow a mean to move, in deviations. */
const ALLOWED = 0.1;

/**
 * Page and Hinkley's test on each sensor's readings: the CUSUM of what they lie off the mean of all readings so far. Its limit is
 * what white noise exceeds as often as asked for: 44 at normal sensitivity and 20 sensors, where 50 is the custom.
 */
export class PageHinkley extends Chart {
  readonly #sums: TwoSidedCusum;
  #standards = new Standards([], 0);
  readonly #mean: Float64Array;
  readonly #read: Float64Array;

  constructor(sensors: number, sensitivity: Sensitivity) {
    super('Page-Hinkley', sensors);
    const limit = cusumLimit(ALLOWED, framesPerFalseAlarm(sensitivity), 2 * sensors);
    this.#sums = new TwoSidedCusum(sensors, ALLOWED, limit);
    this.#mean = new Float64Array(sensors);
    this.#read = new Float64Array(sensors);
  }

  protected override learn(frames: readonly Float64Array[]): void {
    this.#standards = new Standards(frames, this.sensors);
    this.#sums.reset();
    this.#mean.fill(0);
    this.#read.fill(frames.length);
  }

  protected override watch(readings: ArrayLike<number>): number {
    const z = this.#standards.apply(readings);
    for (let j = 0; j < z.length; j++) {
      if (Number.isNaN(z[j])) continue;
      const value = z[j];
      z[j] -= this.#mean[j];
      this.#mean[j] += (value - this.#mean[j]) / ++this.#read[j];
    }
    return this.#sums.update(z);
  }
}
