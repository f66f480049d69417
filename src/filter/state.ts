import { damagedState, describe } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';
import { scalar, type Layout } from './layout';
import type { FilterConfig } from './options';

/** All a model needs to go on bit for bit: plain settings, and its state as one array. */
export interface FilterState {
  readonly config: FilterConfig;
  readonly sensors: number;
  readonly data: Float64Array;
}

export function stateLength(at: Layout): number {
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

/** Checks `data` in full, then writes it into `m`: on an error `m` is untouched. */
export function loadState(data: Float64Array, m: Float64Array, at: Layout): void {
  const expected = stateLength(at);
  if (data.length !== expected) throw damagedState('its length', `${expected} numbers`, `${data.length}`);
  const restored = new Float64Array(at.length);
  let from = 0;
  for (const [start, end] of at.state) {
    restored.set(data.subarray(from, from + end - start), start);
    from += end - start;
  }
  checkState(restored, at);
  m.set(restored);
}

function checkState(m: Float64Array, at: Layout): void {
  for (const [start, end] of at.state) {
    for (let i = start; i < end; i++) {
      if (!(Math.abs(m[i]) < MAX_SQUARE))
        throw damagedState('an entry', `a number below ${MAX_SQUARE}`, `${m[i]}`);
    }
  }
  for (const name of ['k', 'seq', 'recorded', 'seed'] as const) {
    const value = m[scalar[name]];
    if (!Number.isInteger(value) || value < 0)
      throw damagedState(name, 'a whole number, not negative', `${value}`);
  }
  for (const name of ['lambda', 'noise'] as const) {
    if (!(m[scalar[name]] > 0)) throw damagedState(name, 'a positive number', `${m[scalar[name]]}`);
  }
  for (let j = 0; j < at.d; j++) {
    if (!(m[at.R + j] > 0)) throw damagedState(`R[${j}]`, 'a positive number', `${m[at.R + j]}`);
  }
  for (let i = 0; i < at.size; i++) {
    const variance = m[at.P + i * (at.size + 1)];
    if (variance < 0) throw damagedState(`P[${i}][${i}]`, 'no negative variance', `${variance}`);
  }
}
