/** Memory of the scale and of the likelihood, in readings. */
const MEMORY = 500;

/**
 * A local-level Kalman filter with noise ratio q/r, in units of the reading noise: P <- P + ratio dt; S = P + 1; K = P/S;
 * l <- l + K e; P <- P - K P. The scale r, which has no say in l, is the running mean of e^2/S.
 */
export class LevelFilter {
  level = NaN;
  /** Running mean of the log likelihood of one reading under N(0, r S). */
  logLikelihood = 0;
  readonly #ratio: number;
  #P = 1;
  #scale = NaN;
  #count = 0;

  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  /** Variance of a reading that was not seen: r (P + 1). */
  get readingVariance(): number {
    return this.#scale * (this.#P + 1);
  }

  /** A reading dt periods after the last frame; NaN: none. */
  learn(reading: number, dt: number): void {
    this.#P += this.#ratio * dt;
    if (!Number.isFinite(reading)) return;
    if (Number.isNaN(this.level)) {
      this.level = reading;
      this.#P = 1;
      return;
    }
    const S = this.#P + 1;
    const e = reading - this.level;
    this.#count += 1;
    const memory = Math.max(1 / this.#count, 1 / MEMORY);
    if (this.#count === 1) this.#scale = (e * e) / S;
    else if (this.#scale > 0) {
      const surprise = -0.5 * (Math.log(this.#scale * S) + (e * e) / (this.#scale * S));
      this.logLikelihood += memory * (surprise - this.logLikelihood);
    }
    this.#scale += memory * ((e * e) / S - this.#scale);
    this.level += (this.#P / S) * e;
    this.#P -= (this.#P * this.#P) / S;
  }
}
