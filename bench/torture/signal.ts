import { nextNormal } from '../../src/random';

const LATENT = 2;

/**
 * What the sensors would show without noise: two slow oscillations about a level, mixed by a fixed matrix. Slow, so that
 * a filter that works predicts the next frame far better than the signal's standard deviation.
 */
export class Signal {
  readonly #mixing: Float64Array;
  readonly #level: Float64Array;
  readonly #scale: number;

  constructor(sensors: number, scale: number, draws: Float64Array) {
    this.#scale = scale;
    this.#mixing = Float64Array.from({ length: sensors * LATENT }, () => nextNormal(draws, 0));
    this.#level = Float64Array.from({ length: sensors }, () => nextNormal(draws, 0));
  }

  write(k: number, out: Float64Array): void {
    const first = Math.sin((2 * Math.PI * k) / 211);
    const second = Math.cos((2 * Math.PI * k) / 353);
    for (let j = 0; j < out.length; j++) {
      const wave = this.#mixing[j * LATENT] * first + this.#mixing[j * LATENT + 1] * second;
      out[j] = this.#scale * (this.#level[j] + wave);
    }
  }
}

/** Standard deviation about the mean and root mean square of the numbers seen, over all sensors together. */
export class Spread {
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  #count = 0;

  constructor(sensors: number) {
    this.#sums = new Float64Array(sensors);
    this.#squares = new Float64Array(sensors);
  }

  add(values: Float64Array): void {
    this.#count++;
    values.forEach((value, j) => {
      this.#sums[j] += value;
      this.#squares[j] += value * value;
    });
  }

  get deviation(): number {
    const variances = this.#squares.map(
      (square, j) => square / this.#count - (this.#sums[j] / this.#count) ** 2,
    );
    return Math.sqrt(mean(variances));
  }

  get rootMeanSquare(): number {
    return Math.sqrt(mean(this.#squares) / this.#count);
  }
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
