import type { Method } from '../method';
import { LastValue } from './last-value';

/** A method that has something to say only after a while, and until then gives the last value. */
export class ElseLastValue implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #method: Method;
  readonly #last: LastValue;

  constructor(sensors: number, method: Method) {
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
    this.#method = method;
    this.#last = new LastValue(sensors);
  }

  learnOne(readings: Float64Array, dt: number, time: number | null = null): void {
    this.#method.learnOne(readings, dt, time);
    this.#last.learnOne(readings);
    for (let j = 0; j < readings.length; j++) {
      const said = this.#method.mean[j];
      this.mean[j] = Number.isNaN(said) ? this.#last.mean[j] : said;
    }
  }
}
