import type { ReadingsTable } from '../evaluate/readings-table';
import type { CsvTable } from './csv/csv-table';
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

/** All readings of a file: 8 bytes for each, nothing of its text. */
export async function readTable(table: CsvTable): Promise<ReadingsTable> {
  const values = new GrowingArray();
  const dt = new GrowingArray();
  const progress = new Progress('reading');
  let rows = 0;
  for await (const frame of table.frames()) {
    for (const reading of frame.readings) values.push(reading);
    dt.push(frame.dt);
    progress.show(table.progress(), `row ${++rows}`);
  }
  progress.clear();
  return { rows, sensors: table.structure.sensors.length, values: values.values, dt: dt.values };
}
