import { badOption, PsmfError } from '../errors';
import { FIRST_SCORED, type Mask } from './mask';
import type { Method } from './method';
import { errorOf, isKnown, standardDeviations, timeOf, type ReadingsTable } from './readings-table';
import { Scorer } from './score';

type Methods = Readonly<Record<string, Method>>;

export interface Evaluation<Names extends string = string> {
  /** Known values hidden, scored or not. */
  readonly hidden: number;
  readonly scorers: Readonly<Record<Names, Scorer>>;
  /** The same by sensor. */
  readonly bySensor: Readonly<Record<Names, readonly Scorer[]>>;
}

/** Told after each frame, when every method has learned it. */
type Watcher = (row: number) => void;

/**
 * Hides what `mask` marks, lets every method learn the frames in order, and compares what each gives for a hidden value with
 * the truth. Not scored are rows before 100, sensors that never move, and values before the first visible one of a sensor:
 * there is nothing to go by yet, so no method is asked.
 */
export function evaluate<T extends Methods>(
  table: ReadingsTable,
  mask: Mask,
  methods: T,
  watch: Watcher = () => undefined,
): Evaluation<keyof T & string> {
  const { rows, sensors, values } = table;
  const units = standardDeviations(table);
  const contestants = Object.entries(methods).map(([name, method]) => ({
    name,
    method,
    scorer: new Scorer(),
    own: Array.from({ length: sensors }, () => new Scorer()),
  }));
  const readings = new Float64Array(sensors);
  const gaps = new Float64Array(sensors);
  const wasRead = new Uint8Array(sensors);
  let hidden = 0;
  let scored = 0;
  for (let row = 0; row < rows; row++) {
    if (table.dt[row] === 0) continue;
    const hiddenHere: number[] = [];
    for (let j = 0, cell = row * sensors; j < sensors; j++, cell++) {
      const isHidden = mask[cell] === 1 && isKnown(table, cell);
      readings[j] = isHidden ? NaN : values[cell];
      const isRead = Number.isFinite(readings[j]);
      gaps[j] = isRead ? 0 : gaps[j] + 1;
      if (isRead) wasRead[j] = 1;
      if (!isHidden) continue;
      hidden++;
      if (row >= FIRST_SCORED && wasRead[j] === 1 && units[j] > 0) hiddenHere.push(j);
    }
    scored += hiddenHere.length;
    const time = timeOf(table, row);
    for (const { method, scorer, own } of contestants) {
      method.learnOne(readings, table.dt[row], time);
      for (const j of hiddenHere) {
        const error = errorOf(table, j, values[row * sensors + j], method.mean[j]);
        scorer.add(error, method.variance[j], units[j], gaps[j]);
        own[j].add(error, method.variance[j], units[j], gaps[j]);
      }
    }
    watch(row);
  }
  if (scored === 0) throw nothingToScore(hidden);
  const scorers = Object.fromEntries(contestants.map(({ name, scorer }) => [name, scorer]));
  const bySensor = Object.fromEntries(contestants.map(({ name, own }) => [name, own]));
  return {
    hidden,
    scorers: scorers as Record<keyof T & string, Scorer>,
    bySensor: bySensor as Record<keyof T & string, Scorer[]>,
  };
}

const nothingToScore = (hidden: number): PsmfError =>
  badOption(
    'The values to hide',
    `some known ones of a sensor that moves, after row ${FIRST_SCORED}`,
    `${hidden} hidden, none of them such`,
    'Record for longer, and while the plant runs; or hide others.',
  );
