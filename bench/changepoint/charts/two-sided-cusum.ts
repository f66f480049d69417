/** Deviations beyond which a value counts as so many: an outlier alone is no change. */
const CLIP = 4;

/** Two sums for each sensor, of what its values lie above and below the slack: S <- max(0, S +- z - slack). */
export class TwoSidedCusum {
  readonly #up: Float64Array;
  readonly #down: Float64Array;

  constructor(
    sensors: number,
    readonly slack: number,
    readonly limit: number,
  ) {
    this.#up = new Float64Array(sensors);
    this.#down = new Float64Array(sensors);
  }

  get parts(): Float64Array[] {
    return [this.#up, this.#down];
  }

  reset(): void {
    this.#up.fill(0);
    this.#down.fill(0);
  }

  /** Takes in standardised values, NaN where missing; returns the sensor whose sum is highest beyond the limit, -1: none is. */
  update(z: ArrayLike<number>): number {
    let found = -1;
    let most = this.limit;
    for (let j = 0; j < this.#up.length; j++) {
      if (Number.isNaN(z[j])) continue;
      const value = Math.min(CLIP, Math.max(-CLIP, z[j]));
      this.#up[j] = Math.max(0, this.#up[j] + value - this.slack);
      this.#down[j] = Math.max(0, this.#down[j] - value - this.slack);
      const sum = Math.max(this.#up[j], this.#down[j]);
      if (sum <= most) continue;
      most = sum;
      found = j;
    }
    return found;
  }
}
