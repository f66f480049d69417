import { Matrix, EigenvalueDecomposition } from 'ml-matrix';
import { framesPerFalseAlarm, type Sensitivity } from '../../../src/change/sensitivity';
import { Chart, Standards } from './chart';
import { chiSquareLimit } from './limits';

/** Share of the variance that the components kept explain. */
const EXPLAINED = 0.9;
/** Frames in a row beyond a limit that raise an alarm. */
const IN_A_ROW = 3;

/**
 * Principal components of the readings: T2 is how far a frame lies within them, in their own variances, and SPE the square of what
 * they leave. Each limit is the one that independent frames exceed three times in a row once in twice as many frames as asked for:
 * chi square for T2, Box's scaled chi square of the same mean and variance for SPE.
 */
export class PcaChart extends Chart {
  /** Probability that a frame exceeds one limit. */
  readonly #exceeding: number;
  #standards = new Standards([], 0);
  #components: { readonly variance: number; readonly direction: readonly number[] }[] = [];
  #limits = { t2: Infinity, spe: Infinity };
  #row = 0;

  constructor(sensors: number, sensitivity: Sensitivity) {
    super('T2/SPE', sensors);
    this.#exceeding = (1 / (2 * framesPerFalseAlarm(sensitivity))) ** (1 / IN_A_ROW);
  }

  protected override learn(frames: readonly Float64Array[]): void {
    const { sensors } = this;
    this.#standards = new Standards(frames, sensors);
    const z = new Matrix(frames.map((row) => Array.from(this.#fill(row))));
    const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(
      z.transpose().mmul(z).div(frames.length),
      { assumeSymmetric: true },
    );
    const all = realEigenvalues
      .map((variance, i) => ({ variance: Math.max(variance, 0), direction: eigenvectorMatrix.getColumn(i) }))
      .sort((a, b) => b.variance - a.variance);
    const total = all.reduce((sum, { variance }) => sum + variance, 0);
    let explained = 0;
    this.#components = all.filter(({ variance }) => {
      const isKept = variance > 0 && explained < EXPLAINED * total;
      explained += variance;
      return isKept;
    });
    const left = all.slice(this.#components.length).map(({ variance }) => variance);
    const mean = left.reduce((sum, variance) => sum + variance, 0);
    const spread = left.reduce((sum, variance) => sum + variance * variance, 0);
    const p = this.#exceeding;
    this.#limits = {
      t2: this.#components.length === 0 ? Infinity : chiSquareLimit(this.#components.length, p),
      spe: spread > 0 ? (spread / mean) * chiSquareLimit((mean * mean) / spread, p) : Infinity,
    };
    this.#row = 0;
  }

  protected override watch(readings: ArrayLike<number>): number {
    const left = this.#fill(readings);
    let t2 = 0;
    for (const { variance, direction } of this.#components) {
      let score = 0;
      for (let j = 0; j < left.length; j++) score += direction[j] * left[j];
      for (let j = 0; j < left.length; j++) left[j] -= score * direction[j];
      t2 += (score * score) / variance;
    }
    const spe = left.reduce((sum, value) => sum + value * value, 0);
    this.#row = t2 > this.#limits.t2 || spe > this.#limits.spe ? this.#row + 1 : 0;
    if (this.#row < IN_A_ROW) return -1;
    return left.reduce((most, value, j) => (Math.abs(value) > Math.abs(left[most]) ? j : most), 0);
  }

  /** Standardised, and the mean in place of what is missing. */
  #fill(readings: ArrayLike<number>): Float64Array {
    return this.#standards.apply(readings).map((z) => (Number.isNaN(z) ? 0 : z));
  }
}
