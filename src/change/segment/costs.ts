import { readChoice } from '../../options';
import type { Cost, Signal } from './cost';
import { PrefixSums } from './prefix-sums';

/** Share of a column's power below which a stretch counts as constant. */
const RELATIVE = 1e-10;
const SMALLEST = 1e-300;

/** How the power of column j over rows start .. end - 1 is measured, and whether its logarithm counts. */
interface Measure {
  readonly minSize: number;
  readonly isCentred: boolean;
  readonly isLog: boolean;
}

/** Every cost by the name a configuration gives it: the sum over the columns of n times what is said here. */
const measures = {
  /** var: changes of the mean. */
  l2: { minSize: 1, isCentred: true, isLog: false },
  /** log(mean x^2): changes of the root mean square. */
  rms: { minSize: 1, isCentred: false, isLog: true },
  /** log var: changes of the mean or the variance. One sample has no variance. */
  'mean-variance': { minSize: 2, isCentred: true, isLog: true },
} as const satisfies Record<string, Measure>;

export type CostName = keyof typeof measures;
export const costNames = Object.keys(measures) as readonly CostName[];

export const createCost = (name: CostName): Cost =>
  new PowerCost(measures[readChoice('cost', name, costNames)]);

class PowerCost implements Cost {
  readonly minSize: number;
  readonly #measure: Measure;
  #sums: PrefixSums;
  /**
   * What is added to the power of a column before the logarithm, so that a constant stretch costs a finite amount. Added and
   * not a lower bound: log(x + floor) stays concave in x, so splitting still never costs more.
   */
  #floors = new Float64Array(0);

  constructor(measure: Measure) {
    this.minSize = measure.minSize;
    this.#measure = measure;
    this.#sums = new PrefixSums([], measure.isCentred);
  }

  get length(): number {
    return this.#sums.rows;
  }

  fit(signal: Signal): this {
    this.#sums = new PrefixSums(signal, this.#measure.isCentred);
    const { rows, columns } = this.#sums;
    this.#floors = new Float64Array(columns);
    for (let j = 0; j < columns; j++) this.#floors[j] = RELATIVE * (this.#power(0, rows, j) || 0) + SMALLEST;
    return this;
  }

  error(start: number, end: number): number {
    const { isLog } = this.#measure;
    let total = 0;
    for (let j = 0; j < this.#floors.length; j++) {
      const power = this.#power(start, end, j);
      total += isLog ? Math.log(power + this.#floors[j]) : power;
    }
    return (end - start) * total;
  }

  #power(start: number, end: number, j: number): number {
    return this.#measure.isCentred
      ? this.#sums.variance(start, end, j)
      : this.#sums.meanSquare(start, end, j);
  }
}
