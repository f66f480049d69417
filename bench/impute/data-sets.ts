import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CsvTable } from '../../src/cli/csv/csv-table';
import { readTable } from '../../src/cli/read-table';
import type { ReadingsTable } from '../../src/evaluate/readings-table';

interface DataSet {
  readonly title: string;
  readonly file: string;
  readonly rows: 'time' | 'series';
  readonly header: boolean;
  /** Between rows, where the file has no times. */
  readonly stepSeconds: number;
  /** Only the first so many rows in time. */
  readonly first?: number;
  /** Sensor j is multiplied by the j-th. */
  readonly factors?: readonly number[];
}

const HOUR = 3600;

/** Recordings the benchmark knows, by the names --sets takes. */
export const dataSets = {
  pm25: { title: 'PM2.5', file: 'LondonAir_PM25.csv', rows: 'series', header: false, stepSeconds: HOUR },
  pm10: { title: 'PM10', file: 'LondonAir_PM10.csv', rows: 'series', header: false, stepSeconds: HOUR },
  sp500: {
    title: 'S&P 500',
    file: 'sp500_closing_prices.csv',
    rows: 'series',
    header: false,
    stepSeconds: 24 * HOUR,
  },
  etth1: { title: 'ETTh1', file: 'ETTh1.csv', rows: 'time', header: true, stepSeconds: HOUR, first: 6000 },
  // The file has hectopascals; pascals make the units of the three sensors as unequal as they are in practice.
  beijing: {
    title: 'Beijing',
    file: 'beijing_temperature.csv',
    rows: 'series',
    header: false,
    stepSeconds: HOUR,
    first: 6000,
    factors: [1, 1, 100],
  },
  climate: { title: 'climate', file: 'climate.txt', rows: 'time', header: false, stepSeconds: HOUR },
  electricity: {
    title: 'electricity',
    file: 'electricity.txt',
    rows: 'time',
    header: false,
    stepSeconds: HOUR,
  },
} as const satisfies Record<string, DataSet>;

export type SetName = keyof typeof dataSets;
export const setNames = Object.keys(dataSets) as SetName[];

export const missingFiles = (directory: string, sets: readonly SetName[]): string[] =>
  sets.map((name) => dataSets[name].file).filter((file) => !existsSync(join(directory, file)));

export async function loadSet(directory: string, name: SetName): Promise<ReadingsTable> {
  const { file, rows, header, first, factors }: DataSet = dataSets[name];
  const whole = await readTable(await CsvTable.open(join(directory, file), { rows, header }));
  const { sensors } = whole;
  const kept = Math.min(first ?? whole.rows, whole.rows);
  const values = whole.values.slice(0, kept * sensors);
  if (factors) for (let cell = 0; cell < values.length; cell++) values[cell] *= factors[cell % sensors];
  return { rows: kept, sensors, values, dt: whole.dt.slice(0, kept), ms: whole.ms.slice(0, kept) };
}
