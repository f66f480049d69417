import type { CarriedResidual } from './carried-residual';
import { DelayLines, type Outage } from './delay-lines';
import { DelaySearch, type Delay } from './delay-search';
import { DelayedRegression } from './delayed-regression';
import { copyInto, type Numbers } from './numbers';
import type { RegressionInputs } from './regression-inputs';
import { Rises } from './rises';

/** Delayed readings that a sensor has at most. */
export const MOST_DELAYS = 3;

/** What is stored of the delays of a sensor: its place in the block, then place and frames of each that it follows. */
export type StoredDelays = readonly number[];

/** Which sensors of a block follow others some frames later, and what that says of them beside the present. */
export class BlockDelays {
  /** 0 where none are looked for. */
  readonly #d: number;
  readonly #rises: Rises;
  readonly #search: DelaySearch;
  readonly #lines: DelayLines;
  readonly #regressions: (DelayedRegression | null)[];

  /** `lags`: those of the block, beyond which delays begin; without any none are looked for. */
  constructor(sensors: number, lags: number) {
    const d = lags > 0 ? sensors : 0;
    this.#d = d;
    this.#rises = new Rises(d);
    this.#search = new DelaySearch(d, lags + 1, this.#rises);
    this.#lines = new DelayLines(d);
    this.#regressions = Array.from({ length: d }, () => null);
  }

  get areLookedFor(): boolean {
    return this.#d > 0;
  }

  /** All arrays, by what they hold: the state, whose shape `stored` tells. */
  get arrays(): Numbers[] {
    return [
      ...this.#rises.arrays,
      ...this.#search.arrays,
      ...this.#lines.arrays,
      ...this.#regressions.flatMap((regression) => regression?.arrays ?? []),
    ];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    return this.#rises.isSound && this.#regressions.every((regression) => regression?.isSound !== false);
  }

