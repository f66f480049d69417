import { Failure, quote } from '../failure';
import { readCell } from './cell';
import { elapsedUnit, epochUnits, readTime, type Clock } from './time';

/** Where the time stands (one column, or date and clock in two) and how it is read. */
export interface TimeColumns {
  readonly columns: readonly [number] | readonly [number, number];
  readonly clock: Clock;
}

const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/;
/** Share of the sample that must be times, and of its steps that must go forward: some cells may be empty, some rows late. */
const MOST = 0.8;

const WORDS = new Set(
  (
    'time timestamp ts date datetime elapsed epoch unix index idx ' +
    'second seconds sec secs minute minutes hour hours day days month year ms msec millis milliseconds'
  ).split(' '),
);
/** Too short or too general to mean a time among other words. */
const WHOLE_NAMES = new Set([
  '',
  't',
  's',
  'n',
  'i',
  'k',
  'no',
  'nr',
  'id',
  '#',
  'row',
  'step',
  'sample',
  'frame',
]);

/** Whether a column of that name may hold the time. A spreadsheet's or data frame's index often has no name. */
function isTimeName(name: string): boolean {
  const lower = name.toLowerCase();
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return WHOLE_NAMES.has(lower) || /^unnamed: \d+$/.test(lower) || words.some((word) => WORDS.has(word));
}

/** The time at the left of a table, if there is one; `name` is the first column's, null where nobody knows it. */
export function findTime(rows: readonly string[][], name: string | null): TimeColumns | null {
  const hasClock = rows.every((row) => row.length > 1 && CLOCK.test(row[1]));
  if (hasClock) {
    const clock = findCalendar(rows.map((row) => `${row[0]} ${row[1]}`));
    if (clock !== null) return { columns: [0, 1], clock };
  }
  if (rows[0].length === 1) return null;
  const cells = rows.map((row) => row[0]);
  const clock = findCalendar(cells) ?? findNumberClock(cells, name);
  return clock === null ? null : { columns: [0], clock };
}

/** The time in the column that the user named. */
export function readTimeColumn(rows: readonly string[][], column: number, name: string): TimeColumns {
  const cells = rows.map((row) => row[column]);
  const clock = findCalendar(cells) ?? findNumberClock(cells, 'time') ?? elapsedUnit(meanStep(cells));
  if (share(cells, (cell) => readTime(cell, clock) !== null) < MOST) {
    throw new Failure(`--time: column ${quote(name)} holds no times: got ${quote(cells[0])}.`);
  }
  return { columns: [column], clock };
}

/** The time of a row as text. */
export const timeText = (row: readonly string[], { columns }: TimeColumns): string =>
  columns.map((column) => row[column]).join(' ');

/** Whether 1/2/2024 is in January or February is told by what most rows allow, then by what lets time go forward. */
function findCalendar(cells: readonly string[]): Clock | null {
  const [first, second] = (['month-first', 'day-first'] as const).map((clock) => {
    const times = cells.map((cell) => readTime(cell, clock)?.ms ?? NaN);
    return { clock, read: times.filter(Number.isFinite).length, forward: forwardShare(times) };
  });
  const dayFirst = second.read > first.read || (second.read === first.read && second.forward > first.forward);
  const best = dayFirst ? second : first;
  return best.read >= MOST * cells.length ? best.clock : null;
}

/**
 * Numbers may be readings as well. Those of the size of an epoch time are a clock if they never stand still or turn back, others
 * only with a name that says so; with such a name some rows may be late, and the newest may come first, for the caller to refuse.
 */
function findNumberClock(cells: readonly string[], name: string | null): Clock | null {
  const numbers = cells.map(readCell);
  const known = numbers.filter(Number.isFinite);
  if (known.length < MOST * cells.length) return null;
  const isNamed = name !== null && isTimeName(name);
  const forward = forwardShare(numbers);
  const backward = forwardShare([...numbers].reverse());
  if (isNamed ? Math.max(forward, backward) < MOST : forward < 1) return null;
  const fits = (clock: Clock): boolean =>
    cells.every((cell) => Number.isNaN(readCell(cell)) || readTime(cell, clock) !== null);
  const epoch = epochUnits.find(fits);
  if (epoch !== undefined) return epoch;
  if (!isNamed) return null;
  return /date/i.test(name) && fits('days') ? 'days' : elapsedUnit(meanStep(cells));
}

/** From the least to the greatest number, a row. */
function meanStep(cells: readonly string[]): number {
  const known = cells.map(readCell).filter(Number.isFinite);
  return (Math.max(...known) - Math.min(...known)) / (known.length - 1);
}

/** Share of the steps from one known number to the next that go up; 1 where there is no step. */
export function forwardShare(numbers: readonly number[]): number {
  const known = numbers.filter(Number.isFinite);
  return share(known.slice(1), (number, k) => number > known[k]);
}

const share = <T>(items: readonly T[], holds: (item: T, k: number) => boolean): number =>
  items.length === 0 ? 1 : items.filter(holds).length / items.length;
