import type { Cost, Signal } from './cost';
import { PrefixSums } from './prefix-sums';
import { logFloors } from './log-floor';

/** Changes of the root mean square: sum over the columns of n log(mean x^2). */
export class RmsCost implements Cost {
  readonly minSize = 1;
  #sums = new PrefixSums([], false);
  #floors: Float64Array = new Float64Array(0);

  get length(): number {
    return this.#sums.rows;
  }

  fit(signal: Signal): this {
    const sums = new PrefixSums(signal, false);
    this.#floors = logFloors(sums.columns, (j) => sums.meanSquare(0, sums.rows, j));
    this.#sums = sums;
    return this;
  }

  error(start: number, end: number): number {
    let total = 0;
    for (let j = 0; j < this.#sums.columns; j++) {
      total += Math.log(this.#sums.meanSquare(start, end, j) + this.#floors[j]);
    }
    return (end - start) * total;
  }
}
