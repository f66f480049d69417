import { MAX_SQUARE } from '../linalg/limits';
import { checkFields, checkStored, storedCount, type StoredRange } from '../stored-range';
import { copyNumbers } from '../linalg/copy';
import type { FrameEstimates } from './estimates';
import type { Variant } from './variant';
import { isReading, MAX_READING } from './reading';
import { time } from './state';
import { measureUnits, type Units } from '../scale/units';

/** Readings kept of each sensor. */
const KEPT = 40;
/** Readings of a sensor that stands still are left out from this many on. */
const MIN_STILL = 10;

const reading: StoredRange = { min: -MAX_READING, max: MAX_READING };
/** What is stored of a sensor before the readings kept. */
const fields = { count: storedCount, mean: reading, squares: { min: 0, max: MAX_SQUARE }, gap: time };
const FIELDS = 4;
/** Numbers that are stored of each sensor. */
const STORED = FIELDS + KEPT;

/** Student's 97.5 % quantile with n - 1 degrees of freedom over 2, to within 3 %: what makes mean -+ 2 sd hold 95 %. */
const widening = (n: number): number => (n < 2 ? 1 : 1 + 1.3 / (n - 1) + 4 / (n - 1) ** 3);

/** Of a sensor whose readings are not kept. */
const NONE = new Float64Array(0);

/** The raw past of every sensor: what is said of one without units, and what its units are measured from. */
export class History {
  #variant: Variant;
  /** The readings of each sensor so far: how many, their mean, their sum of squares about it; the time since the last. */
  #count: Float64Array;
  #mean: Float64Array;
  #squares: Float64Array;
  #gap: Float64Array;
  /** The last 40 readings of each sensor, a ring: reading n at (n - 1) mod 40. Let go of once it needs them no more. */
  readonly #readings: Float64Array[];

