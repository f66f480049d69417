import { AdaptiveModel } from '../../adaptive/adaptive-model';
import type { AdaptiveOptions } from '../../adaptive/options';
import type { Method } from '../method';

/** The default model, as psmf-impute uses it. */
export class Adaptive implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #model: AdaptiveModel;

  /** `options` other than the defaults, to measure what they are worth. */
  constructor(sensors: number, options: Omit<AdaptiveOptions, 'sensors'> = {}) {
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
