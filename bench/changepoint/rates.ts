import { createDetector } from '../../src';
import { markdownTable } from '../table';
import { Draws } from './draws';
import type { Rows } from './living/matrix';
import { readRecordings } from './living/recordings';
import { COUNTED_FROM } from './living/score';
import { simulate } from './living/simulated';

/** Frames in which one false alarm is asked for. */
const ASKED = [1000, 5000, 20_000] as const;
/** Sensors of white noise, with the frames of a stream and the streams. */
const WHITE = [
  { sensors: 1, length: 20_000, streams: 2 },
  { sensors: 8, length: 20_000, streams: 2 },
  { sensors: 50, length: 20_000, streams: 1 },
  { sensors: 200, length: 10_000, streams: 1 },
] as const;
/** Seed of the streams: none was used to choose a constant. */
const SEED = 704;
/** Times what was asked for that simulated streams may reach. */
const MOST = 3;

export interface RateResult {
  readonly stream: string;
  readonly frames: number;
  /** Alarms at each of the rates asked for. */
  readonly alarms: readonly number[];
}

/** Asked against realised rate of false alarms, on streams without a change. */
export function runRates(data: string | undefined): RateResult[] {
  const groups = new Map<string, Rows[]>();
  for (const { sensors, length, streams } of WHITE) {
    const draws = new Draws(SEED + sensors);
    const create = (): Rows =>
      Array.from({ length }, () => Float64Array.from({ length: sensors }, () => draws.normal()));
    groups.set(`white noise, d = ${sensors}`, Array.from({ length: streams }, create));
  }
  for (const { group, frames } of simulate(SEED)) {
    if (group === 'alone') continue;
    groups.set(group, [...(groups.get(group) ?? []), frames]);
  }
  if (data !== undefined)
    groups.set(
      'recordings',
      readRecordings(data).map(({ rows }) => rows),
    );
  return Array.from(groups, ([stream, all]) => ({
    stream,
    frames: all.reduce((sum, rows) => sum + rows.length - COUNTED_FROM, 0),
    alarms: ASKED.map((asked) => all.reduce((sum, rows) => sum + countAlarms(rows, asked), 0)),
  }));
}

function countAlarms(rows: Rows, sensitivity: number): number {
  const detector = createDetector({ sensors: rows[0].length, sensitivity });
  let alarms = 0;
  rows.forEach((row, t) => {
    if (detector.update(row).alarm !== null && t >= COUNTED_FROM) alarms++;
  });
  return alarms;
}

export function writeRates(results: readonly RateResult[]): string {
  const cell = (alarms: number, frames: number, asked: number): string =>
    `${((1000 * alarms) / frames).toFixed(2)} (${alarms} for ${(frames / asked).toFixed(1)})`;
  return [
    '## What was asked for and what came',
    `False alarms per 1,000 frames on streams without a change, where one in so many frames is asked for; in brackets the alarms, and those asked for. At most ${MOST} times as many are allowed on white noise, rhythms and wandering causes; where less than one was asked for, a single alarm says little. Of the alarms of recordings some are events that nobody labelled.`,
    markdownTable(
      ['stream', 'frames', ...ASKED.map((asked) => `one in ${asked}`)],
      results.map(({ stream, frames, alarms }) => [
        stream,
        `${frames}`,
        ...alarms.map((count, i) => cell(count, frames, ASKED[i])),
      ]),
    ),
  ].join('\n\n');
}
