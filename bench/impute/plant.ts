import { nextNormal } from '../../src/random';

const LATENT = 3;
const DECAY = 0.98;
const NOISE = 0.2;

/**
 * A seeded stream without end: three AR(1) processes of variance 1, mixed into each sensor with weights of squared sum 1,
 * and noise of a fifth of that. No sensor is like another, and all can be told from the others.
 */
export class Plant {
  readonly #draws: Float64Array;
  readonly #latent = new Float64Array(LATENT);
  readonly #mixing: Float64Array;

  constructor(sensors: number, seed: number) {
    this.#draws = Float64Array.of(seed);
    this.#mixing = Float64Array.from({ length: sensors * LATENT }, () => nextNormal(this.#draws, 0));
    for (let row = 0; row < this.#mixing.length; row += LATENT) {
      const weights = this.#mixing.subarray(row, row + LATENT);
      const size = Math.hypot(...weights);
      weights.forEach((weight, i) => (weights[i] = weight / size));
    }
  }

  write(out: Float64Array): void {
    const innovation = Math.sqrt(1 - DECAY * DECAY);
    for (let i = 0; i < LATENT; i++) {
      this.#latent[i] = DECAY * this.#latent[i] + innovation * nextNormal(this.#draws, 0);
    }
    for (let j = 0; j < out.length; j++) {
      let value = NOISE * nextNormal(this.#draws, 0);
      for (let i = 0; i < LATENT; i++) value += this.#mixing[j * LATENT + i] * this.#latent[i];
      out[j] = value;
    }
  }

  /**
   * Each sensor takes over its neighbour's weights, every other with the sign turned: another mixing, exactly as hard to
   * learn as the old one.
   */
  rewire(): void {
    const old = this.#mixing.slice();
    const sensors = old.length / LATENT;
    for (let j = 0; j < sensors; j++) {
      const from = ((j + 1) % sensors) * LATENT;
      const sign = j % 2 === 0 ? 1 : -1;
      for (let i = 0; i < LATENT; i++) this.#mixing[j * LATENT + i] = sign * old[from + i];
    }
  }
}
