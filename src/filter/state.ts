import { damagedState, describe } from '../errors';
import { createModel } from '../dynamics';
import { readInteger } from '../options';
import { createLayout, type Layout } from './layout';
import { MAX_SENSORS, readConfig, type FilterConfig, type FilterOptions } from './options';
import { checkState } from './state-checks';

/** All a model needs to go on bit for bit: plain settings, and its state as one array. */
export interface FilterState {
  readonly config: FilterConfig;
  readonly sensors: number;
  readonly data: Float64Array;
}

function stateLength(at: Layout): number {
  return at.state.reduce((total, [start, end]) => total + end - start, 0);
}

export function copyState(m: Float64Array, at: Layout): Float64Array {
  const data = new Float64Array(stateLength(at));
  let to = 0;
  for (const [start, end] of at.state) {
    data.set(m.subarray(start, end), to);
    to += end - start;
  }
  return data;
}

/** Refuses what is not a state at all, such as one that went through JSON: an envelope is made for that. */
export function expectState(state: FilterState): void {
  const { config, data } = (state ?? {}) as Partial<FilterState>;
  const tag = Object.prototype.toString.call(data);
  if (config === null || typeof config !== 'object')
    throw damagedState('its config', 'an object', describe(config));
  if (tag !== '[object Float64Array]') throw damagedState('its data', 'a Float64Array', describe(data));
}

/** Refuses data of another length than these settings ask for, before the memory they ask for is taken. */
export function checkStateLength(data: Float64Array, options: FilterOptions): void {
  const { rank, dynamics, lag } = readConfig(options);
  const { order, parameters } = createModel(dynamics, rank, options.functions);
  const sensors = readInteger('sensors', options.sensors, 1, MAX_SENSORS);
  const expected = stateLength(createLayout(sensors, rank, order, lag, parameters?.count ?? 0));
  if (data.length !== expected) throw damagedState('its length', `${expected} numbers`, `${data.length}`);
}

/** Checks `data`, of the right length, in full, then writes it into `m`: on an error `m` is untouched. */
export function loadState(data: Float64Array, m: Float64Array, at: Layout, config: FilterConfig): void {
  const restored = new Float64Array(at.length);
  let from = 0;
  for (const [start, end] of at.state) {
    restored.set(data.subarray(from, from + end - start), start);
    from += end - start;
  }
  checkState(restored, at, config);
  m.set(restored);
}
