import { BUCKETS, type AdaptiveModel } from '../adaptive/adaptive-model';
import type { HeldOut } from '../adaptive/held-out';
import type { Numbers } from './numbers';
import type { StackQuestion } from './stack-question';

/** The model's own mix as its weights were when the window began: what it would have said in an outage since then. */
export class FrozenMix {
  readonly #weights: Float32Array;
  readonly #experts: number;

  constructor(sensors: number, experts: number) {
    this.#experts = experts;
    this.#weights = new Float32Array(sensors * BUCKETS * experts);
  }

  begin(model: AdaptiveModel): void {
    this.#weights.fill(0);
    model.copyGroupWeights(this.#weights);
  }

  /** Writes f_0 of a sensor of the group at its gap. */
  answer({ forecasts, gap }: HeldOut, question: StackQuestion): void {
    const j = question.sensor;
    const bucket = gap[j] < 2 ? 0 : Math.min(BUCKETS - 1, 31 - Math.clz32(gap[j]));
    const weights = (j * BUCKETS + bucket) * this.#experts;
    let mean = 0;
    for (let e = 0; e < this.#experts; e++)
      mean += this.#weights[weights + e] * forecasts[j * this.#experts + e];
    question.model = mean;
  }

  get arrays(): Numbers[] {
    return [this.#weights];
  }

  /**
   * The numbers of a state, where the weights stand from `at` on, with the `missing` ones of experts that came after it was stored:
   * these have no part in a window that had begun. As they are, if so many cannot be missing.
   */
  addExperts(data: Float64Array, missing: number, at: number): Float64Array {
    const cells = this.#weights.length / this.#experts;
    const stored = this.#experts - missing / cells;
    if (!(missing > 0 && stored >= 1 && Number.isInteger(stored))) return data;
    const all = new Float64Array(data.length + missing);
    all.set(data.subarray(0, at));
    for (let cell = 0; cell < cells; cell++)
      all.set(data.subarray(at + cell * stored, at + (cell + 1) * stored), at + cell * this.#experts);
    all.set(data.subarray(at + cells * stored), at + this.#weights.length);
    return all;
  }
}