  get stored(): StoredDelays[] {
    return this.#regressions.flatMap((regression) => {
      if (regression === null) return [];
      return [[regression.target, ...regression.delays.flatMap(({ source, frames }) => [source, frames])]];
    });
  }

  /** The delays of one that was stored, before its arrays are written. */
  restore(stored: readonly StoredDelays[]): void {
    for (const [target, ...rest] of stored) {
      const delays: Delay[] = [];
      for (let n = 0; n < rest.length; n += 2) delays.push({ source: rest[n], frames: rest[n + 1] });
      this.#regressions[target] = new DelayedRegression(target, delays);
    }
    this.#keepLines();
  }

  /** Goes on from those of a block with the same sensors, and perhaps one less. */
  takeOver(from: BlockDelays): void {
    if (this.#d === 0) return;
    copyInto(this.#rises.arrays, from.#rises.arrays);
    for (let i = from.#d; i < this.#d; i++) this.#rises.clear(i);
    this.#lines.takeOver(from.#lines);
    from.#regressions.forEach((regression, i) => (this.#regressions[i] = regression));
  }

  /** Whether delayed readings are of use beside the present to sensor i. */
  isInUse(i: number): boolean {
    return this.#regressions[i]?.isInUse === true;
  }

  /** What is left of the sensors seen, NaN of others, takes the place of what the present leaves of them. */
  replaceResiduals(residuals: Float64Array): void {
    for (let i = 0; i < this.#d; i++) {
      const regression = this.#regressions[i];
      if (regression?.isInUse === true && !Number.isNaN(residuals[i])) residuals[i] = regression.residual[0];
    }
  }

  /** A frame that the present has answered, leaving so much. */
  answer(inputs: RegressionInputs, left: Float64Array, dt: number): void {
    for (let i = 0; i < this.#d; i++) this.#regressions[i]?.answer(inputs, left, dt, this.#lines);
  }

  /** The same in an outage. */
  fill(inputs: RegressionInputs, outage: Outage, dt: number): void {
    for (let i = 0; i < this.#d; i++) {
      const regression = this.#regressions[i];
      if (regression?.isInUse === true && outage.hides(i)) regression.fill(inputs, outage, dt, this.#lines);
    }
  }

  /** Takes in the frame answered last, as far as it is believed; `leftOut`: how large the residuals of the present are. */
  learn(
    inputs: RegressionInputs,
    believed: Float64Array,
    leftOut: Float32Array,
    residual: CarriedResidual,
    dt: number,
  ): void {
    if (this.#d === 0) return;
    const isWordEnded = this.#learnRises(inputs, believed, residual);
    for (let i = 0; i < this.#d; i++) {
      const regression = this.#regressions[i];
      if (regression === null) continue;
      const wasInUse = regression.isInUse;
      regression.learn(believed, leftOut);
      if (regression.isInUse !== wasInUse) residual.clear(i);
    }
    this.#lines.push(believed, inputs.isMissing, dt);
    if (this.#search.goOn()) this.#add(this.#search, leftOut, residual);
    if (isWordEnded) this.#check(leftOut, residual);
  }

  /** How sensors moved that are seen now and were in the last frame. */
  #learnRises({ past }: RegressionInputs, believed: Float64Array, { had }: CarriedResidual): boolean {
    for (let i = 0; i < this.#d; i++) this.#rises.write(i, had[i] === 3 ? believed[i] - past[i] : 0);
    return this.#rises.advance();
  }

  /** What was found last, in the place of another delay of the same source where there is one. */
  #add({ target, source, frames }: DelaySearch, leftOut: Float32Array, residual: CarriedResidual): void {
    const delays = this.#regressions[target]?.delays ?? [];
    const others = delays.filter((delay) => delay.source !== source);
    const known = delays.find((delay) => delay.source === source);
    const isNew = known === undefined || this.#search.isClearerThan(known);
    if (!isNew || others.length === MOST_DELAYS) return;
    this.#begin(target, [...others, { source, frames }], leftOut, residual);
  }

  /** Delays are let go of where sensors no longer move as they say. */
  #check(leftOut: Float32Array, residual: CarriedResidual): void {
    for (let i = 0; i < this.#d; i++) {
      const regression = this.#regressions[i];
      if (regression === null) continue;
      const delays = regression.delays.filter((delay) => this.#search.stillHolds(i, delay));
      if (delays.length < regression.delays.length) this.#begin(i, delays, leftOut, residual);
    }
  }

  /** Sensor i follows others in this way from now on. */
  #begin(i: number, delays: readonly Delay[], leftOut: Float32Array, residual: CarriedResidual): void {
    if (this.isInUse(i)) residual.clear(i);
    this.#regressions[i] = delays.length === 0 ? null : new DelayedRegression(i, delays, leftOut[i]);
    this.#keepLines();
  }

  #keepLines(): void {
    const sources = this.#regressions.flatMap((regression) => regression?.delays ?? []);
    this.#lines.keep(new Set(sources.map(({ source }) => source)));
  }

  /** The level of sensor i has shifted. */
  shift(i: number): void {
    if (i < this.#d) this.#lines.clear(i);
  }

  /** Another sensor is in place i, of which nothing is known. */
  clearSensor(i: number, leftOut: Float32Array, residual: CarriedResidual): void {
    if (this.#d === 0) return;
    this.#rises.clear(i);
    this.#lines.clear(i);
    this.#begin(i, [], leftOut, residual);
    for (let target = 0; target < this.#d; target++) {
      const delays = this.#regressions[target]?.delays ?? [];
      const others = delays.filter(({ source }) => source !== i);
      if (others.length < delays.length) this.#begin(target, others, leftOut, residual);
    }
  }

  /** z_i becomes k_i z_i + c_i. */
  changeUnits(k: Float64Array, c: Float64Array): void {
    if (this.#d === 0) return;
    this.#lines.changeUnits(k, c);
    for (const regression of this.#regressions) regression?.changeUnits(k, c);
  }
}
