import type { Layout } from '../layout';
import type { Sensor } from '../sensor';
import { sensorFields, sensorQuantities } from '../state';

/** Everything that is known of a sensor, z -> k z. What has no unit, and what cannot go on in another, stays as it is. */
export function rescaleSensor(m: Float64Array, at: Layout, sensor: Sensor, k: number): void {
  const factors = [1, k, k * k];
  for (const name of sensorFields) sensor[name] *= factors[sensorQuantities[name].power];
  const row = at.rows + sensor.index * at.stride;
  for (const { place, length, quantity } of Object.values(at.row)) {
    for (let i = row + place; i < row + place + length; i++) m[i] *= factors[quantity.power];
  }
  for (let cell = sensor.losses; cell < sensor.losses + at.cells; cell += at.cell) {
    for (let e = cell; e < cell + at.experts; e++) m[e] *= k * k;
  }
}

/** All fields of a sensor zero. */
export function clearSensor(sensor: Sensor): void {
  for (const name of sensorFields) sensor[name] = 0;
}
