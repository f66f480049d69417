import { LARGEST } from '../frame/number';
import { isTooLarge } from './csv/cell';
import type { CsvTable } from './csv/csv-table';
import { nameOf } from './csv/records';
import type { Clock } from './csv/time';
import { quote } from './failure';
import type { OpenedTable } from './table-options';

/** How columns of numbers are read as times. Dates speak for themselves. */
const NUMBER_CLOCKS: Partial<Record<Clock, string>> = {
  seconds: 'epoch seconds',
  milliseconds: 'epoch milliseconds',
  microseconds: 'epoch microseconds',
  nanoseconds: 'epoch nanoseconds',
  days: 'days as spreadsheets count them',
  elapsed: 'numbers that rise',
  ticks: 'numbers that rise',
};

/** What the user should know about the table once it has been read, a line each. `answered`: what became of late rows. */
export function noteTable(
  { table, file }: OpenedTable,
  rows: number,
  late: number,
  answered: string,
): string[] {
  const sensors = table.structure.sensors.length;
  const notes = [...noteTime(table), ...noteLabels(table)];
  if (table.skipped > 0) {
    const lines = table.skipped === 1 ? 'the first line stands' : `the first ${table.skipped} lines stand`;
    notes.push(`${lines} above the table and ${table.skipped === 1 ? 'is' : 'are'} left out.`);
  }
  if (table.decimalComma) notes.push('decimal commas are read, and written, as such.');
  if (late > 0) {
    const count = late === 1 ? '1 row is' : `${late} rows are`;
    notes.push(`${count} late, not newer than a row before: ${answered}.`);
  }
  if (table.unread !== null) {
    const { cell, column } = table.unread;
    notes.push(
      `column ${quote(column)} holds numbers such as ${quote(cell)} and is no sensor: write them without units and thousands separators.`,
    );
  }
  if (table.firstText !== null) {
    const { cell, column } = table.firstText;
    const example = `${quote(cell)} in column ${quote(column)}`;
    const what = isTooLarge(cell) ? `no reading, which is a number up to ${LARGEST}` : 'no number';
    notes.push(
      table.texts === 1
        ? `${example} is ${what}: it counts as a gap.`
        : `${table.texts} cells hold no number${isTooLarge(cell) ? ` up to ${LARGEST}` : ''} and count as gaps, the first ${example}.`,
    );
  }
  if (looksTransposed(rows, sensors)) {
    notes.push(`${rows} rows of ${sensors} sensors; if each row is one sensor, use --rows series.`);
  }
  return notes.map((note) => `${nameOf(file)}: ${note}`);
}

/** Numbers might be readings as well: how they were taken is said aloud. */
function noteTime({ structure: { time, names }, firstRises }: CsvTable): string[] {
  if (firstRises) {
    return [
      `column ${quote(names[0])} rises in every row and is taken for a sensor; if it is the time, use --time.`,
    ];
  }
  const kind = time === null ? undefined : NUMBER_CLOCKS[time.clock];
  if (time === null || kind === undefined) return [];
  return [
    `column ${quote(names[time.columns[0]])} is read as the time (${kind}); --time none makes it a sensor.`,
  ];
}

function noteLabels({ structure: { labels, names } }: CsvTable): string[] {
  if (labels.length === 0) return [];
  const listed = labels.map((i) => quote(names[i])).join(' and ');
  const which =
    labels.length === 1 ? 'is taken for a label, not a sensor' : 'are taken for labels, not sensors';
  return [`${listed} ${which}: zeros and ones under such a name. Rename what is a sensor.`];
}

/** A model needs 40 frames: with fewer rows and many more columns, rows are probably sensors. */
const looksTransposed = (rows: number, sensors: number): boolean => rows < 100 && sensors > 5 * rows;
