import { freeOffset, PriorError, SURPRISE, weighSurprise } from '../factor/surprise';
import type { Filter } from './filter';
import { MAX_MISFITS, MAX_Z } from './standardise';
import type { Sensor } from './sensor';

/** Where the units of more readings than this share no longer fit, the plant has moved and not a sensor. */
const JOINT_SHARE = 0.5;

const prior = new PriorError();

/**
 * e = z - prior. A surprising reading weighs less. After three of them in a row the sensor has moved for good: its location
 * follows, or else the offset is free to.
 */
export function weighReading(filter: Filter, sensor: Sensor): void {
  const { frame, variant } = filter;
  const { priorMean, priorVariance } = frame;
  const error = sensor.z - priorMean;
  prior.error = error;
  prior.variance = priorVariance;
  const isBelieved = weighSurprise(sensor, prior);
  if (!isBelieved) {
    if (sensor.surprises < 2) sensor.firstSurprise = sensor.surprises === 1 ? error : 0;
    return;
  }
  if (variant.followsShifts && hasShifted(sensor, error, priorVariance) && !isJointShift(filter)) {
    const shift = (sensor.firstSurprise + error) / 2;
    filter.shifts[sensor.index] = shift * sensor.scale;
    shiftLocation(sensor, shift);
    for (const expert of variant.experts) expert.followShift(sensor);
    return;
  }
  freeOffset(sensor, error);
  sensor.heldOutOffsetVariance += error * error;
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

/** Whether most sensors have moved at once: the plant has taken another state, and what is known of them holds when it comes back. */
function isJointShift({ frame, sensors }: Filter): boolean {
  let misfits = 0;
  for (const sensor of sensors) if (sensor.observed === 1 && sensor.misfits > 0) misfits += 1;
  return misfits > 1 && misfits > JOINT_SHARE * frame.observed;
}

/** With the location moved by as much as the level, all that was learned of the sensor holds; its last value was led astray. */
function shiftLocation(sensor: Sensor, shift: number): void {
  sensor.location += shift * sensor.scale;
  sensor.z -= shift;
  sensor.last = sensor.z;
  sensor.misfits = 0;
}
