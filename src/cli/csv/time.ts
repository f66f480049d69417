import { readCalendar, writeCalendar, type CalendarStyle } from './calendar';
import { readCell } from './cell';

/** Numbers since 1970: how many make a millisecond. */
const PER_MS = { seconds: 1e-3, milliseconds: 1, microseconds: 1e3, nanoseconds: 1e6 } as const;
export type EpochUnit = keyof typeof PER_MS;
export const epochUnits = Object.keys(PER_MS) as EpochUnit[];

/** How the times of a file are read. days: since 1900, as spreadsheets count; elapsed: numbers since some start of their own. */
export type Clock = 'day-first' | 'month-first' | EpochUnit | 'days' | 'elapsed';

/** How a file writes its times, so that later ones can be written alike. */
export type TimeStyle = { readonly kind: EpochUnit | 'days' | 'elapsed' } | CalendarStyle;

/** Epoch ms, and the style it was written in; elapsed times count as seconds from 1970. */
export interface Time {
  readonly ms: number;
  readonly style: TimeStyle;
}

/** The years 1990 to 2100 in epoch ms: smaller or larger numbers are taken for readings. */
const EARLIEST = 631152000e3;
const LATEST = 4102444800e3;
/** The spreadsheets' day of 1970-01-01. */
const DAY_OF_1970 = 25_569;
const DAY_MS = 86_400_000;
/** Digits of a number that a double holds for certain. */
const DIGITS = 15;

/** The time a cell holds by that clock; null where it holds none. */
export function readTime(cell: string, clock: Clock): Time | null {
  if (clock === 'day-first' || clock === 'month-first') return readCalendar(cell, clock === 'month-first');
  const number = readCell(cell);
  if (Number.isNaN(number)) return null;
  const ms = toMs(number, clock);
  return clock === 'elapsed' || (ms >= EARLIEST && ms <= LATEST) ? { ms, style: { kind: clock } } : null;
}

function toMs(number: number, clock: EpochUnit | 'days' | 'elapsed'): number {
  if (clock === 'elapsed') return number * 1000;
  return clock === 'days' ? (number - DAY_OF_1970) * DAY_MS : number / PER_MS[clock];
}

export function writeTime(ms: number, style: TimeStyle): string {
  switch (style.kind) {
    case 'calendar':
      return writeCalendar(ms, style);
    case 'elapsed':
    case 'seconds':
      return writeExactly(ms / 1000);
    case 'days':
      return writeExactly(ms / DAY_MS + DAY_OF_1970);
    default:
      return `${Math.round(ms * PER_MS[style.kind])}`;
  }
}

const writeExactly = (value: number): string => `${Number(value.toPrecision(DIGITS))}`;

/** Whether a time of that style says when something was, and not only how long after something else. */
export const isAbsolute = (style: TimeStyle): boolean => style.kind !== 'elapsed';
