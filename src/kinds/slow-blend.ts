import { checkFields } from '../stored-range';
import { size, value } from './stored-ranges';

/** Frames between two readings from which on a sensor is slow. */
const SLOW_PAUSE = 4;
/** Memory in readings, and what the last value is worth beside what was measured, in squares of a usual difference. */
const KEEP = 0.9;
const PRIOR = 1;
const MOST_TIMES = 16;

/** What is stored of one, in this order. */
const fields = { products: value, squares: size, errors: size, weight: { min: 0, max: 1 / (1 - KEEP) } };

/**
 * A sensor that is read only now and then: how far the model's estimate is believed beside its last reading. With D the
 * difference of the two and r that of the next reading from the last, estimate = last + w D,
 *
 *   w = sum D r / (sum D^2 + mean D^2), from 0 to 1
 *
 * so that a model which has seen little of the sensor does no worse than its last value.
 */
export class SlowBlend {
  #products = NaN;
  #squares = NaN;
  #weight = NaN;
  /** Sum of the squares of how far the blend was off. */
  #errors = NaN;

  /** Doubles from the start: V8 compiles no code that meets one which kept whole numbers when others had changed. */
  constructor() {
    this.#products = this.#squares = this.#weight = this.#errors = 0;
  }

  static isSlow(usualPause: number): boolean {
    return usualPause >= SLOW_PAUSE;
  }

  get weight(): number {
    if (!(this.#weight > 0) || !(this.#squares > 0)) return 0;
    const sum = this.#squares * (1 + PRIOR / this.#weight);
    return Math.min(Math.max(this.#products / sum, 0), 1);
  }

  /** Root mean square of how far the blend was off at the next reading; NaN before the first. */
  get deviation(): number {
    return this.#weight > 0 ? Math.sqrt(this.#errors / this.#weight) : NaN;
  }

  /** A reading, what the model said of it, and the reading before. */
  learn(reading: number, model: number, last: number): void {
    const [D, r] = [model - last, reading - last];
    if (!Number.isFinite(D * D + r * r)) return;
    const error = (r - this.weight * D) ** 2;
    const most = this.#weight > 1 ? (MOST_TIMES * this.#errors) / this.#weight : Infinity;
    // One reading far off all others counts as one far off, not as all of them.
    const share = error > most ? most / error : 1;
    this.#products = KEEP * this.#products + share * D * r;
    this.#squares = KEEP * this.#squares + share * D * D;
    this.#errors = KEEP * this.#errors + Math.min(error, most);
    this.#weight = KEEP * this.#weight + 1;
  }

  /** Empty before the first reading. */
  pack(): number[] {
    return this.#weight > 0 ? [this.#products, this.#squares, this.#errors, this.#weight] : [];
  }

  static unpack(numbers: readonly number[]): SlowBlend {
    checkFields('the weight of a slow sensor', fields, numbers);
    const [products = 0, squares = 0, errors = 0, weight = 0] = numbers;
    const blend = new SlowBlend();
    [blend.#products, blend.#squares, blend.#errors, blend.#weight] = [products, squares, errors, weight];
    return blend;
  }
}
