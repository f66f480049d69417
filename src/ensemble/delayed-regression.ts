import { REMEMBERED } from './cycles';
import type { DelayLines, Outage } from './delay-lines';
import type { Delay } from './delay-search';
import { MomentMatrix } from './moment-matrix';
import { isWithin, storedCount, storedFlag } from '../stored-range';
import type { Numbers } from './numbers';
import { Regression } from './regression';
import type { RegressionInputs } from './regression-inputs';

const FORGET = 1 - 1 / REMEMBERED;
/** The ridge, in leave-one-out variances and inputs. */
const RIDGE = 3;
/** Frames between two inverses. */
const RENEWED_EVERY = 16;
/** In use once it has learned so many frames and its residuals are this share of the present's in the mean square; until they are larger. */
const FRAMES_TO_PROVE = 60;
const SHARE_TO_PROVE = 0.8;
/** Entries of w: the sensor, what the present says of it, and where delayed readings begin. */
const SENSOR = 0;
const PRESENT = 1;
const DELAYED = 2;

/** A frame as the regression sees it: w, and which of its entries, but for the constant, are missing. */
class Question {
  readonly w: Float64Array;
  readonly isMissing: Uint8Array;

  constructor(entries: number) {
    this.w = new Float64Array(entries + 1);
    this.w[entries] = 1;
    this.isMissing = new Uint8Array(entries);
  }
}

/**
 * One sensor on what the others say of it in the same frame, and on what some of them showed a while before:
 *
 *   w = (z, what the present says of z, delayed readings, 1),   M = sum lambda^age w w'
 *
 * A delayed reading that there was not is missing, not filled: the regression goes by the other entries then. Where a delay comes or
 * goes another regression begins, so that the moments are those of its inputs and of nothing before.
 */
export class DelayedRegression {
  readonly target: number;
  readonly delays: readonly Delay[];
  readonly #moments: MomentMatrix;
  readonly #regression: Regression;
  readonly #entered: Uint8Array;
  /** Frames learned; 1: in use. */
  readonly #progress = Float64Array.of(0, 0);
  /** The frame answered last; one of an outage. */
  readonly #frame: Question;
  readonly #hidden: Question;

  /** `leftOut`: how large the residuals of the present are, in the mean square. */
  constructor(target: number, delays: readonly Delay[], leftOut = 1) {
    const entries = DELAYED + delays.length;
    this.target = target;
    this.delays = delays;
    this.#moments = new MomentMatrix(entries, 0, 0);
    this.#regression = new Regression(entries, entries + 1, RIDGE);
    this.#entered = new Uint8Array(entries).fill(1);
    this.#frame = new Question(entries);
    this.#hidden = new Question(entries);
    this.#regression.leftOut.fill(leftOut);
    this.#regression.invertRidge(this.#moments, this.#entered);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    const { leftOut, precision } = this.#regression;
    return [this.#progress, this.#moments.M, this.#moments.weight, leftOut, ...precision.arrays];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    const [learned, isInUse] = this.#progress;
    return (
      isWithin(learned, storedCount) &&
      isWithin(isInUse, storedFlag) &&
      this.#moments.isSound &&
      this.#regression.isSound
    );
  }

  get isInUse(): boolean {
    return this.#progress[1] === 1;
  }

  /** What is left of the sensor in the frame answered last, in its first entry. */
  get residual(): Float64Array {
    return this.#regression.joint.residual;
  }

  /** The frame in `inputs`, of which the present leaves so much. Where the sensor is missing, the fill takes the place of the present's. */
  answer(inputs: RegressionInputs, left: Float64Array, dt: number, lines: DelayLines): void {
    const { target } = this;
    const { w, isMissing } = this.#frame;
    const { present } = inputs;
    isMissing[SENSOR] = inputs.isMissing[target];
    w[SENSOR] = present[target];
    w[PRESENT] = present[target] - (isMissing[SENSOR] === 1 ? 0 : left[target]);
    lines.read(this.delays, dt, null, w, isMissing, DELAYED);
    this.#solve(this.#frame, true);
    if (isMissing[SENSOR] === 1 && this.isInUse) present[target] = w[SENSOR];
  }

  /** The same in an outage that hides the sensor. */
  fill({ present }: RegressionInputs, outage: Outage, dt: number, lines: DelayLines): void {
    const { w, isMissing } = this.#hidden;
    isMissing[SENSOR] = 1;
    w[PRESENT] = present[this.target];
    lines.read(this.delays, dt, outage, w, isMissing, DELAYED);
    this.#solve(this.#hidden, false);
    present[this.target] = w[SENSOR];
  }

  #solve({ w, isMissing }: Question, leaveOut: boolean): void {
    const { joint, precision } = this.#regression;
    joint.solve(precision, w, isMissing, leaveOut);
  }

  /** Takes in the frame answered last, as far as it is believed. `leftOut`: how large the residuals of the present are, by sensor. */
  learn(believed: Float64Array, leftOut: Float32Array): void {
    const { w, isMissing } = this.#frame;
    if (isMissing[SENSOR] === 1 || !isMissing.includes(0, DELAYED)) return;
    this.#regression.learnLeftOut(isMissing);
    this.#prove(leftOut);
    w[SENSOR] = believed[this.target];
    this.#moments.learn(w, FORGET);
    this.#progress[0] += 1;
    if (this.#progress[0] % RENEWED_EVERY === 0) this.#renew();
  }

  #prove(leftOut: Float32Array): void {
    const own = this.#regression.leftOut[SENSOR];
    const present = leftOut[this.target];
    if (own > present) this.#progress[1] = 0;
    else if (this.#progress[0] >= FRAMES_TO_PROVE && own < SHARE_TO_PROVE * present) this.#progress[1] = 1;
  }

  #renew(): void {
    this.#regression.beginInverse(this.#moments, this.#entered);
    this.#regression.precision.advance();
  }

  /** z_i becomes k_i z_i + c_i. */
  changeUnits(k: Float64Array, c: Float64Array): void {
    const sensors = [this.target, this.target, ...this.delays.map(({ source }) => source)];
    const factors = Float64Array.from(sensors, (i) => k[i]);
    const shifts = Float64Array.from(sensors, (i) => c[i]);
    const { leftOut, precision } = this.#regression;
    for (let entry = 0; entry < leftOut.length; entry++) leftOut[entry] *= factors[entry] ** 2;
    this.#moments.changeUnits(factors, shifts);
    precision.changeUnits(factors, shifts, sensors.length);
  }
}
