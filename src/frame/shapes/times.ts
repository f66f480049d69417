import { isRecord } from '../record';
import { looksLikeTime } from '../time-by-size';
import { isNeverSensor, mayBeOwnTime, saysUtc, timeRank } from '../time-names';
import { isDateOnly } from '../written-time';
import { readTimeObject } from './time-object';

/** A number this near to the arrival, read as a time, is a time, whatever it is called. */
const NEAR_MS = 30 * 86_400_000;

/** The best of the times that a payload names. */
export class TimeChoice {
  #best = Infinity;
  time: number | null = null;

  /** Notes a time found under a name, `depth` levels down: those further up come first, then the better name. */
  note(name: string, time: number, depth: number): void {
    if (!mayBeOwnTime(name, depth)) return;
    const rank = depth * 1000 + (timeRank(name) ?? 999);
    if (rank >= this.#best) return;
    this.#best = rank;
    this.time = time;
  }
}

/**
 * Epoch ms if the field can only be a time, by its name and value; NaN if it is no time of the message and no sensor either, such
 * as a day; null if it may be a sensor.
 */
export function timeOf(name: string, value: unknown, arrival: number): number | null {
  if (typeof value === 'number' && value < 1e9) return isNeverSensor(name) ? NaN : null;
  if (typeof value === 'string' && isDateOnly(value)) return NaN;
  const time = isRecord(value) ? readTimeObject(value) : looksLikeTime(value, saysUtc(name));
  if (time === null) return isNeverSensor(name) ? NaN : null;
  if (typeof value !== 'number' && !(typeof value === 'string' && /^[\d.]+$/.test(value))) return time;
  return timeRank(name) !== null || Math.abs(time - arrival) < NEAR_MS ? time : null;
}

/** The time that the fields of an object name, and nothing deeper; null if none does. */
export function timeIn(fields: Readonly<Record<string, unknown>>, arrival: number): number | null {
  const choice = new TimeChoice();
  for (const name of Object.keys(fields)) {
    if (timeRank(name) === null) continue;
    const time = timeOf(name, fields[name], arrival);
    if (time !== null && !Number.isNaN(time)) choice.note(name, time, 0);
  }
  return choice.time;
}
