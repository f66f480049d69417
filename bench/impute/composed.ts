import { AdaptiveModel, type AdaptiveOptions } from '../../src';
import type { Variant } from '../../src/adaptive/variant';
import { defaultVariant } from '../../src/adaptive/variant';
import type { Method } from '../../src/evaluate/method';

/** The default model with other options, or other parts, than its own: to measure what these are worth. */
export interface Composition {
  readonly options?: Omit<AdaptiveOptions, 'sensors'>;
  readonly parts?: Partial<Variant>;
}

export const compose = (sensors: number, { options, parts }: Composition = {}): AdaptiveModel =>
  parts
    ? new AdaptiveModel({ ...options, sensors }, { ...defaultVariant, ...parts })
    : new AdaptiveModel({ ...options, sensors });

export class Composed implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #model: AdaptiveModel;

  constructor(sensors: number, composition: Composition) {
    this.#model = compose(sensors, composition);
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
