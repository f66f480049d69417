import type { Cost, Signal } from './cost';
import { PrefixSums } from './prefix-sums';

/** Changes of the mean: sum over the columns of n var. */
export class L2Cost implements Cost {
  readonly minSize = 1;
  #sums = new PrefixSums([], true);

  get length(): number {
    return this.#sums.rows;
  }

  fit(signal: Signal): this {
    this.#sums = new PrefixSums(signal, true);
    return this;
  }

  error(start: number, end: number): number {
    let total = 0;
    for (let j = 0; j < this.#sums.columns; j++) total += this.#sums.variance(start, end, j);
    return (end - start) * total;
  }
}
