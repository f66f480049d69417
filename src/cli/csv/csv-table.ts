import { RecordedFrames } from '../../evaluate/recorded-frames';
import type { Frame } from '../../frame/frame';
import { Failure, quote } from '../failure';
import { isMissing, isWrittenNumber, readCell } from './cell';
import type { Delimiter } from './delimiter';
import { nameOf, openRecords, type Records } from './records';
import { findStructure, type ColumnOptions, type Structure } from './structure';
import { readTime, type Time } from './time';
import { forwardShare, timeText } from './time-column';
import { transposeRecords } from './transpose';

/** Rows looked at to tell columns apart and to measure the period. */
const SAMPLE_ROWS = 101;
const ENOUGH_TO_WONDER = 20;

export interface CsvOptions extends ColumnOptions {
  /** time: a row is a frame. series: a row is a sensor; the file is read whole. */
  readonly rows?: 'time' | 'series';
}

/** One row: its cells as they stand, and what they say. */
export interface CsvFrame {
  /** 0 for the first row below the header. */
  readonly row: number;
  readonly cells: string[];
  /** One for each sensor; NaN where there is none. */
  readonly readings: Float64Array;
  /** Null without a time column, or where it cannot be read. */
  readonly time: Time | null;
  /** The readings by name, as a model takes them. */
  readonly frame: Frame;
}

/** A CSV file of sensor readings, read row by row. */
export class CsvTable {
  readonly delimiter: Delimiter;
  /** The file writes 1,5 for 1.5. */
  readonly decimalComma: boolean;
  /** Lines of comments above the table. */
  readonly skipped: number;
  readonly structure: Structure;
  /** Median time between the first rows, in ms; null without times. */
  readonly periodMs: number | null;
  /** The first column is taken for a sensor although it rises in every row of a sample that is long enough to wonder. */
  readonly firstRises: boolean;
  /** Of the first column that is passed through although it begins with a number that has a unit or separators: that, and its name. */
  readonly unread: { readonly cell: string; readonly column: string } | null;
  readonly progress: () => number;
  /** Cells so far that hold neither a number nor what stands for a gap, and the first of them with its column. */
  texts = 0;
  firstText: { readonly cell: string; readonly column: string } | null = null;
  readonly #file: string;
  readonly #sample: string[][];
  readonly #rest: AsyncIterator<string[]>;

  private constructor(
    file: string,
    records: Records,
    sample: string[][],
    rest: AsyncIterator<string[]>,
    options: ColumnOptions,
  ) {
    this.#file = nameOf(file);
    this.delimiter = records.delimiter;
    this.decimalComma = records.decimalComma;
    this.skipped = records.skipped;
    this.progress = records.progress;
    sample.forEach((cells, k) => this.#checkWidth(cells, k, sample[0].length));
    this.structure = findStructure(sample, this.#file, options);
    this.#sample = this.structure.hasHeader ? sample.slice(1) : sample;
    this.#rest = rest;
    const times = this.#sample.map((cells) => this.#readTime(cells)?.ms ?? NaN);
    if (forwardShare(times) < 0.5 && forwardShare([...times].reverse()) > 0.5) throw this.#newestFirst();
    this.periodMs = measurePeriod(times);
    const first = this.#sample.map((cells) => readCell(cells[0]));
    this.firstRises =
      options.time === undefined &&
      this.structure.sensors[0] === 0 &&
      this.structure.sensors.length > 1 &&
      first.length >= ENOUGH_TO_WONDER &&
      first.every((value, k) => k === 0 || value > first[k - 1]);
    this.unread = this.#findUnread(options.ignore ?? []);
  }

  static async open(file: string, options: CsvOptions = {}): Promise<CsvTable> {
    const isSeries = options.rows === 'series';
    const opened = await openRecords(file, isSeries);
    const records = isSeries ? await transposeRecords(opened, nameOf(file)) : opened;
    const rest = records.rows[Symbol.asyncIterator]();
    const sample: string[][] = [];
    while (sample.length < SAMPLE_ROWS) {
      const next = await rest.next();
      if (next.done) break;
      sample.push(next.value);
    }
    return new CsvTable(file, records, sample, rest, options);
  }

  /** Names of the sensors, in the order of `readings`. */
  get sensorNames(): string[] {
    return this.structure.sensors.map((i) => this.structure.names[i]);
  }

  /** The rows from first to last; can be asked for once. */
  async *frames(): AsyncGenerator<CsvFrame> {
    const recorded = new RecordedFrames(this.sensorNames);
    let row = 0;
    for await (const cells of this.#rows()) {
      const readings = Float64Array.from(this.structure.sensors, (i) => this.#readReading(cells, i));
      const time = this.#readTime(cells);
      yield { row: row++, cells, readings, time, frame: recorded.frameOf(readings, time?.ms ?? null) };
    }
  }

  #findUnread(ignored: readonly string[]): CsvTable['unread'] {
    const { names, sensors, time } = this.structure;
    for (const [i, column] of names.entries()) {
      if (sensors.includes(i) || time?.columns.some((part) => part === i) || ignored.includes(column))
        continue;
      const cell = this.#sample.map((cells) => cells[i]).find((text) => !isMissing(text));
      if (cell !== undefined && isWrittenNumber(cell)) return { cell, column };
    }
    return null;
  }

  async *#rows(): AsyncGenerator<string[]> {
    const width = this.structure.names.length;
    let count = this.structure.hasHeader ? 1 : 0;
    for (const cells of this.#sample.splice(0)) {
      count++;
      yield cells;
    }
    for (;;) {
      const next = await this.#rest.next();
      if (next.done) return;
      this.#checkWidth(next.value, count++, width);
      yield next.value;
    }
  }

  #readReading(cells: readonly string[], i: number): number {
    const reading = readCell(cells[i]);
    if (Number.isNaN(reading) && !isMissing(cells[i].trim())) {
      this.texts++;
      this.firstText ??= { cell: cells[i], column: this.structure.names[i] };
    }
    return reading;
  }

  #readTime(cells: readonly string[]): Time | null {
    const { time } = this.structure;
    return time === null ? null : readTime(timeText(cells, time), time.clock);
  }

  #newestFirst(): Failure {
    const { time, names } = this.structure;
    const columns = time?.columns.map((i) => quote(names[i])).join(' and ');
    return new Failure(
      `${this.#file} has its newest rows first (time in ${columns}): sort it oldest first, or use --time none if these are no times.`,
    );
  }

  #checkWidth(cells: readonly string[], index: number, width: number): void {
    if (cells.length === width) return;
    const fields = cells.length === 1 ? '1 field' : `${cells.length} fields`;
    throw new Failure(`${this.#file}: row ${index + 1} has ${fields} where the first row has ${width}.`);
  }
}

/** Median step forward between known times, in ms; null where there is none. */
function measurePeriod(times: readonly number[]): number | null {
  const known = times.filter(Number.isFinite);
  const steps = known.slice(1).map((ms, k) => ms - known[k]);
  const forward = Float64Array.from(steps.filter((step) => step > 0)).sort();
  return forward.length > 0 ? forward[(forward.length - 1) >> 1] : null;
}
