import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDetector } from '../../src';
import { alarmsOf } from './matching';
import { numbersOf, readTable } from './table-file';

interface ExpectedAlarm {
  readonly alarm: number;
  readonly tau: number;
  readonly top: readonly number[];
}

export interface FileResult {
  readonly file: string;
  readonly alarms: number;
  readonly same: boolean;
}

/** The scan on every stream of DIR/changepoint that expected-alarms.json lists: frame, origin and first three sensors. */
export function runExpected(data: string): FileResult[] {
  const folder = path.join(data, 'changepoint');
  const list = path.join(folder, 'expected-alarms.json');
  if (!existsSync(list)) return [];
  const expected = JSON.parse(readFileSync(list, 'utf8')) as Record<string, ExpectedAlarm[]>;
  return Object.entries(expected).map(([file, alarms]) => {
    const { names, rows } = readTable(path.join(folder, `${file}.csv`), ',');
    const found = alarmsOf(createDetector({ sensors: names.length }), rows.map(numbersOf)).map((event) => ({
      alarm: event.detectedIndex,
      tau: event.index,
      top: event.sensors.slice(0, 3).map(({ name }) => Number(name)),
    }));
    const wanted = alarms.map(({ alarm, tau, top }) => ({ alarm, tau, top }));
    return { file, alarms: alarms.length, same: JSON.stringify(found) === JSON.stringify(wanted) };
  });
}
