import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Draws } from '../draws';
import { createFamily, timings, type Family } from './families';
import type { Rows } from './matrix';

/** Changes of each kind that are injected into a recording. */
const EACH = 3;
const LONGEST = 6000;

const toNumber = (cell: string): number => (cell.trim() === '' ? NaN : Number(cell));
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trim().split(/\r?\n/);

/** Rows are times, separated by white space. */
const readMatrix = (file: string): Rows =>
  linesOf(file).map((line) => Float64Array.from(line.trim().split(/\s+/), toNumber));

/** Rows are series. */
function readAcross(file: string, everyNth = 1, most = Infinity): Rows {
  const series = linesOf(file)
    .filter((_, i) => i % everyNth === 0)
    .slice(0, most)
    .map((line) => line.split(',').map(toNumber));
  return series[0].map((_, t) => Float64Array.from(series, (values) => values[t]));
}

const readers: Readonly<Record<string, (data: string) => Rows>> = {
  'ETTh1.csv': (file) =>
    linesOf(file)
      .slice(1, LONGEST + 1)
      .map((line) => Float64Array.from(line.split(',').slice(1), toNumber)),
  'electricity.txt': readMatrix,
  'climate.txt': readMatrix,
  'LondonAir_PM10.csv': (file) => readAcross(file, 1, 30),
  'LondonAir_PM25.csv': (file) => readAcross(file),
  'beijing_temperature.csv': (file) => readAcross(file).slice(0, LONGEST),
  'sp500_closing_prices.csv': (file) => readAcross(file, 17),
};

/** The recordings in a folder; all but those it does not hold. */
export function readRecordings(data: string): { name: string; rows: Rows }[] {
  return Object.entries(readers).flatMap(([file, read]) => {
    const where = path.join(data, file);
    return existsSync(where) ? [{ name: file.replace(/\.\w+$/, ''), rows: read(where) }] : [];
  });
}

/** Each recording with changes injected; every other one is told its even times. */
export function* injectRecordings(data: string, seed: number): Generator<Family> {
  const draws = new Draws(seed);
  for (const [i, { name, rows }] of readRecordings(data).entries()) {
    const timing = timings[i % timings.length] === 'none' ? 'none' : 'even';
    yield createFamily({ group: 'real', name, rows, timing, unit: null, each: EACH }, draws);
  }
}
