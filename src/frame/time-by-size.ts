import { readTime } from './time';
import { isBasicTime, readWrittenTime } from './written-time';

/** Smallest number that is epoch seconds, and from where on it is ms, µs, ns: each lasts from 1973 or 2001 to the year 5138. */
const LEAST_SECONDS = 1e9;
const LEAST_MS = 1e11;
const LEAST_US = 1e14;
const LEAST_NS = 1e17;
/** Before 1980 no device that we hear of had its clock set: 1601 and 1970 are what clocks begin with. */
const EARLIEST_MS = 315_532_800_000;
/** 2200. */
const LATEST_MS = 7_258_118_400_000;
const DIGITS = /^\d{10,19}(?:\.\d{1,9})?$/;

/** Epoch ms of a number whose size tells its unit; below 1e9 it is ms already. */
function msBySize(number: number): number {
  const size = Math.abs(number);
  if (size < LEAST_SECONDS) return number;
  if (size < LEAST_MS) return number * 1000;
  if (size < LEAST_US) return number;
  return size < LEAST_NS ? number / 1e3 : number / 1e6;
}

/** Epoch ms of what stands where the time is to be: a number of any of the units, a Date, ISO text; null where it is no time. */
export function readTimeBySize(value: unknown): number | null {
  if (typeof value === 'number') return value === 0 ? null : readTime(msBySize(value));
  if (typeof value === 'string') return looksLikeTime(value);
  const time = readTime(value);
  return time !== null && isSet(time) ? time : null;
}

/** Epoch ms of a value that can be nothing but a time; null for all others. `isUtc`: text without a zone is of UTC. */
export function looksLikeTime(value: unknown, isUtc = false): number | null {
  if (typeof value === 'number') {
    if (isBasicTime(value)) return looksLikeTime(String(value), isUtc);
    return value >= LEAST_SECONDS ? checked(msBySize(value)) : null;
  }
  if (typeof value !== 'string') {
    const time = value instanceof Date ? readTime(value) : null;
    return time === null ? null : checked(time);
  }
  const written = readWrittenTime(value, isUtc);
  if (written !== null) return checked(written);
  return DIGITS.test(value) ? checked(msBySize(Number(value))) : null;
}

const isSet = (ms: number): boolean => ms >= EARLIEST_MS && ms <= LATEST_MS;

const checked = (ms: number): number | null => (isSet(ms) ? ms : null);
