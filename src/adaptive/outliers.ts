import { DISBELIEVED_IN_A_ROW, WEIGHED_DOWN_SD } from '../scale/limits';
import type { Filter } from './filter';
import { MAX_MISFITS, MAX_Z } from './standardise';
import type { Sensor } from './sensor';

/** In squared standard deviations of the prior: a reading further from it is surprising. */
const SURPRISE = WEIGHED_DOWN_SD * WEIGHED_DOWN_SD;

/**
 * e = z - prior,  delta^2 = e^2 / prior variance. A surprising reading weighs w = 3.5^2 / delta^2: its noise counts as
 * D / w, so it moves the filter by no more than 3.5 standard deviations would. After three of them in a row the sensor has
 * moved for good: its location follows, or else the offset's variance takes in e^2, and with it D, and the offset follows.
 */
export function weighReading({ frame, variant }: Filter, sensor: Sensor): void {
  const { priorMean, priorVariance } = frame;
  const error = sensor.z - priorMean;
  const square = error * error;
  const distance = square / priorVariance;
  if (distance <= SURPRISE) {
    sensor.surprises = 0;
    sensor.firstSurprise = 0;
    return;
  }
  sensor.surprises += 1;
  if (sensor.surprises === 1) sensor.firstSurprise = error;
  if (sensor.surprises <= DISBELIEVED_IN_A_ROW) {
    sensor.weight = SURPRISE / distance;
    return;
  }
  sensor.surprises = 0;
  if (variant.followsShifts && hasShifted(sensor, error, priorVariance)) {
    shiftLocation(sensor, (sensor.firstSurprise + error) / 2);
    for (const expert of variant.experts) expert.followShift(sensor);
    return;
  }
  sensor.offsetVariance += square;
  sensor.heldOutOffsetVariance += square;
  sensor.unexplained += square;
}

/**
 * Whether the level has shifted: four readings running that the units do not fit, the last as far from where it was expected
 * as the first, and with the shift taken off within the units again. Where the coefficients are wrong, the readings are not.
 */
function hasShifted(sensor: Sensor, error: number, priorVariance: number): boolean {
  const first = sensor.firstSurprise;
  const drift = error - first;
  const isSteady = drift * drift <= SURPRISE * priorVariance;
  return sensor.misfits > MAX_MISFITS && isSteady && Math.abs(sensor.z - (first + error) / 2) <= MAX_Z;
}

/** With the location moved by as much as the level, all that was learned of the sensor holds; its last value was led astray. */
function shiftLocation(sensor: Sensor, shift: number): void {
  sensor.location += shift * sensor.scale;
  sensor.z -= shift;
  sensor.last = sensor.z;
  sensor.misfits = 0;
}
