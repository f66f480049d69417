import { JointRegression } from './joint-regression';
import type { MomentMatrix } from './moment-matrix';
import { areWithin, notNegative } from './numbers';
import { PrecisionRows } from './precision-rows';

/** Memory of the leave-one-out variance, in readings, and what a square counts for at most, in such variances. */
const LEFT_OUT_RATE = 0.02;
const LARGEST_LEFT_OUT = 16;
const LEAST_SENSORS = 6;
/** The least ridge, of the weight learned: moments are singles. */
const RELATIVE_RIDGE = 1e-6;
const TINY = 1e-9;
/** A ridge that leaves nothing of an input. */
const QUIET = 1e8;

/** The ridge of whichever regression is inverted. */
let ridges = new Float64Array(0);

/** One of the two regressions of a block: its precision matrix, its residuals, and how large they usually are. */
export class Regression {
  readonly d: number;
  readonly size: number;
  readonly precision: PrecisionRows;
  readonly joint: JointRegression;
  /** Running mean square of the leave-one-out residuals, in z. */
  readonly leftOut: Float32Array;
  /** The ridge, in leave-one-out variances and sensors. */
  readonly #ridge: number;

  constructor(d: number, size: number, ridge: number) {
    this.d = d;
    this.size = size;
    this.precision = new PrecisionRows(d, size);
    this.joint = new JointRegression(d, size);
    this.leftOut = new Float32Array(d).fill(1);
    this.#ridge = ridge;
    if (ridges.length < size) ridges = new Float64Array(size);
  }

  /** Whether what it has learned is such as `learnLeftOut` leaves behind. */
  get isSound(): boolean {
    return areWithin(this.leftOut, notNegative);
  }

  /** Begins an inverse of these moments, which `precision.goOn` works out. `isQuiet`: inputs of the clock that have no part in it. */
  beginInverse(moments: MomentMatrix, entered: Uint8Array, isQuiet?: Uint8Array): void {
    const { precision, size, d } = this;
    const work = precision.begin();
    if (size === d + 1) moments.copyPresent(work);
    else moments.copyAll(work);
    const ridge = this.#measureRidge(moments, entered);
    const clock = size - 1 - moments.inputs;
    isQuiet?.forEach((quiet, i) => quiet === 1 && (ridge[clock + i] = QUIET));
    // The first d entries come last.
    for (let i = 0; i < size; i++) {
      const row = (i + size - d) % size;
      work[(row * (row + 1)) / 2 + row] += ridge[i];
    }
  }

  /** The precision of the ridge alone: nothing has been learned. */
  invertRidge(moments: MomentMatrix, entered: Uint8Array): void {
    this.precision.invertDiagonal(this.#measureRidge(moments, entered));
  }

  /** The constant has none; the clock's inputs that of a typical sensor. */
  #measureRidge({ lags, weight }: MomentMatrix, entered: Uint8Array): Float64Array {
    const { d, size, leftOut } = this;
    const diagonal = ridges;
    const sensors = size === d + 1 ? d : d * (lags + 1);
    const n0 = Math.max(LEAST_SENSORS, d);
    const least = RELATIVE_RIDGE * weight[0] + TINY;
    let typical = 0;
    for (let i = 0; i < d; i++) typical += leftOut[i] / d;
    for (let i = 0; i < size - 1; i++) {
      const scale = i < sensors ? leftOut[i % d] : typical;
      const absent = i < sensors && entered[i % d] === 0 ? n0 : 0;
      diagonal[i] = n0 * this.#ridge * scale + absent + least;
    }
    diagonal[size - 1] = 0;
    return diagonal;
  }

  /** From the residuals of the sensors seen. */
  learnLeftOut(isMissing: Uint8Array): void {
    const { leftOut } = this;
    const { residual } = this.joint;
    for (let i = 0; i < leftOut.length; i++) {
      if (isMissing[i] === 1) continue;
      const square = residual[i] * residual[i];
      leftOut[i] += LEFT_OUT_RATE * (Math.min(square, LARGEST_LEFT_OUT * leftOut[i]) - leftOut[i]);
    }
  }
}
