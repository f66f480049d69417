/** Errors of one method, in units of each sensor's deviation, pooled over sensors, origins and horizons. */
export class Scores {
  readonly #squares: Float64Array;
  readonly #counts: Float64Array;
  #inside = 0;
  #intervals = 0;

  constructor(horizon: number) {
    this.#squares = new Float64Array(horizon + 1);
    this.#counts = new Float64Array(horizon + 1);
  }

  add(h: number, scaledError: number): void {
    this.#squares[h] += scaledError ** 2;
    this.#counts[h] += 1;
  }

  addInterval(isInside: boolean): void {
    this.#intervals += 1;
    if (isInside) this.#inside += 1;
  }

  /** nRMSE over all horizons, or at one. */
  error(h?: number): number {
    if (h !== undefined) return Math.sqrt(this.#squares[h] / this.#counts[h]);
    const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
    return Math.sqrt(sum(this.#squares) / sum(this.#counts));
  }

  /** Share of true values inside mean -+ 2 sd; null for a method without intervals. */
  get coverage(): number | null {
    return this.#intervals === 0 ? null : this.#inside / this.#intervals;
  }
}
