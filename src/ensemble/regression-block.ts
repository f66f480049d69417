import { CarriedResidual } from './carried-residual';
import { REMEMBERED, type Cycle } from './cycles';
import { MomentMatrix } from './moment-matrix';
import type { Numbers } from './numbers';
import { Regression } from './regression';
import { boundedZ, RegressionInputs } from './regression-inputs';
import { SensorUnits } from './sensor-units';

const FORGET = 1 - 1 / REMEMBERED;
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
/** The ridge, in leave-one-out variances and sensors: of the present alone, and with the past. */
const PRESENT_RIDGE = 10;
const DYNAMIC_RIDGE = 5;
/** Frames between two inverses: at first, and later, or as many as keep a frame's multiplications to so many in the mean. */
const FEWEST_FRAMES = 4;
const MOST_FRAMES = 64;
const PER_FRAME = 2000;
/** Units that change by more than this make the precision too large or small for singles: it is worked out anew. */
const LARGEST_CHANGE = 1e4;
/** A residual beyond so many deviations is cut so often in a row, once so many frames are learned. */
const CUT_AT = 4;
const MOST_CUTS = 3;
const CUT_AFTER = 30;

export const lagsFor = (d: number): number => (d <= TWO_LAGS_UP_TO ? 2 : d <= ONE_LAG_UP_TO ? 1 : 0);

/** What a block is told of the clock: its inputs, and the rhythms they are the harmonics of, one after the other. */
export interface ClockInputs {
  readonly inputs: ArrayLike<number>;
  readonly cycles: readonly Pick<Cycle, 'harmonics' | 'framesToShow'>[];
}

/** What goes on beside a block while some of its sensors are hidden: in z, so that it takes part when units change. */
export interface KeptFork {
  readonly past: Float32Array;
  readonly carried: Float32Array;
  readonly arrays: readonly Numbers[];
}

/**
 * A block of sensors, each regressed on all the others: on their readings of the same frame, with what is left carried on
 * (present), and on those, the last frames and the clock (dynamic). Both from one moment matrix.
 */
export class RegressionBlock {
  readonly columns: Int32Array;
  readonly clock: ClockInputs;
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
  readonly units: SensorUnits;
  readonly #believed: Float64Array;
  /** 1: an input of the clock that has no part in the regression yet. */
  readonly #isQuiet: Uint8Array;
  #forks: readonly KeptFork[] = [];
  /** Blocks take turns with their inverses, and with their units. */
  readonly #turn: number;
  /** What the present leaves of the frame, NaN of a sensor not seen; and what it and the past say of each. */
  readonly #residuals: Float64Array;

  constructor(columns: Int32Array, clock: ClockInputs, turn = 0) {
    const d = columns.length;
    const clockInputs = clock.inputs.length;
    const lags = lagsFor(d);
    this.columns = columns;
    this.clock = clock;
    this.#turn = turn;
    this.d = d;
    this.inputs = new RegressionInputs(d, lags, clockInputs);
    this.moments = new MomentMatrix(d, lags, clockInputs);
    this.present = new Regression(d, d + 1, PRESENT_RIDGE);
    this.dynamic = new Regression(d, this.moments.size, DYNAMIC_RIDGE);
    this.residual = new CarriedResidual(d);
    this.cuts = new Uint8Array(d);
    this.units = new SensorUnits(d);
    this.#believed = new Float64Array(this.moments.size);
    this.#isQuiet = new Uint8Array(clockInputs);
    this.#residuals = new Float64Array(d);
  }

  get learned(): number {
    return this.progress[0];
  }

  get hasUnits(): boolean {
    return this.progress[1] > 0;
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    const { progress, inputs, moments, present, dynamic, residual, cuts, units } = this;
    return [
      ...[progress, inputs.location, inputs.scale, inputs.entered, inputs.past, inputs.pastFrames],
      ...[moments.M, moments.weight, ...present.precision.arrays, ...dynamic.precision.arrays],
      ...[present.leftOut, dynamic.leftOut, ...residual.arrays, cuts],
      ...units.arrays,
      ...this.#forks.flatMap((fork) => fork.arrays),
    ];
  }

