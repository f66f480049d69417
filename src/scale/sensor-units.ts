import { damagedState } from '../errors';
import { medianOfSorted } from './median';

/** Readings a unit is taken from. */
export const UNIT_READINGS = 40;
/** Readings, in units, count at most this much, so that a spike is no reason for another unit. */
const MOST_UNITS = 5;
/** A unit is widened where readings spread this many times as far, in squares. */
const TOO_WIDE = 2;
/** Of a sensor that has not moved yet: this share of its level is its unit. */
const SHARE_OF_LEVEL = 0.01;
/** Numbers kept for each sensor. */
const FIELDS = 4;
/** Readings are smaller than this, and units between these. */
const LARGEST = 1e61;
const LEAST_UNIT = 1e-60;
/** From the 10th to the 90th percentile of a normal distribution, in standard deviations. */
const DECILES = 2.563;

export interface Unit {
  readonly centre: number;
  readonly spread: number;
}

/** A unit from readings, in no order. */
export function unitOf(readings: readonly number[]): Unit {
  const sorted = [...readings].sort((a, b) => a - b);
  const quantile = (share: number): number => {
    const at = share * (sorted.length - 1);
    return (sorted[Math.floor(at)] + sorted[Math.ceil(at)]) / 2;
  };
  const centre = medianOfSorted(sorted);
  const range = (quantile(0.9) - quantile(0.1)) / DECILES;
  const level = Math.abs(centre) * SHARE_OF_LEVEL;
  const spread = [range, level, 1].find((width) => width >= LEAST_UNIT) ?? 1;
  return { centre, spread: Math.min(LARGEST, spread) };
}

/** Whether units can be kept. */
export const isUnit = ({ centre, spread }: Unit): boolean =>
  Math.abs(centre) < LARGEST && spread >= LEAST_UNIT && spread <= LARGEST;

/**
 * The unit of every sensor: z = (y - centre) / spread. Centre and spread are the median and the distance between the outer
 * deciles of its first readings. Where later ones, clipped, spread further about the centre, the spread becomes theirs; that
 * is looked at when the number of readings has doubled, so that units come to rest.
 */
export class SensorUnits {
  readonly centre: number[] = [];
  /** 0 while it is not known. */
  readonly spread: number[] = [];
  readonly #count: number[] = [];
  readonly #squares: number[] = [];

  get sensors(): number {
    return this.centre.length;
  }

  addSensor(): void {
    for (const field of this.#fields) field.push(0);
  }

  isKnown(j: number): boolean {
    return this.spread[j] > 0;
  }

  begin(j: number, { centre, spread }: Unit): void {
    this.centre[j] = centre;
    this.spread[j] = spread;
    this.#count[j] = UNIT_READINGS;
    this.#squares[j] = 0;
  }

  standardise(j: number, reading: number): number {
    return (reading - this.centre[j]) / this.spread[j];
  }

  /** Counts a reading z. The factor on everything in this sensor's units, if they have just changed; else 1. */
  note(j: number, z: number): number {
    this.#count[j] += 1;
    this.#squares[j] += Math.min(z * z, MOST_UNITS ** 2);
    const doublings = Math.log2(this.#count[j] / UNIT_READINGS);
    if (!Number.isInteger(doublings)) return 1;
    const square = this.#squares[j] / (this.#count[j] / 2);
    this.#squares[j] = 0;
    const spread = this.spread[j] * Math.sqrt(square);
    if (square <= TOO_WIDE || spread > LARGEST) return 1;
    const factor = this.spread[j] / spread;
    this.spread[j] = spread;
    return factor;
  }

  copy(): SensorUnits {
    return SensorUnits.restore(this.pack(), this.sensors);
  }

  /** All there is, as numbers that `restore` takes. */
  pack(): number[] {
    return this.#fields.flat();
  }

  static restore(numbers: ArrayLike<number>, sensors: number): SensorUnits {
    const units = new SensorUnits();
    units.#fields.forEach((field, f) => {
      for (let j = 0; j < sensors; j++) field.push(numbers[f * sensors + j]);
    });
    for (let j = 0; j < sensors; j++) units.#check(j);
    return units;
  }

  static length(sensors: number): number {
    return FIELDS * sensors;
  }

  get #fields(): readonly number[][] {
    return [this.centre, this.spread, this.#count, this.#squares];
  }

  #check(j: number): void {
    const [centre, spread, count, squares] = this.#fields.map((field) => field[j]);
    const expect = (name: string, expected: string, value: number, holds: boolean): void => {
      if (!holds) throw damagedState(`the ${name} of sensor ${j}`, expected, `${value}`);
    };
    expect('centre', `a number below ${LARGEST}`, centre, Math.abs(centre) < LARGEST);
    expect('spread', '0 or positive', spread, spread === 0 || (spread >= LEAST_UNIT && spread <= LARGEST));
    expect('count', 'a whole number, not negative', count, Number.isSafeInteger(count) && count >= 0);
    expect('squares', 'no negative number', squares, squares >= 0 && squares <= count * MOST_UNITS ** 2);
  }
}
