import type { FilterContext } from './context';
import { scalar, sensor } from './slots';
import { isReading } from './reading';
import { guardUnits } from './unit-guard';

/** Puts a frame, dt and raw readings, where a step finds it. */
export function loadFrame(m: Float64Array, context: FilterContext, frame: Float64Array): void {
  const { records, stride, d } = context.at;
  m[scalar.dt] = frame[0];
  for (let j = 0, row = records; j < d; j++, row += stride) m[row + sensor.reading] = frame[j + 1];
}

/** z = (y - location) / scale for every sensor with units and a reading; counts them. */
export function standardise(m: Float64Array, context: FilterContext): void {
  const { at, mechanisms } = context;
  let observed = 0;
  for (let row = at.records; row < at.length; row += at.stride) {
    const reading = m[row + sensor.reading];
    const z = (reading - m[row + sensor.location]) / m[row + sensor.scale];
    const counts = m[row + sensor.active] === 1 && isReading(reading) && isReading(z);
    m[row + sensor.observed] = counts ? 1 : 0;
    m[row + sensor.z] = counts ? z : 0;
    if (!counts) continue;
    observed++;
    if (mechanisms.guard) guardUnits(m, context, row);
  }
  m[scalar.observed] = observed;
}
