import { DEGREES } from './angle';
import { CounterTrack } from './counter-track';
import type { Kind } from './kind';
import { KindFinder } from './kind-finder';
import { SlowBlend } from './slow-blend';
import { checkStored } from '../stored-range';
import { count, reading } from './stored-ranges';
import { UsualPause } from './usual-pause';

/** A report after so much of the longest usual pause comes to show that the sensor is there. */
const DUE = 0.8;
/** Of all that count nothing, and of all that are read often: neither is written to. */
const NO_COUNTER = new CounterTrack();
const NO_BLEND = new SlowBlend();

/** A sensor as users see it: its kind, and the columns of the model that it has for it; -1: none yet. */
export class SensorKind {
  /** Set by the user; null: found. */
  readonly set: Kind | null;
  finder: KindFinder;
  counter = NO_COUNTER;
  readonly pause = new UsualPause();
  blend = NO_BLEND;
  /** The reading itself. */
  plainColumn = -1;
  rateColumn = -1;
  cosineColumn = -1;
  sineColumn = -1;
  last = NaN;
  gap = 0;

  constructor(set: Kind | null) {
    this.set = set;
    this.finder = new KindFinder(set === 'state');
    if (this.mayCount) this.counter = new CounterTrack();
  }

  /** Another sensor in the columns of this one, of which nothing is known. */
  replacedBy(set: Kind | null): SensorKind {
    const other = new SensorKind(set);
    [other.plainColumn, other.rateColumn, other.cosineColumn, other.sineColumn] = this.columns;
    if (other.plainColumn >= 0) return other;
    // One that was set to a kind from its first reading on has claimed the column of its plain readings.
    other.plainColumn = Math.max(other.rateColumn, other.cosineColumn);
    if (other.plainColumn === other.rateColumn) other.rateColumn = -1;
    else other.cosineColumn = -1;
    return other;
  }

  /** Of the reading itself, its rate, cosine and sine. */
  get columns(): readonly [number, number, number, number] {
    return [this.plainColumn, this.rateColumn, this.cosineColumn, this.sineColumn];
  }

  get kind(): Kind {
    return this.set ?? this.finder.kind;
  }

  /** Whether it is a counter, or may yet be found to be one. */
  get mayCount(): boolean {
    return this.set === null ? !this.finder.isNoCounter : this.set === 'counter';
  }

  /** The column whose estimate is that of the sensor, or of its rate or cosine. */
  get column(): number {
    const { kind } = this;
    return kind === 'counter' ? this.rateColumn : kind === 'angle' ? this.cosineColumn : this.plainColumn;
  }

  /** Whether it is sent when it has moved, so that its last reading holds until the next. */
  get holds(): boolean {
    const { kind } = this;
    return kind === 'on-change' || (kind === 'state' && this.finder.isSentOnChange);
  }

  /** The gap in frames from which on it is silent. */
  get silentAfter(): number {
    return this.holds ? this.pause.silentOnChangeAfter : this.pause.silentAfter;
  }

  /** The rate of a counter that never goes the other way. */
  rateWithin(rate: number): number {
    return this.finder.isFalling ? Math.min(rate, 0) : Math.max(rate, 0);
  }

  /** Whether it is read only now and then, and not when it has moved. */
  get isSlow(): boolean {
    const { kind } = this;
    return (kind === 'plain' || kind === 'state') && !this.holds && SlowBlend.isSlow(this.pause.mean);
  }

  /** Writes the reading in column j, dt after the last frame, into the columns of the model as it sees it. */
  transform(readings: ArrayLike<number>, j: number, dt: number, out: Float64Array): void {
    const { kind } = this;
    if (kind === 'counter') out[this.rateColumn] = this.counter.rateOf(readings[j], dt);
    else if (kind === 'angle') {
      out[this.cosineColumn] = Math.cos(readings[j] / DEGREES);
      out[this.sineColumn] = Math.sin(readings[j] / DEGREES);
    } else out[this.plainColumn] = readings[j];
  }

  /** A frame: its reading in column j, NaN for none; and what the model said of it, in a column of its own. */
  learn(readings: ArrayLike<number>, j: number, model: ArrayLike<number> | null = null, column = 0): void {
    const reading = readings[j];
    if (Number.isNaN(reading)) {
      this.gap += 1;
      return;
    }
    if (model !== null && this.isSlow) {
      if (this.blend === NO_BLEND) this.blend = new SlowBlend();
      this.blend.learn(reading, model[column], this.last);
    }
    this.finder.learn(readings, j, this.gap, this.gap > 0 && this.gap >= DUE * this.pause.longest);
    if (!this.mayCount) this.counter = NO_COUNTER;
    else if (this.counter === NO_COUNTER) this.counter = new CounterTrack();
    this.pause.learn(this.gap);
    this.last = reading;
    this.gap = 0;
  }

  /** Within the values of a state. */
  clampToValues(mean: number): number {
    let [low, high] = [Infinity, -Infinity];
    for (const [value, visits] of this.finder.values) {
      if (!this.finder.isUsual(visits)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return low <= high ? Math.min(Math.max(mean, low), high) : mean;
  }

  /** The likeliest of the values of a state, given what the model says of it. */
  likeliest(mean: number): number {
    let best = this.last;
    let least = Infinity;
    for (const [value, visits] of this.finder.values) {
      const distance = Math.abs(value - mean);
      if (distance < least && this.finder.isUsual(visits)) [best, least] = [value, distance];
    }
    return best;
  }

  pack(): PackedKind {
    const { columns, last, gap } = this;
    const blend = this.blend.pack();
    return {
      columns,
      last: Number.isNaN(last) ? null : last,
      gap,
      found: this.finder.pack(),
      counter: this.mayCount ? this.counter.pack() : [],
      pause: this.pause.pack(),
      ...(blend.length > 0 ? { blend } : {}),
    };
  }

  static unpack(set: Kind | null, packed: PackedKind): SensorKind {
    const sensor = new SensorKind(set);
    [sensor.plainColumn, sensor.rateColumn, sensor.cosineColumn, sensor.sineColumn] = packed.columns;
    if (packed.last !== null) checkStored('the last reading of a sensor', packed.last, reading);
    checkStored('the gap of a sensor', packed.gap, count);
    sensor.last = packed.last ?? NaN;
    sensor.gap = packed.gap;
    sensor.finder = KindFinder.unpack(packed.found, set === 'state');
    sensor.counter = CounterTrack.unpack(packed.counter);
    sensor.pause.unpack(packed.pause);
    sensor.blend = SlowBlend.unpack(packed.blend ?? []);
    return sensor;
  }
}

/** As plain JSON. */
export interface PackedKind {
  readonly columns: readonly number[];
  readonly last: number | null;
  readonly gap: number;
  readonly found: readonly number[];
  /** Empty where it is none and never will be. */
  readonly counter: readonly (number | null)[];
  readonly pause: readonly number[];
  /** Absent where it is not slow, and in what was stored before. */
  readonly blend?: readonly number[];
}
