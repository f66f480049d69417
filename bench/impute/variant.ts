import { AdaptiveModel, type AdaptiveOptions } from '../../src';
import type { Method } from '../../src/evaluate/method';

/** The default model with options other than its own, to measure what these are worth. */
export class Variant implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #model: AdaptiveModel;

  constructor(sensors: number, options: Omit<AdaptiveOptions, 'sensors'>) {
    this.#model = new AdaptiveModel({ ...options, sensors });
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  learnOne(readings: Float64Array, dt: number): void {
    this.#model.learnOne(readings, dt);
    const { mean, sd } = this.#model.estimates;
    for (let j = 0; j < readings.length; j++) {
      this.mean[j] = mean[j];
      this.variance[j] = sd[j] * sd[j];
    }
  }
}
