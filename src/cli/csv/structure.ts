import { Failure, quote } from '../failure';
import { hasDecimalComma, isMissing, isNumber } from './cell';
import { readTime } from './time';

/** What the columns of a file are. */
export interface Structure {
  readonly hasHeader: boolean;
  /** One for each column; made up where the file has none. */
  readonly names: readonly string[];
  /** Columns that hold the time: the first, the first two (date and clock), or none. */
  readonly timeColumns: 0 | 1 | 2;
  /** Columns that hold readings. The others are text, or were to be ignored: passed through. */
  readonly sensors: readonly number[];
}

/** Names listed in a sentence, at most. */
const LISTED = 12;
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/** What the user says about the columns. */
export interface ColumnOptions {
  /** Whether the first row holds names; found out where absent. */
  readonly header?: boolean;
  /** Names of columns that are no sensors, whatever they hold. */
  readonly ignore?: readonly string[];
}

/** Reads the structure off the first rows. A header is found where it differs in kind from what stands below it. */
export function findStructure(
  rows: readonly string[][],
  file: string,
  { header, ignore = [] }: ColumnOptions,
): Structure {
  const width = rows[0].length;
  const below = rows.length > 1 && header !== false ? rows.slice(1) : rows;
  const timeColumns = findTimeColumns(below);
  const columns = Array.from({ length: width }, (_, i) => i);
  const readable = columns.slice(timeColumns).filter((i) => holdsReadings(below.map((row) => row[i] ?? '')));
  const hasHeader = header ?? (rows.length > 1 && looksLikeHeader(rows[0], timeColumns, readable));
  if (hasHeader && rows.length === 1) throw new Failure(`${file} has a header and no rows below it.`);
  const numeric = readable.filter((i) => !hasHeader || rows[0][i] !== '' || hasNumber(below, i));
  if (!numeric.some((i) => hasNumber(below, i))) throw noNumbers(below, file);
  const names = hasHeader ? readNames(rows[0]) : columns.map((i) => makeName(i, timeColumns, numeric));
  checkNames(names, file);
  checkIgnored(ignore, names, file);
  const sensors = numeric.filter((i) => !ignore.includes(names[i]));
  if (!sensors.some((i) => hasNumber(below, i)))
    throw new Failure(`--ignore leaves no column of numbers in ${file}.`);
  return { hasHeader, names, timeColumns, sensors };
}

/** The time of a row as text, from one column or two. */
export const timeText = (row: readonly string[], timeColumns: 1 | 2): string =>
  timeColumns === 1 ? row[0] : `${row[0]} ${row[1]}`;

function findTimeColumns(rows: readonly string[][]): 0 | 1 | 2 {
  const hasClock = rows.every((row) => row.length > 1 && CLOCK.test(row[1]));
  if (hasClock && rows.every((row) => readTime(`${row[0]} ${row[1]}`) !== null)) return 2;
  const times = rows.map((row) => readTime(row[0]));
  if (rows[0].length === 1 || times.some((time) => time === null)) return 0;
  // Numbers of that size may be readings as well: a clock never stands still or goes back.
  const isCalendar = times.every((time) => time?.style.kind === 'calendar');
  const increases = times.every((time, k) => k === 0 || (time?.ms ?? 0) > (times[k - 1]?.ms ?? 0));
  return isCalendar || increases ? 1 : 0;
}

/** At least as many numbers as texts; a column without either may bring numbers later. */
function holdsReadings(cells: readonly string[]): boolean {
  const numbers = cells.filter(isNumber).length;
  return numbers >= cells.filter((cell) => !isMissing(cell)).length - numbers;
}

const hasNumber = (rows: readonly string[][], i: number): boolean =>
  rows.some((row) => i < row.length && isNumber(row[i]));

/** Text above numbers or times, and no number or time among it. */
function looksLikeHeader(
  row: readonly string[],
  timeColumns: 0 | 1 | 2,
  readable: readonly number[],
): boolean {
  if (timeColumns > 0 && readTime(row[0]) !== null) return false;
  if (readable.some((i) => isNumber(row[i]))) return false;
  return timeColumns > 0 || readable.some((i) => !isMissing(row[i]));
}

const readNames = (row: readonly string[]): string[] =>
  row.map((name, i) => (name === '' ? `column ${i + 1}` : name));

/** Sensors are numbered from 0, as in a message without names. */
function makeName(i: number, timeColumns: number, sensors: readonly number[]): string {
  if (i < timeColumns) return timeColumns === 1 ? 'time' : ['date', 'time'][i];
  const sensor = sensors.indexOf(i);
  return sensor === -1 ? `column ${i + 1}` : `${sensor}`;
}

function checkNames(names: readonly string[], file: string): void {
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    const first = seen.get(name);
    if (first !== undefined) {
      throw new Failure(
        `${file} has two columns named ${quote(name)} (${first + 1} and ${i + 1}): rename one of them.`,
      );
    }
    seen.set(name, i);
  });
}

function checkIgnored(ignore: readonly string[], names: readonly string[], file: string): void {
  const unknown = ignore.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new Failure(
    `--ignore: ${file} has no column named ${quote(unknown)}, only ${names.slice(0, LISTED).map(quote).join(', ')}${names.length > LISTED ? ', …' : ''}.`,
  );
}

function noNumbers(rows: readonly string[][], file: string): Failure {
  const commas = rows.some((row) => row.some(hasDecimalComma));
  const hint = commas ? ' Decimal commas are not read: write decimal points.' : '';
  return new Failure(`${file} has no column of numbers in its first ${rows.length} rows.${hint}`);
}
