import { DISBELIEVED_IN_A_ROW } from '../../scale/limits';
import type { FactorState } from './factor-state';
import type { FilteredSensor } from './filtered-sensor';

/** A reading further out than this, in units of its sensor, counts as so far out. */
const MAX_Z = 1e6;
/** A unit no longer fits a reading beyond this; after four of them in a row it is widened, so that the last is as far out as TARGET. */
const MAX_FITTING = 8;
const TARGET = 4;
/** Readings a sensor is taken to have behind it after a change of units, so that its noise is learned afresh. */
const MAX_COUNT = 20;

/** z = (reading - location) / unit of every sensor that has both. Returns how many do. */
export function standardise(state: FactorState, readings: ArrayLike<number>): number {
  const { sensors } = state;
  let seen = 0;
  for (let j = 0; j < sensors.length; j++) {
    const sensor = sensors[j];
    const reading = readings[j];
    sensor.corrects = sensor.unit > 0 && reading === reading ? 1 : 0;
    if (sensor.corrects === 0) continue;
    seen++;
    sensor.z = Math.min(MAX_Z, Math.max(-MAX_Z, (reading - sensor.location) / sensor.unit));
    const size = Math.abs(sensor.z);
    sensor.misfits = size > MAX_FITTING ? sensor.misfits + 1 : 0;
    if (sensor.misfits > DISBELIEVED_IN_A_ROW) widen(state, sensor, TARGET / size);
  }
  return seen;
}

/** z -> k z, exactly: the row is not learned anew, or a step in a few sensors would soon be explained away. */
function widen(state: FactorState, sensor: FilteredSensor, k: number): void {
  sensor.unit /= k;
  sensor.z *= k;
  sensor.misfits = 0;
  sensor.count = Math.min(sensor.count, MAX_COUNT);
  state.rescaleRow(sensor, k);
  sensor.offset *= k;
  sensor.lag1 *= k;
  sensor.lag2 *= k;
  sensor.offsetVariance *= k * k;
  sensor.offsetNoise *= k * k;
  sensor.noise *= k * k;
  sensor.gamma0 *= k * k;
  sensor.gamma1 *= k * k;
  sensor.gamma2 *= k * k;
}
