import { Failure } from '../failure';
import { readCell } from './cell';
import type { Delimiter } from './delimiter';
import { nameOf, openRecords, type Records } from './records';
import { findStructure, timeText, type ColumnOptions, type Structure } from './structure';
import { readTime, type Time } from './time';
import { transposeRecords } from './transpose';

/** Rows looked at to tell columns apart and to measure the nominal period. */
const SAMPLE_ROWS = 101;

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
  /** Time since the row before in nominal periods; 1 where that is not known or not positive. */
  readonly dt: number;
}

/** A CSV file of sensor readings, read row by row. */
export class CsvTable {
  readonly delimiter: Delimiter;
  readonly structure: Structure;
  /** Median time between the first rows, in ms; null without times. */
  readonly periodMs: number | null;
  readonly progress: () => number;
  /** Rows so far that are not newer than the row before. */
  late = 0;
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
    this.progress = records.progress;
    sample.forEach((cells, k) => this.#checkWidth(cells, k, sample[0].length));
    this.structure = findStructure(sample, this.#file, options);
    this.#sample = this.structure.hasHeader ? sample.slice(1) : sample;
    this.#rest = rest;
    this.periodMs = this.#measurePeriod();
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
    let row = 0;
    let previousMs: number | null = null;
    for await (const cells of this.#rows()) {
      const time = this.#readTime(cells);
      const dt = this.#dt(time, previousMs);
      previousMs = time?.ms ?? previousMs;
      const readings = Float64Array.from(this.structure.sensors, (i) => readCell(cells[i]));
      yield { row, cells, readings, time, dt };
      row++;
    }
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

  #readTime(cells: readonly string[]): Time | null {
    const { timeColumns } = this.structure;
    return timeColumns === 0 ? null : readTime(timeText(cells, timeColumns));
  }

  #dt(time: Time | null, previousMs: number | null): number {
    if (time === null || previousMs === null || this.periodMs === null) return 1;
    if (time.ms > previousMs) return (time.ms - previousMs) / this.periodMs;
    this.late++;
    return 1;
  }

  #measurePeriod(): number | null {
    const times = this.#sample.map((cells) => this.#readTime(cells)?.ms ?? NaN);
    const steps = times.slice(1).map((ms, k) => ms - times[k]);
    const forward = Float64Array.from(steps.filter((step) => step > 0)).sort();
    return forward.length > 0 ? forward[(forward.length - 1) >> 1] : null;
  }

  #checkWidth(cells: readonly string[], index: number, width: number): void {
    if (cells.length === width) return;
    const fields = cells.length === 1 ? '1 field' : `${cells.length} fields`;
    throw new Failure(`${this.#file}: row ${index + 1} has ${fields} where the first row has ${width}.`);
  }
}
