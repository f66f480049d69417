/** Stretches kept: more than a plot has room for. */
export const MOST_STRETCHES = 1024;

/** A stretch of a series, drawn as one column of a plot: its middle row, and between what its readings lie. */
interface Stretch {
  readonly row: number;
  /** NaN where nothing was read. */
  readonly least: number;
  readonly most: number;
}

/**
 * The outline of a series in 16 kB, however long it grows: least and greatest reading of each stretch. Whenever there is
 * no room for another stretch, every two become one.
 */
export class ThinnedSeries {
  readonly #least = new Float64Array(MOST_STRETCHES).fill(NaN);
  readonly #most = new Float64Array(MOST_STRETCHES).fill(NaN);
  #rows = 0;
  #stretch = 1;

  /** The next row; NaN: nothing was read. */
  add(value: number): void {
    if (this.#rows === MOST_STRETCHES * this.#stretch) this.#halve();
    const i = Math.floor(this.#rows / this.#stretch);
    this.#least[i] = lesser(this.#least[i], value);
    this.#most[i] = greater(this.#most[i], value);
    this.#rows++;
  }

  get stretches(): Stretch[] {
    return Array.from({ length: Math.ceil(this.#rows / this.#stretch) }, (_, i) => {
      const from = i * this.#stretch;
      const to = Math.min(from + this.#stretch, this.#rows);
      return {
        row: (from + to - 1) / 2,
        least: this.#least[i],
        most: this.#most[i],
      };
    });
  }

  /** The middle of what the stretch with that row holds. */
  middleAt(row: number): number {
    const i = Math.floor(row / this.#stretch);
    return (this.#least[i] + this.#most[i]) / 2;
  }

  #halve(): void {
    const half = MOST_STRETCHES / 2;
    for (let i = 0; i < half; i++) {
      this.#least[i] = lesser(this.#least[2 * i], this.#least[2 * i + 1]);
      this.#most[i] = greater(this.#most[2 * i], this.#most[2 * i + 1]);
    }
    this.#least.fill(NaN, half);
    this.#most.fill(NaN, half);
    this.#stretch *= 2;
  }
}

/** Of two numbers, of which either may be missing. */
const lesser = (a: number, b: number): number => (a <= b || Number.isNaN(b) ? a : b);
const greater = (a: number, b: number): number => (a >= b || Number.isNaN(b) ? a : b);
