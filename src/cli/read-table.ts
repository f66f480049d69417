import type { ReadingsTable } from '../evaluate/readings-table';
import { FrameClock } from '../frame/clock';
import type { CsvTable } from './csv/csv-table';
import type { TimeStyle } from './csv/time';
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
  /** Epoch ms; NaN where it is not known. */
  readonly ms: Float64Array;
  /** Rows that were late. */
  readonly late: number;
  /** How the file writes times; null where it has none. */
  readonly style: TimeStyle | null;
}

/** All readings of a file: 8 bytes for each, nothing of its text. A late row has none; the clock of the streams says which is. */
export async function readTable(table: CsvTable): Promise<TimedTable> {
  const values = new GrowingArray();
  const dt = new GrowingArray();
  const ms = new GrowingArray();
  let style: TimeStyle | null = null;
  const clock = new FrameClock();
  const progress = new Progress('reading');
  let rows = 0;
  let late = 0;
  for await (const { readings, time, frame } of table.frames()) {
    const isLate = clock.isLate(frame.time, frame.arrival);
    for (const reading of readings) values.push(isLate ? NaN : reading);
    dt.push(isLate ? 0 : clock.measure(frame.time, frame.arrival));
    ms.push(frame.time ?? NaN);
    if (isLate) late++;
    else clock.advance(frame.time, frame.arrival);
    style = time?.style ?? style;
    progress.show(table.progress(), `row ${++rows}`);
  }
  progress.clear();
  const sensors = table.structure.sensors.length;
  return { rows, sensors, values: values.values, dt: dt.values, ms: ms.values, late, style };
}
