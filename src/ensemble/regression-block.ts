import { CarriedResidual } from './carried-residual';
import { JointRegression } from './joint-regression';
import { MomentMatrix } from './moment-matrix';
import type { Numbers } from './numbers';
import { boundedZ, RegressionInputs } from './regression-inputs';
import { PrecisionRows } from './precision-rows';

const FORGET = 0.999;
/** Sensors up to which two lags are among the inputs, and one. */
const TWO_LAGS_UP_TO = 16;
const ONE_LAG_UP_TO = 40;
/** Readings after which half of the sensors get units, a sensor may enter, and it is answered for (and one for each sensor). */
const READINGS_FOR_UNITS = 60;
const READINGS_TO_ENTER = 40;
const READINGS_TO_ANSWER = 60;
const FRAMES_TO_ANSWER = 40;
/** Units are measured again after so many frames, and then after half as many again. */
const FIRST_UNITS = 64;
const UNITS_GROWTH = 1.5;
/** Memory of the units, in readings; of the leave-one-out variance, likewise. */
const UNITS_MEMORY = 4000;
const LEFT_OUT_RATE = 0.02;
const LARGEST_LEFT_OUT = 16;
/** The ridge, in leave-one-out variances and sensors: of the present alone, and with the past. */
const PRESENT_RIDGE = 10;
const DYNAMIC_RIDGE = 5;
const LEAST_SENSORS = 6;
/** Of the weight learned: moments are singles. */
const RELATIVE_RIDGE = 1e-6;
/** Frames between two inverses: at first, and later, or as many as keep a frame's multiplications to so many in the mean. */
const FEWEST_FRAMES = 4;
const MOST_FRAMES = 64;
const PER_FRAME = 2000;
/** Units that change by more than this make the precision too large or small for singles: it is worked out anew. */
const LARGEST_CHANGE = 1e4;
const BEYOND_RANGE = 0.25;
/** A residual beyond so many deviations is cut so often in a row, once so many frames are learned. */
const CUT_AT = 4;
const MOST_CUTS = 3;
const CUT_AFTER = 30;

export const lagsFor = (d: number): number => (d <= TWO_LAGS_UP_TO ? 2 : d <= ONE_LAG_UP_TO ? 1 : 0);

/** What goes on beside a block while some of its sensors are hidden: in z, so that it takes part when units change. */
export interface KeptFork {
  readonly past: Float32Array;
  readonly carried: Float32Array;
  readonly arrays: readonly Numbers[];
}

/** One of the two regressions: its precision matrix, what is left out of it, what is carried. */
class Regression {
  readonly precision: PrecisionRows;
  readonly joint: JointRegression;
  /** Running mean square of the leave-one-out residuals, in z. */
  readonly leftOut: Float32Array;

  constructor(
    d: number,
    size: number,
    readonly ridge: number,
  ) {
    this.precision = new PrecisionRows(d, size);
    this.joint = new JointRegression(d, size);
    this.leftOut = new Float32Array(d).fill(1);
  }
}

/**
 * A block of sensors, each regressed on all the others: on their readings of the same frame, with what is left carried on
 * (present), and on those, the last frames and the clock (dynamic). Both from one moment matrix.
 */
export class RegressionBlock {
  readonly columns: Int32Array;
  readonly d: number;
  readonly inputs: RegressionInputs;
  readonly moments: MomentMatrix;
  readonly present: Regression;
  readonly dynamic: Regression;
  /** What the present leaves of each sensor, in z. */
  readonly residual: CarriedResidual;
  /** Residuals of the dynamic regression in a row that were cut. */
  readonly cuts: Uint8Array;
  /** Frames learned; when units are measured next, 0: there are none yet. */
  readonly progress = Float64Array.of(0, 0);
  /** Readings, their running mean and variance, their range. */
  readonly count: Float64Array;
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly #believed: Float64Array;
  #forks: readonly KeptFork[] = [];
  /** Blocks take turns with their inverses. */
  readonly #turn: number;
  readonly #ridge: Float64Array;

