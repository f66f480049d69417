import type { Mask } from '../evaluate/mask';
import { readCell } from './csv/cell';
import { openRecords } from './csv/records';
import { Failure, quote } from './failure';

/** A mask file: no header, a row for each row of data, a column for each sensor; 1 hides, 0 does not. */
export async function readMask(file: string, rows: number, sensors: number): Promise<Mask> {
  const mask = new Uint8Array(rows * sensors);
  const records = await openRecords(file, true);
  let row = 0;
  for await (const cells of records.rows) {
    if (cells.length !== sensors) {
      throw new Failure(
        `Mask ${file}: row ${row + 1} has ${cells.length} columns where the data has ${sensors} sensors.`,
      );
    }
    if (row < rows) cells.forEach((cell, j) => (mask[row * sensors + j] = readFlag(cell, file, row)));
    row++;
  }
  if (row !== rows) throw new Failure(`Mask ${file} has ${row} rows where the data has ${rows}.`);
  return mask;
}

function readFlag(cell: string, file: string, row: number): 0 | 1 {
  const value = readCell(cell);
  if (value === 0 || value === 1) return value;
  throw new Failure(`Mask ${file}: expected 0 or 1 in row ${row + 1}, got ${quote(cell)}.`);
}
