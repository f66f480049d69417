import type { Cost, Signal } from './cost';
import { logFloors } from './log-floor';
import { PrefixSums } from './prefix-sums';

/** Changes of the mean or the variance: sum over the columns of n log var. One sample has no variance. */
export class MeanVarianceCost implements Cost {
  readonly minSize = 2;
  #sums = new PrefixSums([], true);
  #floors: Float64Array = new Float64Array(0);

  get length(): number {
    return this.#sums.rows;
  }

  fit(signal: Signal): this {
    const sums = new PrefixSums(signal, true);
    this.#floors = logFloors(sums.columns, (j) => sums.variance(0, sums.rows, j));
    this.#sums = sums;
    return this;
  }

  error(start: number, end: number): number {
    let total = 0;
    for (let j = 0; j < this.#sums.columns; j++) {
      total += Math.log(this.#sums.variance(start, end, j) + this.#floors[j]);
    }
    return (end - start) * total;
  }
}
