import { readFileSync } from 'node:fs';

/** A table of numbers: header and rows, the columns separated by `separator`; a cell that is no number is NaN. */
export interface Table {
  readonly names: string[];
  readonly rows: string[][];
}

export function readTable(path: string, separator: string): Table {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  return { names: head.split(separator), rows: lines.map((line) => line.split(separator)) };
}

export const numbersOf = (cells: readonly string[]): number[] =>
  cells.map((cell) => (cell.trim() === '' ? NaN : Number(cell)));
