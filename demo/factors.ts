import { nextNormal, nextUniform } from '../src/random';

/** Frames in one swing of load, air, feed water and weather. */
const PERIODS: readonly number[] = [60, 22, 36, 90];
/** How far a swing gets ahead or behind in one frame, in radians. */
const WANDER = 0.08;

/** The plant's hidden causes: controlled loops that keep swinging, sqrt(2) sin(phase), each phase at its own pace. */
export class Factors {
  readonly #phases: number[];
  readonly #random: Float64Array;

  constructor(random: Float64Array) {
    this.#random = random;
    this.#phases = PERIODS.map(() => 2 * Math.PI * nextUniform(random, 0));
  }

  value(factor: number): number {
    return Math.SQRT2 * Math.sin(this.#phases[factor]);
  }

  advance(): void {
    for (const [k, period] of PERIODS.entries()) {
      this.#phases[k] += (2 * Math.PI) / period + WANDER * nextNormal(this.#random, 0);
    }
  }
}
