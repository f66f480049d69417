import { BlockDelays } from './block-delays';
import { findUnits, followUnits, LEARNED, letIn, UNITS_DUE, type KeptFork } from './block-units';
import { CarriedResidual } from './carried-residual';
import { storedCount } from '../stored-range';
import { areWithin, type Numbers } from './numbers';
import { boundedZ, RegressionInputs } from './regression-inputs';
import { RegressionPair, type ClockInputs } from './regression-pair';
import { scratchOf } from './scratch';
import { SensorUnits } from './sensor-units';

/** Sensors up to which two lags are among the inputs, and one. */
const TWO_LAGS_UP_TO = 16;
const ONE_LAG_UP_TO = 40;
/** Readings and frames after which a sensor is answered for (and one for each sensor). */
const READINGS_TO_ANSWER = 60;
const FRAMES_TO_ANSWER = 40;
/** A residual beyond so many deviations is cut so often in a row, once so many frames are learned. */
const CUT_AT = 4;
const MOST_CUTS = 3;
const CUT_AFTER = 30;

export const lagsFor = (d: number): number => (d <= TWO_LAGS_UP_TO ? 2 : d <= ONE_LAG_UP_TO ? 1 : 0);

/**
 * A block of sensors, each regressed on all the others, in two ways (`RegressionPair`); what the present leaves is carried on.
 */
export class RegressionBlock {
  readonly columns: Int32Array;
  readonly clock: ClockInputs;
  readonly d: number;
  readonly inputs: RegressionInputs;
  readonly regressions: RegressionPair;
  /** What the present leaves of each sensor, in z. */
  readonly residual: CarriedResidual;
  /** Residuals of the dynamic regression in a row that were cut. */
  readonly cuts: Uint8Array;
  /** By LEARNED and UNITS_DUE. */
  readonly progress = Float64Array.of(0, 0);
  readonly units: SensorUnits;
  readonly delays: BlockDelays;
  /** The inputs of the frame learned last, filled, as far as they are believed. */
  readonly believed: Float64Array;
  #forks: readonly KeptFork[] = [];
  /** Blocks take turns with their inverses, and with their units. */
  readonly #turn: number;

  /** `looksForDelays`: where sensors may follow others of the block some frames later, and the block has lags. */
  constructor(columns: Int32Array, clock: ClockInputs, turn = 0, looksForDelays = true) {
    const d = columns.length;
    const lags = lagsFor(d);
    this.columns = columns;
    this.clock = clock;
    this.#turn = turn;
    this.d = d;
    this.inputs = new RegressionInputs(d, lags, clock.inputs.length);
    this.regressions = new RegressionPair(d, lags, clock, turn);
    this.residual = new CarriedResidual(d);
    this.cuts = new Uint8Array(d);
    this.units = new SensorUnits(d);
    this.delays = new BlockDelays(d, looksForDelays ? lags : 0);
    this.believed = new Float64Array(this.inputs.w.length);
  }

  get learned(): number {
    return this.progress[LEARNED];
  }

  get hasUnits(): boolean {
    return this.progress[UNITS_DUE] > 0;
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    const { progress, inputs, residual, cuts, units } = this;
    const { moments, present, dynamic } = this.regressions;
    return [
      ...[progress, inputs.location, inputs.scale, inputs.entered, inputs.past, inputs.pastFrames],
      ...[moments.M, moments.weight, ...present.precision.arrays, ...dynamic.precision.arrays],
      ...[present.leftOut, dynamic.leftOut, ...residual.arrays, cuts],
      ...units.arrays,
      ...this.#forks.flatMap((fork) => fork.arrays),
    ];
  }

