import { MIN_NOISE } from '../factor/offset';
import { setIdentity } from '../linalg/packed';
import type { Filter } from './filter';
import { isReading } from './reading';
import { rescaleSensor } from './kernels/sensor-units';
import type { Sensor } from './sensor';

/** Units no longer fit a reading beyond this. */
export const MAX_Z = 8;
/** Readings in a row that may be beyond it. */
export const MAX_MISFITS = 3;
const TARGET = 4;
/** Readings a sensor is taken to have behind it after a change of units, so that its noise is learned afresh. */
const MAX_COUNT = 20;

/** z = (y - location) / scale for every sensor with units and a reading; counts them. */
export function standardise(filter: Filter, readings: Float64Array): void {
  let observed = 0;
  for (const sensor of filter.sensors) {
    const reading = readings[sensor.index + 1];
    const z = (reading - sensor.location) / sensor.scale;
    const counts = sensor.active === 1 && isReading(reading) && isReading(z);
    sensor.observed = counts ? 1 : 0;
    sensor.z = counts ? z : 0;
    if (!counts) continue;
    observed += 1;
    guardUnits(filter, sensor);
  }
  filter.frame.observed = observed;
}

/**
 * For ever on guard: |z| > 8 four times running means the units no longer fit, and 4 / |z| times z does. Five times where
 * the location can follow a shift of the level: that is decided at the fourth.
 */
function guardUnits(filter: Filter, sensor: Sensor): void {
  const size = Math.abs(sensor.z);
  if (size <= MAX_Z) {
    sensor.misfits = 0;
    return;
  }
  sensor.misfits += 1;
  if (sensor.misfits <= (filter.variant.followsShifts ? MAX_MISFITS + 1 : MAX_MISFITS)) return;
  sensor.misfits = 0;
  changeUnits(filter, sensor, TARGET / size);
}

/** z -> k z in everything the sensor owns; then its row and its experts are free to learn again. */
export function changeUnits(filter: Filter, sensor: Sensor, k: number): void {
  const { m, at } = filter;
  rescaleSensor(m, at, sensor, k);
  sensor.scale /= k;
  sensor.z *= k;
  sensor.noise = Math.max(sensor.noise, MIN_NOISE);
  sensor.count = Math.min(sensor.count, MAX_COUNT);
  setIdentity(m, sensor.V, at.p);
  for (const expert of filter.variant.experts) {
    expert.rescale(sensor, k, filter);
    expert.reopen(sensor, filter);
  }
}
