import { describeDuration } from './duration';
import { distanceBeyond, findCrossing, type Crossing, type FrameAhead } from './crossing';
import { say } from '../words';
import { isMeant, type Limit } from './limit';
import { ENGLISH, type LimitWords } from './words';

/** A limit that is about to be crossed, was crossed before that could be told, or is out of sight again. */
export interface LimitEvent {
  readonly sensor: string;
  readonly state: 'ahead' | 'reached' | 'cleared';
  readonly side: 'above' | 'below';
  readonly limit: number;
  /** Frames ahead until it is likelier than not; null unless it is ahead. */
  readonly frames: number | null;
  /** The same in seconds, and when the chance is one in ten and nine in ten; null where that is not known, or too far ahead. */
  readonly seconds: number | null;
  readonly earliestSeconds: number | null;
  readonly latestSeconds: number | null;
  /** "boiler reaches 80 in about 25 min (15-60)" */
  readonly summary: string;
}

type Times = Pick<LimitEvent, 'frames' | 'seconds' | 'earliestSeconds' | 'latestSeconds'>;

/** What is known after a frame. */
export interface LimitFrame {
  readonly names: readonly string[];
  /** What each sensor shows now, NaN where that is not known or not to be trusted. */
  readonly values: ArrayLike<number>;
  /** Which sensors were read; NaN: not in this frame. */
  readonly readings: ArrayLike<number>;
  readonly forecast: readonly FrameAhead[];
  /** Between frames, in ms; null: not known. */
  readonly period: number | null;
}

/** A limit that was told of is out of sight once the chance of crossing it is below this. */
const CLEARED = 0.25;

/** A sensor that is not read for longer than so many of its last pauses is judged by its forecast alone. */
const PAUSES = 2;
/** How slowly a long pause is forgotten. */
const KEEP = 0.9;

/**
 * Tells of each limit once when it is likelier than not to be crossed within the forecast, and again when it is not any more. Both by
 * its readings: between those of a slow sensor the forecast widens and sinks back to where the sensor usually is, and would tell again
 * and again. A reading that is not to be trusted says nothing, and neither does the forecast from it.
 */
export class LimitWatch {
  readonly #limits: readonly Limit[];
  readonly #words: LimitWords;
  /** Limits that were told of, by their index and the sensor's name. */
  readonly #told = new Set<string>();
  /** The sensors that each limit is for. */
  #columns: { readonly limit: Limit; readonly column: number; readonly id: string }[] = [];
  #names: readonly string[] = [];
  /** By column: frames since the last reading, and its usual pause; NaN: not known yet. */
  #gaps: number[] = [];
  #pauses: number[] = [];

  constructor(limits: readonly Limit[], words: LimitWords = ENGLISH) {
    this.#limits = limits;
    this.#words = words;
  }

  update(frame: LimitFrame): LimitEvent[] {
    this.#find(frame.names);
    this.#measurePauses(frame.readings);
    const events: LimitEvent[] = [];
    for (const { limit, column, id } of this.#columns) {
      const crossing = findCrossing(frame.forecast, column, limit);
      if (crossing === null) continue;
      const distance = distanceBeyond(frame.values[column], limit);
      const isDue = this.#gaps[column] === 0 || this.#gaps[column] > PAUSES * this.#pauses[column];
      if (Number.isNaN(distance) || !isDue) continue;
      const state = this.#judge(id, crossing, distance >= 0);
      if (state !== null)
        events.push(describeEvent(frame.names[column], limit, state, crossing, frame.period, this.#words));
    }
    return events;
  }

  #measurePauses(readings: ArrayLike<number>): void {
    for (let j = 0; j < this.#gaps.length; j++) {
      const isRead = !Number.isNaN(readings[j]);
      if (isRead && !Number.isNaN(this.#gaps[j]))
        this.#pauses[j] = Math.max(this.#gaps[j], KEEP * (this.#pauses[j] || 0));
      this.#gaps[j] = isRead ? 0 : this.#gaps[j] + 1;
    }
  }

  #judge(id: string, { about, chance }: Crossing, isBeyond: boolean): LimitEvent['state'] | null {
    if (this.#told.has(id)) {
      if (isBeyond || chance >= CLEARED) return null;
      this.#told.delete(id);
      return 'cleared';
    }
    if (!isBeyond && about === Infinity) return null;
    this.#told.add(id);
    return isBeyond ? 'reached' : 'ahead';
  }

  #find(names: readonly string[]): void {
    const isSame = names.length === this.#names.length && names.every((name, j) => name === this.#names[j]);
    if (isSame) return;
    const gapOf = (gaps: readonly number[]) => (name: string) => gaps[this.#names.indexOf(name)] ?? NaN;
    [this.#gaps, this.#pauses] = [this.#gaps, this.#pauses].map((gaps) => names.map(gapOf(gaps)));
    this.#names = [...names];
    this.#columns = this.#limits.flatMap((limit, i) =>
      names.flatMap((name, column) => (isMeant(limit, name) ? [{ limit, column, id: `${i}:${name}` }] : [])),
    );
  }
}

function describeEvent(
  sensor: string,
  { side, value: limit }: Limit,
  state: LimitEvent['state'],
  { about, earliest, latest }: Crossing,
  period: number | null,
  words: LimitWords,
): LimitEvent {
  const secondsOf = (steps: number): number | null =>
    period === null || steps === Infinity ? null : (steps * period) / 1000;
  const isAhead = state === 'ahead';
  const times: Times = {
    frames: isAhead ? about : null,
    seconds: isAhead ? secondsOf(about) : null,
    earliestSeconds: isAhead ? secondsOf(earliest) : null,
    latestSeconds: isAhead ? secondsOf(latest) : null,
  };
  return {
    sensor,
    state,
    side,
    limit,
    ...times,
    summary: describe(sensor, limit, state, side, times, words),
  };
}

function describe(
  name: string,
  value: number,
  state: LimitEvent['state'],
  side: LimitEvent['side'],
  { frames, seconds, earliestSeconds, latestSeconds }: Times,
  words: LimitWords,
): string {
  const limit = String(value);
  const isAbove = side === 'above';
  if (state === 'reached') return say(isAbove ? words.reachedAbove : words.reachedBelow, { name, limit });
  if (state === 'cleared') return say(isAbove ? words.clearedAbove : words.clearedBelow, { name, limit });
  if (seconds === null) return say(words.aheadFrames, { name, limit, frames: String(frames) });
  const time = describeDuration(seconds, earliestSeconds, latestSeconds, words.orLater);
  return say(words.ahead, { name, limit, time });
}
