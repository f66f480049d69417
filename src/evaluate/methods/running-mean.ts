import { EmptyMethod } from '../method';

/** Each sensor's mean so far, with the variance of its readings so far. */
export class RunningMean extends EmptyMethod {
  readonly #count: Float64Array;
  readonly #squares: Float64Array;

  constructor(sensors: number) {
    super(sensors);
    this.#count = new Float64Array(sensors);
    this.#squares = new Float64Array(sensors);
  }

  learnOne(readings: Float64Array): void {
    for (let j = 0; j < readings.length; j++) {
      if (!Number.isFinite(readings[j])) continue;
      const count = ++this.#count[j];
      if (count === 1) this.mean[j] = readings[j];
      const surprise = readings[j] - this.mean[j];
      this.mean[j] += surprise / count;
      this.#squares[j] += surprise * (readings[j] - this.mean[j]);
      if (count > 1) this.variance[j] = this.#squares[j] / (count - 1);
    }
  }
}
