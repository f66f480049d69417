import { readCalendar, writeCalendar, type CalendarStyle } from './calendar';
import { readCell } from './cell';

/** Numbers since 1970: how many make a millisecond. */
const PER_MS = { seconds: 1e-3, milliseconds: 1, microseconds: 1e3, nanoseconds: 1e6 } as const;
type EpochUnit = keyof typeof PER_MS;
export const epochUnits = Object.keys(PER_MS) as EpochUnit[];

/**
 * Numbers since some start of their own, in units that nobody knows. They count as seconds; ticks, which rise by a million or
 * more a row, as nanoseconds: as seconds they would soon be beyond all times.
 */
type ElapsedUnit = 'elapsed' | 'ticks';
export const elapsedUnit = (step: number): ElapsedUnit => (step >= 1e6 ? 'ticks' : 'elapsed');

/** How the times of a file are read. days: since 1900, as spreadsheets count. */
export type Clock = 'day-first' | 'month-first' | EpochUnit | 'days' | ElapsedUnit;

/** How a file writes its times, so that later ones can be written alike. */
export type TimeStyle = { readonly kind: EpochUnit | 'days' | ElapsedUnit } | CalendarStyle;

/** Epoch ms, and the style it was written in; elapsed times count from 1970. */
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
  return isElapsed(clock) || (ms >= EARLIEST && ms <= LATEST) ? { ms, style: { kind: clock } } : null;
}

const isElapsed = (clock: string): boolean => clock === 'elapsed' || clock === 'ticks';

function toMs(number: number, clock: EpochUnit | 'days' | ElapsedUnit): number {
  if (clock === 'elapsed') return number * 1000;
  if (clock === 'days') return (number - DAY_OF_1970) * DAY_MS;
  return number / PER_MS[clock === 'ticks' ? 'nanoseconds' : clock];
}

export function writeTime(ms: number, style: TimeStyle): string {
  switch (style.kind) {
    case 'calendar':
      return writeCalendar(ms, style);
    case 'elapsed':
    case 'seconds':
      return writeExactly(ms / 1000);
    case 'ticks':
      return writeExactly(ms * PER_MS.nanoseconds);
    case 'days':
      return writeExactly(ms / DAY_MS + DAY_OF_1970);
    default:
      return `${Math.round(ms * PER_MS[style.kind])}`;
  }
}

const writeExactly = (value: number): string => `${Number(value.toPrecision(DIGITS))}`;

/** Whether a time of that style says when something was, and not only how long after something else. */
export const isAbsolute = (style: TimeStyle): boolean => !isElapsed(style.kind);
