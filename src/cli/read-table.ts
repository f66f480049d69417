import type { ReadingsTable } from '../evaluate/readings-table';
import { FrameClock } from '../frame/clock';
import type { Frame } from '../frame/frame';
import type { CsvTable } from './csv/csv-table';
import type { TimeStyle } from './csv/time';
import type { LongFrames } from './long-frames';
import { Progress } from './progress';

/** Numbers that grow as they come: each time full, twice the room. */
class GrowingArray {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** The recording of a file, and when each row was. */
export interface TimedTable extends ReadingsTable {
  readonly names: readonly string[];
  /** Epoch ms; NaN where it is not known. */
  readonly ms: Float64Array;
  /** Rows that were late. */
  readonly late: number;
  /** How the file writes times; null where it has none. */
  readonly style: TimeStyle | null;
}

/** When the rows of a recording were; the clock of the streams says which is late. */
class RowTimes {
  late = 0;
  readonly #dt = new GrowingArray();
  readonly #ms = new GrowingArray();
  readonly #clock = new FrameClock();

  /** Whether the next row is late. */
  take({ time, arrival }: Frame): boolean {
    const isLate = this.#clock.isLate(time, arrival);
    this.#dt.push(isLate ? 0 : this.#clock.measure(time, arrival));
    this.#ms.push(time ?? NaN);
    if (isLate) this.late++;
    else this.#clock.advance(time, arrival);
    return isLate;
  }

  get dt(): Float64Array {
    return this.#dt.values;
  }

  get ms(): Float64Array {
    return this.#ms.values;
  }

  get rows(): number {
    return this.#dt.values.length;
  }
}

/** All readings of a file: 8 bytes for each, nothing of its text. A late row has none. */
export async function readTable(table: CsvTable): Promise<TimedTable> {
  const values = new GrowingArray();
  const times = new RowTimes();
  let style: TimeStyle | null = null;
  const progress = new Progress('reading');
  for await (const { readings, time, frame } of table.frames()) {
    const isLate = times.take(frame);
    for (const reading of readings) values.push(isLate ? NaN : reading);
    style = time?.style ?? style;
    progress.show(table.progress(), `row ${times.rows}`);
  }
  progress.clear();
  const { rows, dt, ms, late } = times;
  const names = table.sensorNames;
  return { names, sensors: names.length, values: values.values, rows, dt, ms, late, style };
}

/** The same where each row is one reading: a row of the recording is a frame, its sensors in the order in which they come. */
export async function readLongTable(table: CsvTable, long: LongFrames): Promise<TimedTable> {
  const columns = new Map<string, number>();
  const row = new GrowingArray();
  const column = new GrowingArray();
  const reading = new GrowingArray();
  const times = new RowTimes();
  let style: TimeStyle | null = null;
  const progress = new Progress('reading');
  const take = (frame: Frame | null): void => {
    if (frame === null) return;
    const isLate = times.take(frame);
    for (const [name, value] of Object.entries(frame.fields)) {
      if (!columns.has(name)) columns.set(name, columns.size);
      if (isLate || typeof value !== 'number') continue;
      row.push(times.rows - 1);
      column.push(columns.get(name) ?? 0);
      reading.push(value);
    }
  };
  for await (const { cells, readings, time, frame } of table.frames()) {
    take(long.take(cells, readings, frame));
    style = time?.style ?? style;
    progress.show(table.progress(), `frame ${times.rows}`);
  }
  take(long.close());
  progress.clear();
  const { rows, dt, ms, late } = times;
  const names = [...columns.keys()];
  const values = new Float64Array(rows * names.length).fill(NaN);
  row.values.forEach((at, k) => (values[at * names.length + column.values[k]] = reading.values[k]));
  return { names, sensors: names.length, values, rows, dt, ms, late, style };
}