  constructor(columns: Int32Array, clockInputs: number, turn = 0) {
    const d = columns.length;
    const lags = lagsFor(d);
    this.columns = columns;
    this.#turn = turn;
    this.d = d;
    this.inputs = new RegressionInputs(d, lags, clockInputs);
    this.moments = new MomentMatrix(d, lags, clockInputs);
    this.present = new Regression(d, d + 1, PRESENT_RIDGE);
    this.dynamic = new Regression(d, this.moments.size, DYNAMIC_RIDGE);
    this.residual = new CarriedResidual(d);
    this.cuts = new Uint8Array(d);
    this.count = new Float64Array(d);
    this.mean = new Float64Array(d);
    this.variance = new Float64Array(d);
    this.low = new Float64Array(d);
    this.high = new Float64Array(d);
    this.#believed = new Float64Array(this.moments.size);
    this.#ridge = new Float64Array(this.moments.size);
  }

  get learned(): number {
    return this.progress[0];
  }

  get hasUnits(): boolean {
    return this.progress[1] > 0;
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    const { progress, inputs, moments, present, dynamic, residual, cuts } = this;
    const { count, mean, variance, low, high } = this;
    return [
      ...[progress, inputs.location, inputs.scale, inputs.entered, inputs.past, inputs.pastFrames],
      ...[moments.M, moments.weight, ...present.precision.arrays, ...dynamic.precision.arrays],
      ...[present.leftOut, dynamic.leftOut, ...residual.arrays, cuts],
      ...[count, mean, variance, low, high],
      ...this.#forks.flatMap((fork) => fork.arrays),
    ];
  }

  /** The precision of all that has been learned, at once. */
  invert(): void {
    if (!this.hasUnits) return;
    this.#invert();
    this.#advancePrecision();
  }

