import { ChangeModel, type ChangeNews } from '../../src';
import { markdownTable } from '../table';
import { Draws } from './draws';
import { plantStream } from './living/simulated';

/** Cases of each fault, where it begins, and how long a stream goes on after it. */
const CASES = 20;
const AT = 1200;
const AFTER = 500;
/** Seeds of the streams. The constants of the verdicts were chosen on those from 40,000 on, which are not counted here. */
const SEED = 71_000;
/** Sensors stand this high, so that another unit is another level. */
const LEVEL = 30;
/** A change that is undone, is so after this many frames at least and at most. */
const SHORTEST = 30;
const LONGEST = 400;

const UNITS: readonly (readonly [number, number])[] = [
  [1.8, 32],
  [100, 0],
  [0.001, 0],
  [1, 273.15],
];

interface Case {
  /** Alters the readings of a frame, so many frames after the change began. */
  readonly alter: (row: Float64Array, since: number) => void;
  /** Sensors that the verdict is to name. */
  readonly sensors: readonly number[];
}

const kinds = ['offset', 'unit', 'swapped', 'undone', 'plant'] as const;
type Kind = (typeof kinds)[number];

export interface FaultResult {
  readonly kind: Kind;
  readonly cases: number;
  /** With an alarm of the change; the right verdict of the right sensors; any other verdict. */
  readonly alarms: number;
  readonly right: number;
  readonly wrong: number;
}

/** Faults of sensors, changes that are undone, and lasting changes of the plant, 20 cases each, half of them in rhythms and half in causes that wander. */
export function runFaults(): FaultResult[] {
  return kinds.map((kind, k) => {
    const results = Array.from({ length: CASES }, (_, i) => runCase(kind, SEED + 100 * k + i, i));
    const count = (field: 'isFound' | 'isRight' | 'isWrong'): number =>
      results.filter((result) => result[field]).length;
    return {
      ...{ kind, cases: CASES, alarms: count('isFound') },
      ...{ right: count('isRight'), wrong: count('isWrong') },
    };
  });
}

function runCase(kind: Kind, seed: number, i: number): Record<'isFound' | 'isRight' | 'isWrong', boolean> {
  const draws = new Draws(seed);
  const rows = plantStream(i % 2 === 0 ? 'swing' : 'wander', draws);
  const { alter, sensors } = createCase(kind, draws, i);
  const model = new ChangeModel();
  const news: ChangeNews[] = [];
  let isFound = false;
  for (let t = 0; t < AT + AFTER; t++) {
    const row = rows[t].map((value) => value + LEVEL);
    if (t >= AT) alter(row, t - AT);
    const fields = Object.fromEntries(Array.from(row, (value, j) => [`${j}`, value]));
    const answer = model.learnOne({ fields, time: null, arrival: 1000 * t });
    if (t < AT) continue;
    isFound ||= answer.alarm !== null;
    news.push(...answer.news);
  }
  const isRightOne = (event: ChangeNews): boolean => {
    const said = event.event === 'fault' ? event.fault : event.event === 'resolved' ? 'undone' : event.event;
    return said === kind && sensors.every((j) => event.sensors.some(({ name }) => name === `${j}`));
  };
  return {
    isFound,
    isRight: news.some(isRightOne),
    isWrong: news.some((event) => !isRightOne(event) && !(kind === 'undone' && event.event === 'fault')),
  };
}

function createCase(kind: Kind, draws: Draws, i: number): Case {
  const [a, b, c] = draws.choose(3, 20);
  const step = (2 + 2 * draws.uniform()) * (i % 3 === 0 ? -1 : 1);
  switch (kind) {
    case 'offset':
      return { sensors: [a], alter: (row) => void (row[a] += step) };
    case 'unit': {
      const [factor, offset] = UNITS[i % UNITS.length];
      return { sensors: [a], alter: (row) => void (row[a] = factor * row[a] + offset) };
    }
    case 'swapped':
      return { sensors: [a, b], alter: (row) => void ([row[a], row[b]] = [row[b], row[a]]) };
    case 'undone': {
      const frames = SHORTEST + draws.below(LONGEST - SHORTEST);
      return { sensors: [a], alter: (row, since) => void (row[a] += since < frames ? step : 0) };
    }
    case 'plant':
      return { sensors: [], alter: (row) => [a, b, c].forEach((j) => (row[j] += step)) };
  }
}

/** What is said of sensors beside alarms. */
export function writeFaults(faults: readonly FaultResult[]): string {
  return [
    '## Faults of sensors, and changes that are undone',
    'On streams of 20 sensors, half rhythms and half causes that wander, after 1,200 frames: a step of one sensor by 2 to 4 (offset), a reading in another unit, two sensors exchanged, a step that is undone after 30 to 430 frames, and a lasting step of three sensors (plant), of which no fault may be told. Verdicts within 500 frames.',
    markdownTable(
      ['case', 'cases', 'with an alarm', 'right verdict', 'a wrong one'],
      faults.map(({ kind, cases, alarms, right, wrong }) => [
        kind,
        ...[cases, alarms].map(String),
        kind === 'plant' ? '-' : `${right}`,
        `${wrong}`,
      ]),
    ),
    'Two exchanged sensors are told where they differ by more than their noise, and are called back only while the two are far apart.',
  ].join('\n\n');
}