  /** Those of its delays likewise, which were not always part of it. */
  get delayArrays(): Numbers[] {
    return [...this.delays.arrays, ...this.#forks.map((fork) => fork.framesHidden)];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    const { moments, present, dynamic } = this.regressions;
    return (
      areWithin(this.progress, storedCount) &&
      this.inputs.isSound &&
      [moments, present, dynamic, this.residual, this.units, this.delays].every(({ isSound }) => isSound)
    );
  }

  /** The precision of all that has been learned, at once. */
  invert(): void {
    if (this.hasUnits) this.regressions.invert(this.inputs.entered);
  }

  /** From now on these forks, and no others, are part of the state, and in the block's units. */
  keep(...forks: readonly KeptFork[]): void {
    this.#forks = forks;
  }

  get forks(): readonly KeptFork[] {
    return this.#forks;
  }

  /** The level of sensor i has shifted: with its units what was learned holds; what is left of it and the last frames were led astray. */
  shift(i: number, by: number): void {
    this.inputs.location[i] += by;
    this.inputs.pastFrames[0] = 0;
    this.units.shift(i, by);
    this.delays.shift(i);
    this.residual.value[i] = 0;
  }

  isReady(i: number): boolean {
    const more = Math.min(this.d, READINGS_TO_ANSWER);
    return (
      this.inputs.entered[i] === 1 &&
      this.regressions.present.precision.isKnown &&
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
    const { inputs, regressions } = this;
    const { carried } = this.residual;
    inputs.load(readings, this.columns, clock);
    const isLagged = inputs.hasPast(dt);
    if (this.hasUnits) {
      regressions.solve(inputs);
      this.delays.answer(inputs, regressions.present.joint.residual, dt);
      this.clampFilled(inputs);
    }
    const residuals = this.#measureResiduals();
    this.residual.carry(dt);
    for (let i = 0; i < this.d; i++) {
      const column = this.columns[i];
      present[column] = dynamic[column] = NaN;
      if (!this.isReady(i)) continue;
      const isMissing = inputs.isMissing[i] === 1;
      if (this.hasPresent(inputs, i)) {
        present[column] = inputs.present[i] - (isMissing ? 0 : residuals[i]) + carried[i];
        this.toReading(inputs, i, present, column);
      }
      if (!isLagged) continue;
      dynamic[column] = inputs.w[i] - (isMissing ? 0 : regressions.dynamic.joint.residual[i]);
      this.toReading(inputs, i, dynamic, column);
    }
  }

  /**
   * Whether the present, or what others showed before, says something of sensor i. With nothing seen the present says the mean: what
   * comes back to it walks there by chance as well.
   */
  hasPresent({ seen }: RegressionInputs, i: number): boolean {
    return seen > 0 || this.delays.isInUse(i);
  }

  /** What the present leaves of the sensors seen, or delays beside it, NaN of others; read it before anyone else asks for scratch. */
  #measureResiduals(): Float64Array {
    const { isMissing } = this.inputs;
    const left = this.regressions.present.joint.residual;
    const residuals = scratchOf(this.d);
    for (let i = 0; i < this.d; i++) residuals[i] = isMissing[i] === 1 ? NaN : left[i];
    this.delays.replaceResiduals(residuals);
    return residuals;
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
      inputs.advance(this.believed, dt);
    }
    this.units.learn(readings, this.columns);
    if (this.hasUnits) letIn(this);
    else findUnits(this, this.#turn);
  }

  #learnResiduals(dt: number): void {
    const { regressions, believed } = this;
    const { isMissing, w } = this.inputs;
    for (let i = 0; i < w.length; i++) believed[i] = w[i];
    for (let i = 0; i < this.d; i++) if (isMissing[i] === 0) this.#cut(i);
    this.residual.learn(this.#measureResiduals(), dt);
    regressions.learnLeftOut(isMissing);
    this.delays.learn(this.inputs, believed, regressions.present.leftOut, this.residual, dt);
  }

  /** A residual beyond 4 deviations is cut, three times in a row; the fourth is believed. */
  #cut(i: number): void {
    const { believed, cuts } = this;
    const { joint, leftOut } = this.regressions.dynamic;
    const left = joint.residual[i];
    const limit = CUT_AT * Math.sqrt(leftOut[i]);
    if (this.learned < CUT_AFTER || Math.abs(left) <= limit) cuts[i] = 0;
    else if (cuts[i] < MOST_CUTS) {
      cuts[i] += 1;
      believed[i] += Math.sign(left) * limit - left;
    }
    believed[i] = boundedZ(believed[i]);
  }

  #learnMoments(): void {
    this.regressions.learnMoments(this.believed);
    this.progress[LEARNED] += 1;
    followUnits(this);
    this.regressions.goOn(this.learned, this.inputs.entered);
  }
}
