import { isCount } from '../arguments';
import { damagedState } from '../errors';
import { medianOfSorted } from './median';
import { SensorState, isWithin } from './sensor-state';
import { decileSpread } from './spread';

/** Readings a unit is taken from. */
export const UNIT_READINGS = 40;
/** Readings, in units, count at most this much, so that a spike is no reason for another unit. */
const MOST_UNITS = 5;
/** A unit is widened where readings spread this many times as far, in squares. */
const TOO_WIDE = 2;
/** Of a sensor that has not moved yet: this share of its level is its unit. */
const SHARE_OF_LEVEL = 0.01;
/** Readings are smaller than this, and units between these. */
const LARGEST = 1e61;
const LEAST_UNIT = 1e-60;

export interface Unit {
  readonly centre: number;
  readonly spread: number;
}

/** A unit from readings, in no order. */
export function unitOf(readings: readonly number[]): Unit {
  const sorted = [...readings].sort((a, b) => a - b);
  const centre = medianOfSorted(sorted);
  const level = Math.abs(centre) * SHARE_OF_LEVEL;
  const spread = [decileSpread(sorted), level, 1].find((width) => width >= LEAST_UNIT) ?? 1;
  return { centre, spread: Math.min(LARGEST, spread) };
}

/** Whether units can be kept. */
export const isUnit = ({ centre, spread }: Unit): boolean =>
  Math.abs(centre) < LARGEST && spread >= LEAST_UNIT && spread <= LARGEST;

const FIELDS = {
  centre: { start: 0, isReachable: isWithin(LARGEST) },
  spread: { start: 0, isReachable: (spread: number) => spread === 0 || isUnit({ centre: 0, spread }) },
  count: { start: 0, isReachable: isCount },
  squares: { start: 0, isReachable: (squares: number) => squares >= 0 },
};

/**
 * The unit of every sensor: z = (y - centre) / spread. Centre and spread are the median and the distance between the outer
 * deciles of its first readings. Where later ones, clipped, spread further about the centre, the spread becomes theirs; that
 * is looked at when the number of readings has doubled, so that units come to rest.
 */
export class SensorUnits extends SensorState<keyof typeof FIELDS> {
  constructor(sensors = 0) {
    super(FIELDS, sensors);
  }

  get centre(): readonly number[] {
    return this.of.centre;
  }

  /** 0 while it is not known. */
  get spread(): readonly number[] {
    return this.of.spread;
  }

  isKnown(j: number): boolean {
    return this.spread[j] > 0;
  }

  begin(j: number, { centre, spread }: Unit): void {
    const { of } = this;
    of.centre[j] = centre;
    of.spread[j] = spread;
    of.count[j] = UNIT_READINGS;
    of.squares[j] = 0;
  }

  standardise(j: number, reading: number): number {
    return (reading - this.centre[j]) / this.spread[j];
  }

  /** Counts a reading z. The factor on everything in this sensor's units, if they have just changed; else 1. */
  note(j: number, z: number): number {
    const { count, squares } = this.of;
    count[j] += 1;
    squares[j] += Math.min(z * z, MOST_UNITS ** 2);
    const doublings = Math.log2(count[j] / UNIT_READINGS);
    if (!Number.isInteger(doublings)) return 1;
    const square = squares[j] / (count[j] / 2);
    squares[j] = 0;
    const spread = this.spread[j] * Math.sqrt(square);
    if (square <= TOO_WIDE || spread > LARGEST) return 1;
    const factor = this.spread[j] / spread;
    this.of.spread[j] = spread;
    return factor;
  }

  override load(numbers: ArrayLike<number>): this {
    super.load(numbers);
    const { count, squares } = this.of;
    const j = squares.findIndex((square, i) => square > count[i] * MOST_UNITS ** 2);
    if (j < 0) return this;
    throw damagedState(`the squares of sensor ${j}`, `at most ${MOST_UNITS ** 2} a reading`, `${squares[j]}`);
  }
}
