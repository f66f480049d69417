import type { FilterContext } from './context';
import { sensor } from './slots';
import { LIMIT } from './unit-guard';

/** A reading further than this many standard deviations from its prior is surprising. */
const SURPRISE = 3.5;
/** Surprises in a row that are held against the readings; the next is held against the offset. */
const STRIKES = 3;

/**
 * e = z - prior,  delta^2 = e^2 / prior variance. A surprising reading weighs w = 3.5^2 / delta^2: its noise counts as
 * D / w, so it moves the filter by no more than 3.5 standard deviations would. After three of them in a row the sensor has
 * moved for good: its location follows, or else the offset's variance takes in e^2, and with it D, and the offset follows.
 */
export function weighReading(m: Float64Array, context: FilterContext, row: number): void {
  const error = m[row + sensor.z] - m[row + sensor.priorMean];
  const square = error * error;
  const distance = square / m[row + sensor.priorVariance];
  if (distance <= SURPRISE * SURPRISE) {
    m[row + sensor.strikes] = 0;
    m[row + sensor.strikeError] = 0;
    return;
  }
  m[row + sensor.strikes] += 1;
  if (m[row + sensor.strikes] === 1) m[row + sensor.strikeError] = error;
  if (m[row + sensor.strikes] <= STRIKES) {
    m[row + sensor.weight] = (SURPRISE * SURPRISE) / distance;
    return;
  }
  m[row + sensor.strikes] = 0;
  if (context.mechanisms.relocation && hasShifted(m, row)) {
    relocate(m, row);
    return;
  }
  m[row + sensor.offsetVariance] += square;
  m[row + sensor.shadowOffsetVariance] += square;
  m[row + sensor.unexplained] += square;
}

/**
 * Whether the level has shifted: four readings running beyond the guard's limit, the last as far from where it was expected
 * as the first, and with the shift taken off within the limit again. Where the coefficients are wrong, the readings are not.
 */
function hasShifted(m: Float64Array, row: number): boolean {
  const z = m[row + sensor.z];
  const error = z - m[row + sensor.priorMean];
  const first = m[row + sensor.strikeError];
  const drift = error - first;
  const steady = drift * drift <= SURPRISE * SURPRISE * m[row + sensor.priorVariance];
  return m[row + sensor.guard] > STRIKES && steady && Math.abs(z - (first + error) / 2) <= LIMIT;
}

/**
 * The level has shifted by the mean of the first and the last error. With the location moved by as much, all that was learned
 * of the sensor holds as it did; only its last value and trend were led astray on the way.
 */
function relocate(m: Float64Array, row: number): void {
  const error = m[row + sensor.z] - m[row + sensor.priorMean];
  const shift = (m[row + sensor.strikeError] + error) / 2;
  m[row + sensor.location] += shift * m[row + sensor.scale];
  m[row + sensor.z] -= shift;
  m[row + sensor.last] = m[row + sensor.z];
  m[row + sensor.carried] = m[row + sensor.z];
  m[row + sensor.trend] = 0;
  m[row + sensor.guard] = 0;
}
