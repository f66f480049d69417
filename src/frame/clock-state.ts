import { damagedState, describe } from '../errors';

/** Intervals between the first 40 frames. Odd: the median is one of them. */
export const ENOUGH_INTERVALS = 39;

/** From a microsecond to a century, in ms: what is shorter or longer is a mistake of some clock, and no model could go by it. */
const SHORTEST_INTERVAL = 1e-3;
const LONGEST_INTERVAL = 3.156e12;

/** Whether frames can be so far apart, in ms. */
export const isInterval = (ms: number): boolean => ms >= SHORTEST_INTERVAL && ms <= LONGEST_INTERVAL;

/** The numbers of a FrameClock: times and intervals in ms. */
export interface ClockState {
  /** The last own time, and the last arrival; null before the first. */
  readonly own: number | null;
  readonly arrival: number | null;
  /** Periods counted for frames without a time of their own since the last one that had one. */
  readonly counted: number;
  /** Null until it is known, which takes `ENOUGH_INTERVALS` intervals. */
  readonly period: number | null;
  readonly intervals: readonly number[];
}

/** Checks the numbers of a kept clock one by one. A period that frames cannot have is measured anew. */
export function readClockState(value: unknown): ClockState {
  if (value === null || typeof value !== 'object')
    throw damagedState('its clock', 'an object', describe(value));
  const stored = value as Readonly<Record<string, unknown>>;
  const { own, arrival, counted, period, intervals } = stored;
  const expect = (name: keyof ClockState, expected: string, holds: boolean): void => {
    if (!holds) throw damagedState(`clock.${name}`, expected, describe(stored[name]));
  };
  const isFinite = (number: unknown): number is number => Number.isFinite(number);
  const isLength = (number: unknown): number is number => isFinite(number) && number > 0;
  expect('own', 'a time or null', own === null || isFinite(own));
  expect('arrival', 'a time or null', arrival === null || isFinite(arrival));
  expect('counted', 'no negative number', isFinite(counted) && counted >= 0);
  expect('period', 'a positive number or null', period === null || isLength(period));
  expect(
    'intervals',
    `fewer than ${ENOUGH_INTERVALS} positive numbers`,
    Array.isArray(intervals) && intervals.length < ENOUGH_INTERVALS && intervals.every(isLength),
  );
  const state = { own, arrival, counted, period, intervals } as ClockState;
  return {
    ...state,
    period: state.period !== null && isInterval(state.period) ? state.period : null,
    intervals: state.intervals.filter(isInterval),
  };
}
