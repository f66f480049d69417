import { Failure } from '../failure';
import type { Records } from './records';

/** Rows become columns. Needs the whole file. */
export async function transposeRecords(records: Records, file: string): Promise<Records> {
  const series: string[][] = [];
  for await (const row of records.rows) {
    if (series.length > 0 && row.length !== series[0].length) {
      throw new Failure(
        `${file}: row ${series.length + 1} has ${row.length} fields where the first row has ${series[0].length}.`,
      );
    }
    series.push(row);
  }
  return { ...records, rows: columnsOf(series) };
}

async function* columnsOf(series: readonly string[][]): AsyncGenerator<string[]> {
  for (let i = 0; i < series[0].length; i++) yield await Promise.resolve(series.map((row) => row[i]));
}
