import { medianOfSorted } from './median';
import { quartileSpread, ventileSpread } from './spread';

/** Readings needed before a sensor gets units. */
const MIN_READINGS = 20;
/** Readings that must differ from the median before a sensor counts as moving. */
const MIN_MOVES = 5;

/** z = (reading - location) / scale. */
export interface Units {
  readonly location: number;
  readonly scale: number;
}

/**
 * Median, and the larger of the spreads from quartiles and ventiles: the second sees a series that hardly moves at first.
 * Where both are 0, mean and standard deviation, if at least 5 readings differ from the median. Null for a sensor that is
 * (still) constant or has too few readings. Sorts `readings`.
 */
export function measureUnits(readings: Float64Array): Units | null {
  const v = readings.sort();
  if (v.length < MIN_READINGS) return null;
  const location = medianOfSorted(v);
  const negligible = 1e-9 * (1e-9 + Math.abs(location));
  const scale = Math.max(quartileSpread(v), ventileSpread(v));
  if (scale > negligible) return { location, scale };
  const moves = v.reduce((count, value) => count + (Math.abs(value - location) > negligible ? 1 : 0), 0);
  return moves >= MIN_MOVES ? momentUnits(v) : null;
}

function momentUnits(v: Float64Array): Units {
  const location = v.reduce((sum, value) => sum + value, 0) / v.length;
  const squares = v.reduce((sum, value) => sum + (value - location) ** 2, 0);
  return { location, scale: Math.sqrt(squares / v.length) };
}
