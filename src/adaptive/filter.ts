import { copyNumbers } from '../linalg/copy';
import { startCompanions } from './companions';
import { createContext, type FilterContext } from './context';
import type { History } from './history';
import { scalar, sensor } from './slots';
import type { Mechanisms } from './mechanisms';
import { hideSensor } from './shadow';
import { loadFrame } from './standardise';
import { startFilter, startSensor } from './start';
import { step } from './step';
import { LIMIT } from './unit-guard';
import type { Units } from './units';

/** One filter: its flat array, and what stays fixed about it. */
export interface Filter {
  readonly m: Float64Array;
  readonly context: FilterContext;
}

export function createFilter(d: number, rank: number, mechanisms: Mechanisms, seed: number): Filter {
  const context = createContext(d, rank, mechanisms);
  return { m: startFilter(context, seed), context };
}

/** The same filter again, in the memory of `old` where it fits. What they share is fixed, or scratch of one frame. */
export const copyFilter = ({ m, context }: Filter, old: Filter | null = null): Filter => ({
  m: copyNumbers(m, old?.m),
  context,
});

/** The same filter with one more sensor at the end, its row drawn next from the generator; rank and groups stay. */
export function growFilter({ m: old, context: { at, mechanisms } }: Filter): Filter {
  const context = createContext(at.d + 1, at.r, mechanisms);
  const m = new Float64Array(context.at.length);
  m.set(old);
  startSensor(m, context, at.length);
  if (at.d === 1) startCompanions(m, context.at, at.records);
  hideSensor(m, context.at, at.length);
  return { m, context };
}

export function learnFrame({ m, context }: Filter, frame: Float64Array, live: boolean): void {
  loadFrame(m, context, frame);
  m[scalar.live] = live ? 1 : 0;
  step(m, context);
}

export function activate(filter: Filter, j: number, units: Units): void {
  const row = recordOf(filter, j);
  filter.m[row + sensor.active] = 1;
  filter.m[row + sensor.location] = units.location;
  filter.m[row + sensor.scale] = units.scale;
}

/** Gives units to every sensor that has none and has begun to move. */
export function activateMoving(filter: Filter, history: History): void {
  const { m, context } = filter;
  const { records, stride, d } = context.at;
  for (let j = 0, row = records; j < d; j++, row += stride) {
    if (m[row + sensor.active] === 1) continue;
    const units = history.units(j, context.mechanisms);
    if (!units) continue;
    activate(filter, j, units);
    if (context.mechanisms.recollection) recollect(filter, j, history);
  }
}

/**
 * A sensor that gets units late begins with its kept readings as the simple predictors would have followed them. Those that
 * do not fit its units are left out, glitches and where it stood before it moved: nothing here cuts them back.
 */
function recollect(filter: Filter, j: number, history: History): void {
  const { m } = filter;
  const row = recordOf(filter, j);
  const z = history
    .readings(j)
    .map((reading) => (reading - m[row + sensor.location]) / m[row + sensor.scale])
    .filter((value) => Math.abs(value) <= LIMIT);
  if (z.length === 0) return;
  m[row + sensor.seen] = z.length;
  m[row + sensor.last] = z[z.length - 1];
  m[row + sensor.mean] = z.reduce((sum, value) => sum + value, 0) / z.length;
  m[row + sensor.low] = Math.min(...z);
  m[row + sensor.high] = Math.max(...z);
  m[row + sensor.gap] = history.gap(j);
  m[row + sensor.carried] = m[row + sensor.last];
}

/** Gives sensor j of `filter` the units it has in `old`, if it has any there. */
export function adoptUnits(filter: Filter, j: number, old: Filter): void {
  const { m } = old;
  const row = recordOf(old, j);
  if (m[row + sensor.active] === 0) return;
  activate(filter, j, { location: m[row + sensor.location], scale: m[row + sensor.scale] });
}

const recordOf = ({ context: { at } }: Filter, j: number): number => at.records + j * at.stride;
