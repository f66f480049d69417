import { createHash } from 'node:crypto';
import { CsvTable } from '../../../src/cli/csv/csv-table';
import { readTable } from '../../../src/cli/read-table';
import type { ReadingsTable } from '../../../src/evaluate/readings-table';
import { loadSet } from '../../impute/data-sets';

/** In the order of the paper's columns. */
export const recordingNames = ['no2', 'pm10', 'pm25', 'sp500', 'gas'] as const;
export type RecordingName = (typeof recordingNames)[number];
export const titles: Readonly<Record<RecordingName, string>> = {
  ...{ no2: 'NO2', pm10: 'PM10', pm25: 'PM2.5', sp500: 'S&P 500', gas: 'Gas' },
};

/** Where the recordings are: a folder with the public ones, and a file for each that is not in it. */
export interface Sources {
  readonly data: string;
  readonly no2?: string;
  readonly gas?: string;
}

/** Rows of the file are series, without a header. Null for a recording that no file was given for. */
export async function loadRecording(name: RecordingName, sources: Sources): Promise<ReadingsTable | null> {
  if (name !== 'no2' && name !== 'gas') return loadSet(sources.data, name);
  const file = sources[name];
  if (file === undefined) return null;
  return readTable(await CsvTable.open(file, { rows: 'series', header: false }));
}

/** A short name for exactly these readings. */
export const digestOf = ({ rows, values }: ReadingsTable): string =>
  createHash('sha256')
    .update(`${rows}:`)
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest('hex')
    .slice(0, 12);
