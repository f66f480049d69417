const SLOWEST = 0.999;
/** Memory of the autocorrelation, in readings. */
const MEMORY = 500;

/** The simplest forecast of one standardised sensor from its own past: its last reading, decaying to the mean 0. */
export class OwnPast {
  #last = 0;
  #gap = 0;
  #square = 1;
  #product = 0.9;
  #count = 0;

  /** phi^gap last, phi being the autocorrelation at one frame. */
  get forecast(): number {
    const phi = Math.min(Math.max(this.#product / this.#square, 0), SLOWEST);
    return this.#last * phi ** (this.#gap + 1);
  }

  learn(z: number): void {
    if (!Number.isFinite(z)) {
      this.#gap += 1;
      return;
    }
    this.#count += 1;
    const memory = Math.max(1 / (this.#count + 10), 1 / MEMORY);
    this.#square += memory * (z * z - this.#square);
    if (this.#gap === 0 && this.#count > 1) this.#product += memory * (z * this.#last - this.#product);
    this.#last = z;
    this.#gap = 0;
  }
}
