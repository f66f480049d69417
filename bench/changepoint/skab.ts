import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Competitor } from './competitors';
import { Tally, alarmsOf, match } from './matching';
import { numbersOf, readTable } from './table-file';

/** Rows after a labelled change in which an alarm is a hit. */
const WITHIN = 60;
const NOT_SENSORS = ['datetime', 'anomaly', 'changepoint'];

export interface SkabResult {
  readonly files: number;
  readonly f1: number;
  readonly hits: number;
  readonly falseAlarms: number;
  readonly missed: number;
}

/** The pump rig's files in DIR/skab: every alarm serves one labelled change at most. null where there are none. */
export function runSkab(competitor: Competitor, data: string): SkabResult | null {
  const folder = path.join(data, 'skab');
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  const tally = new Tally();
  for (const file of files) {
    const { names, rows } = readTable(path.join(folder, file), ';');
    const sensors = names.flatMap((name, i) => (NOT_SENSORS.includes(name) ? [] : [i]));
    const frames = rows.map((row) => numbersOf(sensors.map((i) => row[i])));
    const label = names.indexOf('changepoint');
    const changes = rows.flatMap((row, t) => (Number(row[label]) === 1 ? [t] : []));
    tally.add(match(alarmsOf(competitor.create(sensors.length), frames), changes, WITHIN), changes);
  }
  return {
    files: files.length,
    f1: tally.f1,
    hits: tally.hits,
    falseAlarms: tally.falseAlarms,
    missed: tally.changes - tally.hits,
  };
}