  constructor(sensors: number, variant: Variant) {
    this.#variant = variant;
    [this.#count, this.#mean, this.#squares, this.#gap] = createRows(sensors);
    this.#readings = Array.from({ length: sensors }, () => new Float64Array(KEPT));
  }

  static lengthFor(sensors: number): number {
    return sensors * STORED;
  }

  /** The history that `pack` gave; throws BAD_SNAPSHOT for what it could not have given. */
  static unpack(data: Float64Array, variant: Variant): History {
    const history = new History(data.length / STORED, variant);
    history.#readings.forEach((readings, j) => {
      const [count, mean, squares, gap, ...values] = data.subarray(j * STORED, (j + 1) * STORED);
      checkFields('the history', fields, [count, mean, squares, gap]);
      for (const value of values) checkStored('a reading of the history', value, reading);
      history.#set(j, count, mean, squares, gap);
      readings.set(values);
    });
    return history;
  }

  /** The kept readings only of sensors that may still get units from them. */
  pack(needsReadings: (j: number) => boolean): Float64Array {
    const data = new Float64Array(this.sensors * STORED);
    this.#readings.forEach((readings, j) => {
      const fields = [this.#count[j], this.#mean[j], this.#squares[j], this.#gap[j]];
      data.set(fields, j * STORED);
      if (needsReadings(j)) data.set(readings, j * STORED + FIELDS);
    });
    return data;
  }

  /** Lets go of the readings of all other sensors. */
  keepReadings(needsReadings: (j: number) => boolean): void {
    for (let j = 0; j < this.sensors; j++) if (!needsReadings(j)) this.#readings[j] = NONE;
  }

  /** Becomes the same as another. */
  assign(other: History): void {
    const { sensors } = other;
    this.#variant = other.#variant;
    if (sensors !== this.sensors) {
      [this.#count, this.#mean, this.#squares, this.#gap] = createRows(sensors);
      this.#readings.length = Math.min(this.sensors, sensors);
    }
    this.#count.set(other.#count);
    this.#mean.set(other.#mean);
    this.#squares.set(other.#squares);
    this.#gap.set(other.#gap);
    for (let j = 0; j < sensors; j++) {
      const from = other.#readings[j];
      if (from.length === 0) this.#readings[j] = NONE;
      else this.#readings[j] = copyNumbers(from, j < this.sensors ? this.#readings[j] : NONE);
    }
  }

  get sensors(): number {
    return this.#readings.length;
  }

  addSensor(): void {
    const { sensors } = this;
    const rows = [this.#count, this.#mean, this.#squares, this.#gap];
    [this.#count, this.#mean, this.#squares, this.#gap] = createRows(sensors + 1);
    [this.#count, this.#mean, this.#squares, this.#gap].forEach((row, i) => row.set(rows[i]));
    this.#readings.push(new Float64Array(KEPT));
  }

  /** Sensor j as before its first reading. */
  clearSensor(j: number): void {
    this.#set(j, 0, 0, 0, 0);
    this.#readings[j] = new Float64Array(KEPT);
  }

  #set(j: number, count: number, mean: number, squares: number, gap: number): void {
    this.#count[j] = count;
    this.#mean[j] = mean;
    this.#squares[j] = squares;
    this.#gap[j] = gap;
  }

  record(frame: Float64Array): void {
    const count = this.#count;
    const mean = this.#mean;
    for (let j = 0; j < count.length; j++) {
      const reading = frame[j + 1];
      if (!isReading(reading)) {
        this.#gap[j] += frame[0];
        continue;
      }
      const surprise = reading - mean[j];
      count[j] += 1;
      mean[j] += surprise / count[j];
      this.#squares[j] += surprise * (reading - mean[j]);
      this.#gap[j] = 0;
      const readings = this.#readings[j];
      if (readings.length > 0) readings[placeOf(count[j])] = reading;
    }
  }

  /**
   * What can be said of a sensor without units: the median of its last three readings (the last while there are fewer), and
   * the running standard deviation; NaN before its first. The deviation of few readings is widened; it is 0 as long as they
   * are all alike.
   */
  describe(j: number, { mean, sd }: FrameEstimates): void {
    const count = this.#count[j];
    const readings = this.#readings[j];
    if (count === 0) {
      mean[j] = NaN;
      sd[j] = NaN;
      return;
    }
    const a = readings[placeOf(count)];
    const b = count < 3 ? a : readings[placeOf(count - 1)];
    const c = count < 3 ? a : readings[placeOf(count - 2)];
    mean[j] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    sd[j] = Math.sqrt(this.#squares[j] / Math.max(count - 1, 1));
    if (this.#variant.widensFewReadings) sd[j] *= widening(count);
  }

  /** Time since each sensor's last reading, in nominal periods. */
  copyGaps(gaps: Float64Array): void {
    gaps.set(this.#gap);
  }

  /** Time since the sensor's last reading, in nominal periods. */
  gap(j: number): number {
    return this.#gap[j];
  }

  /** The last 40 readings, oldest first. */
  readings(j: number): Float64Array {
    const count = this.#count[j];
    const ring = this.#readings[j];
    const length = Math.min(count, KEPT);
    return Float64Array.from({ length }, (_, i) => ring[placeOf(count - length + i + 1)]);
  }

  /** Units from the last 40 readings, or null. */
  units(j: number): Units | null {
    if (this.#isConstant(j)) return null;
    const readings = this.readings(j);
    return measureUnits(this.#variant.skipsStillStart ? withoutStillStart(readings) : readings);
  }

  #isConstant(j: number): boolean {
    const readings = this.#readings[j];
    const length = Math.min(this.#count[j], KEPT);
    for (let i = 1; i < length; i++) if (readings[i] !== readings[0]) return false;
    return true;
  }
}

/** Where reading n of a sensor lies. */
const placeOf = (n: number): number => (n - 1) % KEPT;

/** A number of each sensor for each field, from one buffer. */
function createRows(sensors: number): Float64Array[] {
  const all = new Float64Array(FIELDS * sensors);
  return Array.from({ length: FIELDS }, (_, k) => all.subarray(k * sensors, (k + 1) * sensors));
}

/** The readings, oldest first, without those before the first that differs. */
function withoutStillStart(readings: Float64Array): Float64Array {
  const still = readings.findIndex((reading) => reading !== readings[0]);
  return still < MIN_STILL ? readings : readings.subarray(still);
}
