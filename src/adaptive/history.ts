import { damagedState } from '../errors';
import { copyNumbers } from '../linalg/copy';
import type { FrameEstimates } from './estimates';
import type { Variant } from './variant';
import { isReading, MAX_READING } from './reading';
import { measureUnits, type Units } from '../scale/units';

/** Readings kept of each sensor. */
const KEPT = 40;
/** Readings of a sensor that stands still are left out from this many on. */
const MIN_STILL = 10;

/** The readings of a sensor so far: how many, their mean, their sum of squares about it; the time since the last. */
class Past {
  count = 0;
  mean = NaN;
  squares = NaN;
  gap = NaN;

  set(count: number, mean: number, squares: number, gap: number): this {
    this.count = count;
    this.mean = mean;
    this.squares = squares;
    this.gap = gap;
    return this;
  }
}
const FIELDS = 4;
/** Numbers that are stored of each sensor. */
const STORED = FIELDS + KEPT;

/** Student's 97.5 % quantile with n - 1 degrees of freedom over 2, to within 3 %: what makes mean -+ 2 sd hold 95 %. */
const widening = (n: number): number => (n < 2 ? 1 : 1 + 1.3 / (n - 1) + 4 / (n - 1) ** 3);

/** The raw past of every sensor: what is said of one without units, and what its units are measured from. */
export class History {
  #variant: Variant;
  #pasts: Past[];
  /** The last 40 readings of each sensor, a ring: reading n of sensor j at 40 j + (n - 1) mod 40. */
  #values: Float64Array;

  constructor(sensors: number, variant: Variant) {
    this.#variant = variant;
    this.#pasts = Array.from({ length: sensors }, () => new Past().set(0, 0, 0, 0));
    this.#values = new Float64Array(sensors * KEPT);
  }

  static lengthFor(sensors: number): number {
    return sensors * STORED;
  }

  /** The history that `pack` gave; throws BAD_SNAPSHOT for what it could not have given. */
  static unpack(data: Float64Array, variant: Variant): History {
    const history = new History(data.length / STORED, variant);
    history.#pasts.forEach((past, j) => {
      const [count, mean, squares, gap, ...values] = data.subarray(j * STORED, (j + 1) * STORED);
      if (!Number.isSafeInteger(count) || count < 0)
        throw damagedState('the count of readings', 'a whole number, not negative', `${count}`);
      for (const value of [mean, ...values]) {
        if (!isReading(value)) throw damagedState('the history', `readings up to ${MAX_READING}`, `${value}`);
      }
      for (const value of [squares, gap]) {
        if (!(value >= 0 && value < Infinity))
          throw damagedState('the history', 'no negative number', `${value}`);
      }
      past.set(count, mean, squares, gap);
      history.#values.set(values, j * KEPT);
    });
    return history;
  }

  /** The kept readings only of sensors that may still get units from them. */
  pack(needsReadings: (j: number) => boolean): Float64Array {
    const data = new Float64Array(this.sensors * STORED);
    this.#pasts.forEach(({ count, mean, squares, gap }, j) => {
      data.set([count, mean, squares, gap], j * STORED);
      if (needsReadings(j)) data.set(this.#values.subarray(j * KEPT, (j + 1) * KEPT), j * STORED + FIELDS);
    });
    return data;
  }

  /** Becomes the same as another. */
  assign(other: History): void {
    this.#variant = other.#variant;
    while (this.sensors < other.sensors) this.#pasts.push(new Past());
    this.#pasts.length = other.sensors;
    this.#values = copyNumbers(other.#values, this.#values);
    for (let j = 0; j < this.#pasts.length; j++) {
      const { count, mean, squares, gap } = other.#pasts[j];
      this.#pasts[j].set(count, mean, squares, gap);
    }
  }

  get sensors(): number {
    return this.#pasts.length;
  }

  addSensor(): void {
    this.#pasts.push(new Past().set(0, 0, 0, 0));
    const grown = new Float64Array(this.#values.length + KEPT);
    grown.set(this.#values);
    this.#values = grown;
  }

  /** Sensor j as before its first reading. */
  clearSensor(j: number): void {
    this.#pasts[j].set(0, 0, 0, 0);
    this.#values.fill(0, j * KEPT, (j + 1) * KEPT);
  }

  record(frame: Float64Array): void {
    for (let j = 0; j < this.#pasts.length; j++) {
      const past = this.#pasts[j];
      const reading = frame[j + 1];
      if (!isReading(reading)) {
        past.gap += frame[0];
        continue;
      }
      const surprise = reading - past.mean;
      past.count += 1;
      past.mean += surprise / past.count;
      past.squares += surprise * (reading - past.mean);
      past.gap = 0;
      this.#values[this.#place(j, past.count)] = reading;
    }
  }

  /** Where reading n of sensor j lies. */
  #place(j: number, n: number): number {
    return j * KEPT + ((n - 1) % KEPT);
  }

  /**
   * What can be said of a sensor without units: the median of its last three readings (the last while there are fewer), and
   * the running standard deviation; NaN before its first. The deviation of few readings is widened; it is 0 as long as they
   * are all alike.
   */
  describe(j: number, { mean, sd }: FrameEstimates): void {
    const { count, squares } = this.#pasts[j];
    if (count === 0) {
      mean[j] = NaN;
      sd[j] = NaN;
      return;
    }
    const a = this.#values[this.#place(j, count)];
    const b = count < 3 ? a : this.#values[this.#place(j, count - 1)];
    const c = count < 3 ? a : this.#values[this.#place(j, count - 2)];
    mean[j] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    sd[j] = Math.sqrt(squares / Math.max(count - 1, 1));
    if (this.#variant.widensFewReadings) sd[j] *= widening(count);
  }

  /** Time since each sensor's last reading, in nominal periods. */
  copyGaps(gaps: Float64Array): void {
    for (let j = 0; j < gaps.length; j++) gaps[j] = this.#pasts[j].gap;
  }

  /** Time since the sensor's last reading, in nominal periods. */
  gap(j: number): number {
    return this.#pasts[j].gap;
  }

  /** The last 40 readings, oldest first. */
  readings(j: number): Float64Array {
    const { count } = this.#pasts[j];
    const length = Math.min(count, KEPT);
    return Float64Array.from({ length }, (_, i) => this.#values[this.#place(j, count - length + i + 1)]);
  }

  /** Units from the last 40 readings, or null. */
  units(j: number): Units | null {
    if (this.#isConstant(j)) return null;
    const readings = this.readings(j);
    return measureUnits(this.#variant.skipsStillStart ? withoutStillStart(readings) : readings);
  }

  #isConstant(j: number): boolean {
    const start = j * KEPT;
    const end = start + Math.min(this.#pasts[j].count, KEPT);
    for (let i = start; i < end; i++) if (this.#values[i] !== this.#values[start]) return false;
    return true;
  }
}

/** The readings, oldest first, without those before the first that differs. */
function withoutStillStart(readings: Float64Array): Float64Array {
  const still = readings.findIndex((reading) => reading !== readings[0]);
  return still < MIN_STILL ? readings : readings.subarray(still);
}
