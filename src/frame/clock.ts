import { damagedState, describe } from '../errors';
import type { Moment } from './frame';
import { isLate } from './lateness';

/** Without a time of its own a frame counts as one period after the last, unless the pause was longer than these. */
const LONGEST_USUAL_PAUSE = 3;
/** Frames that come at full speed have a period of 1 ms or so, and any hold-up of the machine would be a pause. */
const LONGEST_HOLD_UP_MS = 1000;
/** Times a Date can hold; any other number is no time. */
const LATEST_TIME = 8.64e15;
/** Bounds on dt: beyond them, more or less time makes no difference to any model, but for where in its rhythm it is. */
const LEAST_DT = 1e-6;
const MOST_DT = 1e6;

/**
 * Turns times into dt, in nominal periods since the last frame. The nominal period is the median interval of the first 40
 * frames; until it is known, dt = 1.
 *
 *   own time:     dt = (time - last own time) / period; a frame that is not newer than the last is late,
 *                 unless the last was impossibly far ahead: then dt = 1
 *   no own time:  dt = 1, but a pause of more than 3 periods, and more than a second, counts at its length
 *
 * A longer pause than counts is cut by whole cycles of the rhythm, where there is one, so that it ends where it would have.
 * Periods counted for frames without a time of their own are not counted again by the next frame that has one.
 */
export class FrameClock {
  #own: number | null = null;
  #arrival: number | null = null;
  #counted = 0;
  #period: number | null = null;
  #intervals: number[] = [];
  readonly #cycleMs: number | null;

  /** `cycleMs`: the length of the rhythm a model goes by. */
  constructor(cycleMs: number | null = null) {
    this.#cycleMs = cycleMs;
  }

  /** `last`: the time of the last frame, if it is known, which the clock must agree with. */
  static restore(value: unknown, cycleMs: number | null = null, last: number | null = null): FrameClock {
    const state = readClockState(value);
    const expected = state.counted > 0 ? state.arrival : (state.own ?? state.arrival);
    if (last !== null && expected !== null && last !== expected)
      throw damagedState('its clock', `the time of the last frame, ${last}`, `${expected}`);
    const clock = new FrameClock(cycleMs);
    clock.#own = state.own;
    clock.#arrival = state.arrival;
    clock.#counted = state.counted;
    clock.#period = state.period;
    clock.#intervals = [...state.intervals];
    return clock;
  }

  /** dt of frames in a row, as if the period had been known from the first; null: the one they tell themselves, or 1. */
  static measureAll(moments: readonly Moment[], periodMs: number | null, cycleMs: number | null): number[] {
    const first = new FrameClock(cycleMs);
    for (const { time, arrival } of moments) first.advance(time, arrival);
    const clock = new FrameClock(cycleMs);
    clock.#period = periodMs ?? first.#period;
    return moments.map(({ time, arrival }) => {
      const dt = clock.measure(time, arrival);
      clock.advance(time, arrival);
      return dt;
    });
  }

  snapshot(): ClockState {
    return {
      own: this.#own,
      arrival: this.#arrival,
      counted: this.#counted,
      period: this.#period,
      intervals: [...this.#intervals],
    };
  }

  /** The nominal period in ms; null until it is known. */
  get period(): number | null {
    return this.#period;
  }

  isLate(own: number | null, arrival: number): boolean {
    return isTime(own) && isLate(own, this.#own, arrival);
  }

  /** dt of a frame that is not late. Changes nothing. */
  measure(own: number | null, arrival: number): number {
    if (this.#period === null) return 1;
    if (isTime(own))
      return this.#own === null || own <= this.#own ? 1 : this.#measureOwn((own - this.#own) / this.#period);
    if (this.#arrival === null) return 1;
    const pauseMs = arrival - this.#arrival;
    const pause = pauseMs / this.#period;
    return pauseMs > LONGEST_HOLD_UP_MS && pause > LONGEST_USUAL_PAUSE ? this.#cut(pause) : 1;
  }

  /** The frame has been learned. */
  advance(own: number | null, arrival: number): void {
    const dt = this.measure(own, arrival);
    if (isTime(own)) {
      if (this.#own !== null && this.#counted === 0) this.#record(own - this.#own);
      this.#own = own;
      this.#counted = 0;
    } else {
      if (this.#arrival !== null && (this.#own === null || this.#counted > 0))
        this.#record(arrival - this.#arrival);
      this.#counted = this.#cut(this.#counted + dt);
    }
    this.#arrival = arrival;
  }

  #measureOwn(periods: number): number {
    const rest = this.#counted === 0 ? periods : Math.max(1, periods - this.#counted);
    return Math.max(this.#cut(rest), LEAST_DT);
  }

  #cut(dt: number): number {
    if (this.#cycleMs === null || this.#period === null) return Math.min(dt, MOST_DT);
    const cycle = this.#cycleMs / this.#period;
    const most = Math.max(MOST_DT, 2 * cycle);
    return dt > most ? most - cycle + ((dt - most) % cycle) : dt;
  }

  /** One interval between two frames that both have a time of their own, or both none. Bursts have no interval. */
  #record(interval: number): void {
    if (this.#period !== null || !isInterval(interval)) return;
    this.#intervals.push(interval);
    if (this.#intervals.length < ENOUGH_INTERVALS) return;
    this.#intervals.sort((a, b) => a - b);
    this.#period = this.#intervals[(ENOUGH_INTERVALS - 1) / 2];
    this.#intervals = [];
  }
}

/** Whether the value is a time at all: anything else counts as none. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= LATEST_TIME;

/** Intervals between the first 40 frames. Odd: the median is one of them. */
const ENOUGH_INTERVALS = 39;

/** From a microsecond to a century, in ms: what is shorter or longer is a mistake of some clock, and no model could go by it. */
const SHORTEST_INTERVAL = 1e-3;
const LONGEST_INTERVAL = 3.156e12;

/** Whether frames can be so far apart, in ms. */
const isInterval = (ms: number): boolean => ms >= SHORTEST_INTERVAL && ms <= LONGEST_INTERVAL;

/** The numbers of a FrameClock: times and intervals in ms. */
interface ClockState {
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
function readClockState(value: unknown): ClockState {
  if (value === null || typeof value !== 'object')
    throw damagedState('its clock', 'an object', describe(value));
  const stored = value as Readonly<Record<string, unknown>>;
  const { own, arrival, counted, period, intervals } = stored;
  const expect = (name: keyof ClockState, expected: string, holds: boolean): void => {
    if (!holds) throw damagedState(`clock.${name}`, expected, describe(stored[name]));
  };
  const isFinite = (number: unknown): number is number => Number.isFinite(number);
  const isLength = (number: unknown): number is number => isFinite(number) && number > 0;
  expect('own', 'a time or null', own === null || isTime(own));
  expect('arrival', 'a time or null', arrival === null || isTime(arrival));
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