  #invert(): void {
    const { moments, present, dynamic } = this;
    moments.copyPresent(present.precision.work);
    this.#addRidge(present);
    present.precision.invert();
    moments.copyAll(dynamic.precision.work);
    this.#addRidge(dynamic);
    dynamic.precision.invert();
  }

  #advancePrecision(): void {
    this.present.precision.advance();
    this.dynamic.precision.advance();
  }

  /** From now on these forks, and no others, are part of the state, and in the block's units. */
  keep(...forks: readonly KeptFork[]): void {
    this.#forks = forks;
  }

  isReady(i: number): boolean {
    const more = Math.min(this.d, READINGS_TO_ANSWER);
    return (
      this.inputs.entered[i] === 1 &&
      this.present.precision.isKnown &&
      this.count[i] > READINGS_TO_ANSWER + more &&
      this.learned > FRAMES_TO_ANSWER + more
    );
  }

  /**
   * What the two say of every sensor, by column, in the sensors' own units: given the others where it is missing, leaving it
   * out where it is seen; NaN where there is nothing to say yet. Changes no state.
   */
  answer(
    readings: Float64Array,
    dt: number,
    clock: Float64Array,
    present: Float64Array,
    dynamic: Float64Array,
  ): void {
    const { inputs } = this;
    inputs.load(readings, this.columns, clock);
    const isLagged = inputs.hasPast(dt);
    if (this.hasUnits) this.#solve();
    for (let i = 0; i < this.d; i++) {
      const column = this.columns[i];
      present[column] = dynamic[column] = NaN;
      if (!this.isReady(i)) continue;
      const isMissing = inputs.isMissing[i] === 1;
      const carried = this.residual.carried(i, dt);
      const byPresent = inputs.present[i] - (isMissing ? 0 : this.present.joint.residual[i]) + carried;
      const byPast = inputs.w[i] - (isMissing ? 0 : this.dynamic.joint.residual[i]);
      present[column] = this.toReading(inputs, i, byPresent);
      if (isLagged) dynamic[column] = this.toReading(inputs, i, byPast);
    }
  }

  #solve(): void {
    const { inputs, present, dynamic } = this;
    present.joint.solve(present.precision, inputs.present, inputs.isMissing, true);
    dynamic.joint.solve(dynamic.precision, inputs.w, inputs.isMissing, true);
    this.clampFilled(inputs);
  }

  /** What fills gaps stays within the range seen, widened by a quarter. */
  clampFilled(inputs: RegressionInputs): void {
    for (let i = 0; i < this.d; i++) {
      if (inputs.isMissing[i] === 0) continue;
      inputs.w[i] = inputs.entered[i] === 1 ? this.#clamp(inputs, i, inputs.w[i]) : 0;
      inputs.present[i] = inputs.entered[i] === 1 ? this.#clamp(inputs, i, inputs.present[i]) : 0;
    }
  }

  /** z of sensor i in its own units, within the range seen. */
  toReading(inputs: RegressionInputs, i: number, z: number): number {
    const beyond = BEYOND_RANGE * (this.high[i] - this.low[i]);
    const reading = inputs.location[i] + inputs.scale[i] * z;
    return Math.min(Math.max(reading, this.low[i] - beyond), this.high[i] + beyond);
  }

  #clamp(inputs: RegressionInputs, i: number, z: number): number {
    const beyond = BEYOND_RANGE * (this.high[i] - this.low[i]);
    const low = (this.low[i] - beyond - inputs.location[i]) / inputs.scale[i];
    const high = (this.high[i] + beyond - inputs.location[i]) / inputs.scale[i];
    return z > low ? Math.min(z, high) : low;
  }

  /** Takes in the frame answered last. */
  learn(readings: Float64Array, dt: number): void {
    const { inputs } = this;
    if (this.hasUnits) {
      this.#learnResiduals(dt);
      if (inputs.seen > 0 && inputs.hasPast(dt)) this.#learnMoments();
      inputs.advance(this.#believed, dt);
    }
    this.#learnUnits(readings);
    if (!this.hasUnits) this.#findUnits();
  }

  #learnResiduals(dt: number): void {
    const { inputs, present, dynamic, residual } = this;
    const believed = this.#believed;
    believed.set(inputs.w);
    for (let i = 0; i < this.d; i++) {
      if (inputs.isMissing[i] === 1) {
        residual.pass(i, dt);
        continue;
      }
      const rest = present.joint.residual[i];
      residual.learn(i, residual.cut(i, rest, dt), dt);
      const left = dynamic.joint.residual[i];
      believed[i] = boundedZ(believed[i] - left + this.#cut(i, left));
      learnLeftOut(present, i);
      learnLeftOut(dynamic, i);
    }
  }

  /** A residual beyond 4 deviations is cut, three times in a row; the fourth is believed. */
  #cut(i: number, left: number): number {
    const limit = CUT_AT * Math.sqrt(this.dynamic.leftOut[i]);
    if (this.learned < CUT_AFTER || Math.abs(left) <= limit) {
      this.cuts[i] = 0;
      return left;
    }
    if (this.cuts[i] === MOST_CUTS) return left;
    this.cuts[i] += 1;
    return Math.sign(left) * limit;
  }

  #learnMoments(): void {
    this.moments.learn(this.#believed, FORGET);
    this.progress[0] += 1;
    if (this.learned >= this.progress[1]) {
      this.progress[1] = Math.ceil(UNITS_GROWTH * this.progress[1]);
      this.#changeUnits();
    }
    const most = Math.max(MOST_FRAMES, this.dynamic.precision.cost / PER_FRAME);
    const frames = Math.floor(Math.max(FEWEST_FRAMES, Math.min(most, this.learned / 16)));
    if ((this.learned + this.#turn) % frames !== 0) return;
    this.#advancePrecision();
    this.#invert();
  }

  /** Onto the diagonal of the matrix to invert, whose first d entries come last. */
  #addRidge(regression: Regression): void {
    const { size, d, work } = regression.precision;
    this.#measureRidge(regression);
    for (let i = 0; i < size; i++) work[((i + size - d) % size) * (size + 1)] += this.#ridge[i];
  }

  /** The constant has none; the clock's inputs that of a typical sensor. */
  #measureRidge({ precision: { size }, leftOut, ridge }: Regression): void {
    const { d, inputs } = this;
    const sensors = size === d + 1 ? d : d * (inputs.lags + 1);
    const n0 = Math.max(LEAST_SENSORS, d);
    const least = RELATIVE_RIDGE * this.moments.weight[0] + TINY;
    let typical = 0;
    for (let i = 0; i < d; i++) typical += leftOut[i] / d;
    for (let i = 0; i < size - 1; i++) {
      const scale = i < sensors ? leftOut[i % d] : typical;
      const absent = i < sensors && inputs.entered[i % d] === 0 ? n0 : 0;
      this.#ridge[i] = n0 * ridge * scale + absent + least;
    }
    this.#ridge[size - 1] = 0;
  }

  #learnUnits(readings: Float64Array): void {
    for (let i = 0; i < this.d; i++) {
      const reading = readings[this.columns[i]];
      if (Number.isNaN(reading)) continue;
      const n = (this.count[i] += 1);
      if (n === 1) this.mean[i] = this.low[i] = this.high[i] = reading;
      const rate = Math.max(1 / n, 1 / UNITS_MEMORY);
      const surprise = reading - this.mean[i];
      this.mean[i] += rate * surprise;
      this.variance[i] += rate * ((1 - rate) * surprise * surprise - this.variance[i]);
      this.low[i] = Math.min(this.low[i], reading);
      this.high[i] = Math.max(this.high[i], reading);
    }
  }

  #scaleOf(i: number): number {
    return Math.sqrt(Math.max(this.variance[i], 1e-12 * (1e-12 + this.mean[i] * this.mean[i])));
  }

  #findUnits(): void {
    let enough = 0;
    for (let i = 0; i < this.d; i++) if (this.count[i] >= READINGS_FOR_UNITS) enough += 1;
    if (enough < this.d / 2) return;
    this.progress[1] = FIRST_UNITS;
    for (let i = 0; i < this.d; i++) {
      this.inputs.entered[i] = this.count[i] >= READINGS_TO_ENTER ? 1 : 0;
      this.inputs.location[i] = this.mean[i];
      this.inputs.scale[i] = this.#scaleOf(i);
    }
    for (const regression of [this.present, this.dynamic]) {
      this.#measureRidge(regression);
      regression.precision.invertDiagonal(this.#ridge);
    }
  }

  #changeUnits(): void {
    const { d, inputs, moments } = this;
    const k = new Float64Array(d).fill(1);
    const c = new Float64Array(d);
    let change = 1;
    for (let i = 0; i < d; i++) {
      if (this.count[i] < READINGS_TO_ENTER) continue;
      const scale = this.#scaleOf(i);
      if (inputs.entered[i] === 0) {
        // It stood at 0 in all that was learned: at its mean, as it does in its new units.
        inputs.entered[i] = 1;
        inputs.location[i] = this.mean[i];
        inputs.scale[i] = scale;
        continue;
      }
      k[i] = inputs.scale[i] / scale;
      c[i] = (inputs.location[i] - this.mean[i]) / scale;
      change = Math.max(change, k[i], 1 / k[i], Math.abs(c[i]));
      inputs.location[i] = this.mean[i];
      inputs.scale[i] = scale;
      this.residual.rescale(i, k[i]);
      this.present.leftOut[i] *= k[i] * k[i];
      this.dynamic.leftOut[i] *= k[i] * k[i];
      for (let lag = 0; lag < inputs.lags; lag++) {
        const at = lag * d + i;
        inputs.past[at] = k[i] * inputs.past[at] + c[i];
        for (const { past } of this.#forks) past[at] = k[i] * past[at] + c[i];
      }
      for (const { carried } of this.#forks) carried[i] *= k[i];
      this.#believed[i] = k[i] * this.#believed[i] + c[i];
    }
    moments.changeUnits(k, c);
    if (!(change < LARGEST_CHANGE)) {
      this.invert();
      return;
    }
    this.present.precision.changeUnits(k, c, d);
    this.dynamic.precision.changeUnits(k, c, d * (inputs.lags + 1));
  }
}

const TINY = 1e-9;

function learnLeftOut({ joint, leftOut }: Regression, i: number): void {
  const square = joint.residual[i] * joint.residual[i];
  leftOut[i] += LEFT_OUT_RATE * (Math.min(square, LARGEST_LEFT_OUT * leftOut[i]) - leftOut[i]);
}