  /** The precision of all that has been learned, at once. */
  invert(): void {
    if (!this.hasUnits) return;
    this.#beginInverses();
    this.#advancePrecision();
  }

  #beginInverses(): void {
    this.present.beginInverse(this.moments, this.inputs.entered);
    this.#findQuiet();
    this.dynamic.beginInverse(this.moments, this.inputs.entered, this.#isQuiet);
  }

  /**
   * A rhythm is learned from the first frame on, and used once as much of it is remembered as it takes to show. Before, sines of
   * less than a period stand for any trend there was, and run away with it.
   */
  #findQuiet(): void {
    let first = 0;
    for (const { harmonics, framesToShow } of this.clock.cycles) {
      if (harmonics === 0) continue;
      const needed = (1 - FORGET ** framesToShow) / (1 - FORGET);
      const isShown = framesToShow <= REMEMBERED && this.moments.clockWeight(first) >= needed;
      this.#isQuiet.fill(isShown ? 0 : 1, first, first + 2 * harmonics);
      first += 2 * harmonics;
    }
  }

  #advancePrecision(): void {
    this.present.precision.advance();
    this.dynamic.precision.advance();
  }

  /** From now on these forks, and no others, are part of the state, and in the block's units. */
  keep(...forks: readonly KeptFork[]): void {
    this.#forks = forks;
  }

  /** The level of sensor i has shifted: with its units what was learned holds; what is left of it and the last frames were led astray. */
  shift(i: number, by: number): void {
    this.inputs.location[i] += by;
    this.inputs.pastFrames[0] = 0;
    this.units.shift(i, by);
    this.residual.value[i] = 0;
  }

  isReady(i: number): boolean {
    const more = Math.min(this.d, READINGS_TO_ANSWER);
    return (
      this.inputs.entered[i] === 1 &&
      this.present.precision.isKnown &&
      this.units.count[i] > READINGS_TO_ANSWER + more &&
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
    const { carried } = this.residual;
    inputs.load(readings, this.columns, clock);
    const isLagged = inputs.hasPast(dt);
    if (this.hasUnits) this.#solve();
    this.residual.carry(dt);
    for (let i = 0; i < this.d; i++) {
      const column = this.columns[i];
      present[column] = dynamic[column] = NaN;
      if (!this.isReady(i)) continue;
      const isMissing = inputs.isMissing[i] === 1;
      present[column] = inputs.present[i] - (isMissing ? 0 : this.present.joint.residual[i]) + carried[i];
      this.toReading(inputs, i, present, column);
      if (!isLagged) continue;
      dynamic[column] = inputs.w[i] - (isMissing ? 0 : this.dynamic.joint.residual[i]);
      this.toReading(inputs, i, dynamic, column);
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
    const { w, present, isMissing } = inputs;
    for (let i = 0; i < this.d; i++) {
      if (isMissing[i] === 0) continue;
      this.#clampZ(inputs, i, w);
      this.#clampZ(inputs, i, present);
    }
  }

  /** z of sensor i, in entry `at`, becomes a reading in its own units, within the range seen. */
  toReading({ location, scale }: RegressionInputs, i: number, values: Float64Array, at: number): void {
    values[at] = location[i] + scale[i] * values[at];
    this.units.clamp(i, values, at);
  }

  /** 0 as long as it takes no part. */
  #clampZ(inputs: RegressionInputs, i: number, z: Float64Array): void {
    const { location, scale, entered } = inputs;
    this.toReading(inputs, i, z, i);
    z[i] = entered[i] === 1 ? (z[i] - location[i]) / scale[i] : 0;
  }

  /** Takes in the frame answered last. */
  learn(readings: Float64Array, dt: number): void {
    const { inputs } = this;
    if (this.hasUnits) {
      this.#learnResiduals(dt);
      if (inputs.seen > 0 && inputs.hasPast(dt)) this.#learnMoments();
      inputs.advance(this.#believed, dt);
    }
    this.units.learn(readings, this.columns);
    if (!this.hasUnits) this.#findUnits();
  }

  #learnResiduals(dt: number): void {
    const { inputs, present, dynamic } = this;
    const { isMissing, w } = inputs;
    const believed = this.#believed;
    const residuals = this.#residuals;
    for (let i = 0; i < w.length; i++) believed[i] = w[i];
    for (let i = 0; i < this.d; i++) {
      residuals[i] = isMissing[i] === 1 ? NaN : present.joint.residual[i];
      if (isMissing[i] === 0) this.#cut(i);
    }
    this.residual.learn(residuals, dt);
    present.learnLeftOut(isMissing);
    dynamic.learnLeftOut(isMissing);
  }

  /** A residual beyond 4 deviations is cut, three times in a row; the fourth is believed. */
  #cut(i: number): void {
    const believed = this.#believed;
    const left = this.dynamic.joint.residual[i];
    const limit = CUT_AT * Math.sqrt(this.dynamic.leftOut[i]);
    if (this.learned < CUT_AFTER || Math.abs(left) <= limit) this.cuts[i] = 0;
    else if (this.cuts[i] < MOST_CUTS) {
      this.cuts[i] += 1;
      believed[i] += Math.sign(left) * limit - left;
    }
    believed[i] = boundedZ(believed[i]);
  }

  #learnMoments(): void {
    this.moments.learn(this.#believed, FORGET);
    this.progress[0] += 1;
    if (this.learned >= this.progress[1]) {
      this.progress[1] = Math.ceil(UNITS_GROWTH * this.progress[1]);
      this.#changeUnits();
    }
    const frames = this.#framesBetweenInverses();
    if ((this.learned + this.#turn) % frames === 0) {
      this.#advancePrecision();
      this.#beginInverses();
    }
    this.present.precision.goOn(frames);
    this.dynamic.precision.goOn(frames);
  }

  #framesBetweenInverses(): number {
    const most = Math.max(MOST_FRAMES, this.dynamic.precision.cost / PER_FRAME);
    return Math.floor(Math.max(FEWEST_FRAMES, Math.min(most, this.learned / 16)));
  }

  #findUnits(): void {
    const { inputs, units, moments } = this;
    let enough = 0;
    for (let i = 0; i < this.d; i++) if (units.count[i] >= READINGS_FOR_UNITS) enough += 1;
    if (enough < this.d / 2) return;
    this.progress[1] = FIRST_UNITS + this.#turn;
    for (let i = 0; i < this.d; i++) {
      inputs.entered[i] = units.count[i] >= READINGS_TO_ENTER ? 1 : 0;
      inputs.location[i] = units.mean[i];
      inputs.scale[i] = units.scale(i);
    }
    this.present.invertRidge(moments, inputs.entered);
    this.dynamic.invertRidge(moments, inputs.entered);
  }

  #changeUnits(): void {
    const { d, inputs, moments, units } = this;
    const k = new Float64Array(d).fill(1);
    const c = new Float64Array(d);
    let change = 1;
    for (let i = 0; i < d; i++) {
      if (units.count[i] < READINGS_TO_ENTER) continue;
      const scale = units.scale(i);
      if (inputs.entered[i] === 0) {
        // It stood at 0 in all that was learned: at its mean, as it does in its new units.
        inputs.entered[i] = 1;
        inputs.location[i] = units.mean[i];
        inputs.scale[i] = scale;
        continue;
      }
      k[i] = inputs.scale[i] / scale;
      c[i] = (inputs.location[i] - units.mean[i]) / scale;
      change = Math.max(change, k[i], 1 / k[i], Math.abs(c[i]));
      inputs.location[i] = units.mean[i];
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
