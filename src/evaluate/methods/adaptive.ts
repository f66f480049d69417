import { AdaptiveModel } from '../../adaptive/adaptive-model';
import type { Method } from '../method';

/** The default model, as psmf-impute uses it. */
export class Adaptive implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #model: AdaptiveModel;

  constructor(sensors: number) {
    this.#model = new AdaptiveModel({ sensors });
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
