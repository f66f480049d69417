import { checkSignal, type Signal } from './cost';

/**
 * Running sums of each column and of its squares: entry (t, j) holds the sum over rows 0 .. t - 1.
 * The columns are centred first (where `centre` is set), as a large offset would cancel in the sums of squares.
 */
export class PrefixSums {
  readonly rows: number;
  readonly columns: number;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;

  constructor(signal: Signal, centre: boolean) {
    const { rows, columns } = checkSignal(signal);
    this.rows = rows;
    this.columns = columns;
    this.#sums = new Float64Array((rows + 1) * columns);
    this.#squares = new Float64Array((rows + 1) * columns);
    for (let j = 0; j < columns; j++) {
      let offset = 0;
      for (let t = 0; t < rows && centre; t++) offset += (signal[t][j] - offset) / (t + 1);
      for (let t = 0; t < rows; t++) {
        const value = signal[t][j] - offset;
        this.#sums[(t + 1) * columns + j] = this.#sums[t * columns + j] + value;
        this.#squares[(t + 1) * columns + j] = this.#squares[t * columns + j] + value * value;
      }
    }
  }

  /** Mean of the squares of column j over rows start .. end - 1. */
  meanSquare(start: number, end: number, j: number): number {
    const squares = this.#squares[end * this.columns + j] - this.#squares[start * this.columns + j];
    return Math.max(0, squares / (end - start));
  }

  /** Variance of column j over rows start .. end - 1, divided by their number. */
  variance(start: number, end: number, j: number): number {
    const mean = (this.#sums[end * this.columns + j] - this.#sums[start * this.columns + j]) / (end - start);
    return Math.max(0, this.meanSquare(start, end, j) - mean * mean);
  }
}
