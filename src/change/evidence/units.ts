import { quartileSpread, ventileSpread } from '../../scale/spread';

/** Fewest readings that a unit is taken from, and fewest of them that must differ where most are equal. */
const LEAST_READ = 20;
const LEAST_DIFFERING = 5;
/** A spread below this share of the level is rounding of the readings. */
const ROUNDING = 1e-9;

export interface Unit {
  readonly location: number;
  readonly unit: number;
}

/**
 * Location and unit of a sensor from its last readings: their median, and the wider of the spreads that the quartiles and the
 * outer twentieths have. null: too few were read, or the sensor stands still.
 */
export function findUnit(readings: readonly number[]): Unit | null {
  const sorted = readings.filter((value) => value === value).sort((a, b) => a - b);
  const n = sorted.length;
  if (n < LEAST_READ) return null;
  const location = sorted[n >> 1];
  const least = ROUNDING * (ROUNDING + Math.abs(location));
  let unit = Math.max(quartileSpread(sorted), ventileSpread(sorted));
  if (unit <= least && sorted.filter((value) => Math.abs(value - location) > least).length >= LEAST_DIFFERING)
    unit = deviation(sorted);
  return unit > least ? { location, unit } : null;
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0));
}
