import { sensor } from './slots';

/** A reading further than this many standard deviations from its prior is surprising. */
const SURPRISE = 3.5;
/** Surprises in a row that are held against the readings; the next is held against the offset. */
const STRIKES = 3;

/**
 * e = z - prior,  delta^2 = e^2 / prior variance. A surprising reading weighs w = 3.5^2 / delta^2: its noise counts as
 * D / w, so it moves the filter by no more than 3.5 standard deviations would. After three of them in a row the sensor has
 * moved for good: the offset's variance takes in e^2, and with it D, and the offset follows.
 */
export function weighReading(m: Float64Array, row: number): void {
  const error = m[row + sensor.z] - m[row + sensor.priorMean];
  const square = error * error;
  const distance = square / m[row + sensor.priorVariance];
  if (distance <= SURPRISE * SURPRISE) {
    m[row + sensor.strikes] = 0;
    return;
  }
  m[row + sensor.strikes] += 1;
  if (m[row + sensor.strikes] <= STRIKES) {
    m[row + sensor.weight] = (SURPRISE * SURPRISE) / distance;
    return;
  }
  m[row + sensor.strikes] = 0;
  m[row + sensor.offsetVariance] += square;
  m[row + sensor.shadowOffsetVariance] += square;
  m[row + sensor.unexplained] += square;
}
