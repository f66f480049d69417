import { readTime } from './time';

const SLASHED = /^(\d{4})[/.](\d\d)[/.](\d\d)(?=[ T]|$)/;
/** 20260301T101352Z, 20260301101352. */
const BASIC =
  /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])[T ]?([01]\d|2[0-3])([0-5]\d)([0-5]\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/i;
/** 1.3.2026 10:13:52; with strokes it could be of either country, with dots the day comes first. */
const DAY_FIRST = /^(\d\d?)\.(\d\d?)\.(\d{4}),?[ T]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?$/;
/** Sun, 01 Mar 2026 10:13:52 GMT. */
const MAIL = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/;
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/i;
const DATE_ONLY = /^(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d?\.\d\d?\.\d{4})$/;
/** What none of these forms begins with is no time: most texts are told so at a glance. */
const BEGINS = /^(?:[+-]?\d|[A-Z][a-z]{2}, )/;
const SHORTEST = 10;
const LONGEST = 40;

/** Epoch ms of a time as programs write it; null for other text. Without a zone it is of the system's, or of UTC where that is said beside it. */
export function readWrittenTime(text: string, isUtc = false): number | null {
  if (text.length < SHORTEST || text.length > LONGEST || !BEGINS.test(text)) return null;
  const direct = isUtc ? null : readTime(text);
  if (direct !== null) return direct;
  if (MAIL.test(text)) return readTime(new Date(text));
  const plain = text
    .replace(BASIC, '$1-$2-$3T$4:$5:$6$7$8')
    .replace(SLASHED, '$1-$2-$3')
    .replace(DAY_FIRST, toIso)
    .replace(/,(?=\d{1,9}(?:\D|$))/, '.')
    .replace(/ (?=(?:Z|UTC|GMT)$)/i, '')
    .replace(/(?:UTC|GMT|Z)$/i, 'Z');
  return readTime(isUtc && plain.includes(':') && !ZONED.test(plain) ? `${plain}Z` : plain);
}

/** A day without a time of day: no moment. */
export const isDateOnly = (text: string): boolean => DATE_ONLY.test(text);

/** Whether a whole number is the digits of a moment, such as 20260301101352. */
export const isBasicTime = (number: number): boolean =>
  number > 1.9e13 && number < 2.2e13 && BASIC.test(String(number));

const toIso = (
  _: string,
  day: string,
  month: string,
  year: string,
  hour: string,
  minute: string,
  second = '00',
): string => `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;

const two = (digits: string): string => digits.padStart(2, '0');
