import { LONGEST_NAME } from '../../frame/frame';
import { LARGEST } from '../../frame/number';
import { Failure, quote } from '../failure';
import { hasDecimalComma, isMissing, isNumber, isTooLarge, readCell } from './cell';
import { readTime } from './time';
import { findTime, readTimeColumn, timeText, type TimeColumns } from './time-column';

/** What the columns of a file are. */
export interface Structure {
  readonly hasHeader: boolean;
  /** One for each column; made up where the file has none. */
  readonly names: readonly string[];
  /** Null: the file has no times. */
  readonly time: TimeColumns | null;
  /** Columns that hold readings. The others are text, or were to be ignored: passed through. */
  readonly sensors: readonly number[];
  /** Columns of zeros and ones that say what somebody made of a row, by their names; none unless they are asked for. */
  readonly labels: readonly number[];
}

/** What columns of labels are called. */
const LABEL = /^(?:is_?)?(?:anomaly|anomalies|label|labels|change_?points?|outlier|fault)$/i;

/** What the user says about the columns. */
export interface ColumnOptions {
  /** Whether the first row holds names; found out where absent. */
  readonly header?: boolean;
  /** Names of columns that are no sensors, whatever they hold. */
  readonly ignore?: readonly string[];
  /** Whether columns of labels are told from sensors. */
  readonly findsLabels?: boolean;
  /** Name of the column that holds the time, or none; found out where absent. */
  readonly time?: string;
}

/** Said instead of a column's name: none holds the time. */
const NO_TIME = 'none';

/** Reads the structure off the first rows. A header is found where it differs in kind from what stands below it. */
export function findStructure(
  rows: readonly string[][],
  file: string,
  { header, ignore = [], findsLabels = false, time: wanted }: ColumnOptions,
): Structure {
  const columns = rows[0].map((_, i) => i);
  const below = rows.length > 1 && header !== false ? rows.slice(1) : rows;
  const holding = columns.filter((i) => holdsReadings(below.map((row) => row[i] ?? '')));
  const mayHaveNames = header ?? (rows.length > 1 && !rows[0].some(isNumber));
  const found = wanted === undefined ? findTime(below, mayHaveNames ? rows[0][0] : null) : null;
  const readable = withoutTime(holding, found);
  const hasHeader = header ?? (rows.length > 1 && looksLikeHeader(rows[0], found, readable));
  if (hasHeader && rows.length === 1) throw new Failure(`${file} has a header and no rows below it.`);
  const numeric = readable.filter((i) => !hasHeader || rows[0][i] !== '' || hasNumber(below, i));
  const names = hasHeader ? readNames(rows[0]) : columns.map((i) => makeName(i, found, numeric));
  checkNames(names, file);
  checkKnown('ignore', ignore, names, file);
  const time = wanted === undefined || wanted === NO_TIME ? found : readWanted(below, wanted, names, file);
  const measured = withoutTime(numeric, time);
  if (!measured.some((i) => hasNumber(below, i))) throw noNumbers(below, file, time, names);
  const wished = measured.filter((i) => !ignore.includes(names[i]));
  const zeroOnes = findsLabels ? wished.filter((i) => LABEL.test(names[i]) && isZeroOne(below, i)) : [];
  const labels = zeroOnes.length < wished.length ? zeroOnes : [];
  const sensors = wished.filter((i) => !labels.includes(i));
  if (!sensors.some((i) => hasNumber(below, i)))
    throw new Failure(`--ignore leaves no column of numbers in ${file}.`);
  const long = sensors.find((i) => names[i].length > LONGEST_NAME);
  if (long !== undefined) throw tooLong(names[long], long, file);
  return { hasHeader, names, time, sensors, labels };
}

const withoutTime = (columns: readonly number[], time: TimeColumns | null): number[] =>
  columns.filter((i) => !time?.columns.some((column) => column === i));

function readWanted(
  rows: readonly string[][],
  name: string,
  names: readonly string[],
  file: string,
): TimeColumns {
  checkKnown('time', [name], names, file);
  return readTimeColumn(rows, names.indexOf(name), name);
}

/** At least as many numbers as texts; a column without either may bring numbers later. */
function holdsReadings(cells: readonly string[]): boolean {
  const numbers = cells.filter(isNumber).length;
  return numbers >= cells.filter((cell) => !isMissing(cell)).length - numbers;
}

const hasNumber = (rows: readonly string[][], i: number): boolean =>
  rows.some((row) => i < row.length && isNumber(row[i]));

/** A 0 or a 1 in every row, or nothing. */
const isZeroOne = (rows: readonly string[][], i: number): boolean =>
  rows.every((row) => isMissing(row[i] ?? '') || [0, 1].includes(readCell(row[i])));

/** Text above numbers or times, and no number or time among it. */
function looksLikeHeader(
  row: readonly string[],
  time: TimeColumns | null,
  readable: readonly number[],
): boolean {
  if (time !== null && readTime(timeText(row, time), time.clock) !== null) return false;
  if (readable.some((i) => isNumber(row[i]))) return false;
  return time !== null || readable.some((i) => !isMissing(row[i]));
}

const readNames = (row: readonly string[]): string[] =>
  row.map((name, i) => (name === '' ? `column ${i + 1}` : name));

/** Sensors are numbered from 0, as in a message without names. */
function makeName(i: number, time: TimeColumns | null, sensors: readonly number[]): string {
  const part = time?.columns.findIndex((column) => column === i) ?? -1;
  if (part !== -1) return time?.columns.length === 1 ? 'time' : ['date', 'time'][part];
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

const tooLong = (name: string, i: number, file: string): Failure =>
  new Failure(
    `${file}: the name of column ${i + 1} has ${name.length} characters where a sensor's may have ${LONGEST_NAME}: rename it.`,
  );

function checkKnown(option: string, wanted: readonly string[], names: readonly string[], file: string): void {
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new Failure(`--${option}: ${file} has no column named ${quote(unknown)}, only ${listNames(names)}.`);
}

/** Names listed in a sentence, at most. */
const LISTED = 12;

/** Some of the names, as they stand in a sentence. */
export const listNames = (names: readonly string[]): string =>
  `${names.slice(0, LISTED).map(quote).join(', ')}${names.length > LISTED ? ', …' : ''}`;

function noNumbers(
  rows: readonly string[][],
  file: string,
  time: TimeColumns | null,
  names: readonly string[],
): Failure {
  const commas = rows.some((row) => row.some(hasDecimalComma));
  const tooLarge = rows.flat().find(isTooLarge);
  const hint = commas
    ? ' Write all numbers with decimal points.'
    : tooLarge === undefined
      ? ''
      : ` Readings are numbers up to ${LARGEST}, got ${quote(tooLarge)}.`;
  const besides =
    time === null ? '' : ` besides the time (${time.columns.map((i) => quote(names[i])).join(' and ')})`;
  const sample = rows.length === 1 ? 'first row' : `first ${rows.length} rows`;
  return new Failure(`${file} has no column of numbers${besides} in its ${sample}.${hint}`);
}
