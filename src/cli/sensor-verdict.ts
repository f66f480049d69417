import type { Scorer } from '../evaluate/score';
import type { ReadingsTable } from '../evaluate/readings-table';
import type { Receipt } from '../stream/receipt';
import { robustRange } from './report/robust-range';

/** Hidden values of a length of gap that say something, and the error from which on a fill is no better than the mean, in deviations. */
const ENOUGH = 20;
const WORTH = 0.7;

/** What can be said of one sensor. */
export interface SensorVerdict {
  readonly name: string;
  /** Of the default model, in standard deviations; null: nothing was scored. */
  readonly nrmse: number | null;
  readonly canBeFilled: boolean | null;
  /** Error of filling it in gaps up to `gapRows`, as a share of its range. */
  readonly shareOfRange: number | null;
  readonly gapRows: number | null;
  readonly gapSeconds: number | null;
  /** The sensors that share most of its movement; none: it is filled from its own past. */
  readonly from: readonly string[];
}

/** The sensors, the best filled first. `receipt` is the default model's, its sensors named by column. */
export function judgeSensors(
  names: readonly string[],
  table: ReadingsTable,
  scorers: readonly Scorer[],
  deviations: ArrayLike<number>,
  receipt: Receipt | null,
): SensorVerdict[] {
  const verdicts = names.map((name, j) => {
    const measured = scorers[j].byGap.map((score, bucket) => ({
      ...score,
      longest: scorers[j].longest[bucket],
    }));
    const enough = measured.filter(({ n }) => n >= ENOUGH);
    const good = enough.filter(({ nrmse }) => nrmse !== null && nrmse <= WORTH).at(-1);
    const judged = good ?? enough.at(-1);
    const range = rangeOf(table, j);
    const nrmse = judged?.nrmse ?? null;
    const period = receipt?.periodSeconds ?? null;
    const from = receipt?.sensors.find((sensor) => sensor.name === `${j}`)?.from ?? [];
    return {
      ...{ name, nrmse, canBeFilled: judged === undefined ? null : good !== undefined },
      shareOfRange: nrmse === null || !(range > 0) ? null : (nrmse * deviations[j]) / range,
      gapRows: good?.longest ?? null,
      gapSeconds:
        good === undefined || period === null || table.ms === undefined ? null : good.longest * period,
      from: from.map((column) => names[Number(column)]),
    };
  });
  return verdicts.sort((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ canBeFilled, nrmse }: SensorVerdict): number =>
  canBeFilled === null ? 1e9 : (canBeFilled ? 0 : 1e6) + (nrmse ?? 0);

function rangeOf({ values, sensors }: ReadingsTable, j: number): number {
  const own = new Float64Array(values.length / sensors).map((_, row) => values[row * sensors + j]);
  const [least, most] = robustRange(own);
  return most - least;
}

/** A sentence for each sensor. */
export const writeSensorVerdict = (verdict: SensorVerdict): string =>
  `${verdict.name}: ${sentenceOf(verdict)}`;

function sentenceOf({ canBeFilled, shareOfRange, gapRows, gapSeconds, from }: SensorVerdict): string {
  if (canBeFilled === null) return 'too few hidden values to say';
  if (!canBeFilled)
    return from.length === 0
      ? 'cannot be filled: it follows none of the others'
      : `cannot be filled: it follows ${listNames(from)} too loosely`;
  const whom =
    from.length === 0
      ? 'from its own past'
      : `while ${listNames(from)} report${from.length === 1 ? 's' : ''}`;
  const within = shareOfRange === null ? '' : ` to within ${writePercent(shareOfRange)} of its range`;
  return `can be filled${within} ${whom}; for gaps up to ${writeGap(gapRows ?? 1, gapSeconds)}`;
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

function writeGap(rows: number, seconds: number | null): string {
  if (seconds === null) return rows === 1 ? '1 row' : `${rows} rows`;
  const [unit, length] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['seconds', 1];
  return `${Number((seconds / length).toPrecision(2))} ${unit}`;
}

const listNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names[names.length - 1]].filter((part) => part !== '').join(' and ');

const writePercent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
