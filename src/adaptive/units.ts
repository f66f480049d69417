import { medianOfSorted } from '../scale/median';

/** Readings needed before a sensor gets units. */
const LEAST_READINGS = 20;
/** Readings that must differ from the median before a sensor counts as moving. */
const LEAST_MOVES = 5;

/** z = (reading - location) / scale. */
export interface Units {
  readonly location: number;
  readonly scale: number;
}

/**
 * Median, and scale max(IQR / 1.349, (q95 - q05) / 3.29): both are one standard deviation of a normal, and the second sees
 * a series that hardly moves at first. Where both are 0, mean and standard deviation, if at least 5 readings differ from
 * the median. Null for a sensor that is (still) constant or has too few readings. Sorts `readings`.
 */
export function measureUnits(readings: Float64Array, wideQuantiles: boolean): Units | null {
  const v = readings.sort();
  const n = v.length;
  if (n < LEAST_READINGS) return null;
  const location = medianOfSorted(v);
  const negligible = 1e-9 * (1e-9 + Math.abs(location));
  const quartiles = (v[Math.floor((3 * n) / 4)] - v[Math.floor(n / 4)]) / 1.349;
  const tail = Math.floor(n / 20);
  const wide = wideQuantiles ? (v[n - 1 - tail] - v[tail]) / 3.29 : 0;
  const scale = Math.max(quartiles, wide);
  if (scale > negligible) return { location, scale };
  const moves = v.reduce((count, value) => count + (Math.abs(value - location) > negligible ? 1 : 0), 0);
  return moves >= LEAST_MOVES ? momentUnits(v) : null;
}

function momentUnits(v: Float64Array): Units {
  const location = v.reduce((sum, value) => sum + value, 0) / v.length;
  const squares = v.reduce((sum, value) => sum + (value - location) ** 2, 0);
  return { location, scale: Math.sqrt(squares / v.length) };
}
