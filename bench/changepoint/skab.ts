import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChangeEvent } from '../../src';
import { Tally, match } from './matching';
import { NabScore } from './nab-score';
import { numbersOf, readTable } from './table-file';

/** Rows after a labelled change in which an alarm is a hit. */
const WITHIN = 60;
const NOT_SENSORS = ['datetime', 'anomaly', 'changepoint'];

export interface SkabResult {
  readonly files: number;
  readonly f1: number;
  readonly nab: number;
  readonly hits: number;
  readonly falseAlarms: number;
  readonly missed: number;
}

/** What is looked at for changes, frame by frame. */
export type Finder = (frames: readonly (readonly number[])[]) => readonly ChangeEvent[];

/** The pump rig's files in DIR/skab: every alarm serves one labelled change at most. null where there are none. */
export function runSkab(find: Finder, data: string): SkabResult | null {
  const folder = path.join(data, 'skab');
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  const tally = new Tally();
  const nab = new NabScore(WITHIN);
  for (const file of files) {
    const { names, rows } = readTable(path.join(folder, file), ';');
    const sensors = names.flatMap((name, i) => (NOT_SENSORS.includes(name) ? [] : [i]));
    const frames = rows.map((row) => numbersOf(sensors.map((i) => row[i])));
    const label = names.indexOf('changepoint');
    const changes = rows.flatMap((row, t) => (Number(row[label]) === 1 ? [t] : []));
    const alarms = find(frames);
    tally.add(match(alarms, changes, WITHIN), changes);
    nab.add(
      alarms.map(({ detectedIndex }) => detectedIndex),
      changes,
    );
  }
  return {
    files: files.length,
    f1: tally.f1,
    nab: nab.value,
    hits: tally.hits,
    falseAlarms: tally.falseAlarms,
    missed: tally.changes - tally.hits,
  };
}

/** No detector at all: an alarm every WITHIN rows. Shows what a score is worth. */
export const alarmBlindly: Finder = (frames) =>
  frames.flatMap((_, t) => {
    if (t % WITHIN !== WITHIN - 1) return [];
    const when = { index: t, detectedIndex: t, time: null, detectedAt: null, delay: 0 };
    return [{ ...when, score: 1, method: 'blind', sensors: [] }];
  });
