import { experts } from '../../src/adaptive/experts';
import { referenceVariant } from '../../src/adaptive/variant';
import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask, type Pattern } from '../../src/evaluate/mask';
import type { Progress } from '../progress';
import { averageScores, type Score, type Tables } from './comparison';
import { Composed, type Composition } from './composed';
import { dataSets } from './data-sets';
import { events, surviveEvent } from './events';
import { drawSmoothTable } from './smooth';

const SEED = 1;
const EVENT_SEEDS = 5;
const SMOOTH_PATTERNS: readonly Pattern[] = ['mcar10', 'seg30'];

/** The default model without one of its parts: means over all sets and patterns, each of the same weight. */
export interface Ablation extends Score {
  readonly without: string;
  /** The set and pattern where the CRPS changes most to the worse and to the better, as ratios to the whole model. */
  readonly worst: { readonly where: string; readonly ratio: number };
  readonly best: { readonly where: string; readonly ratio: number };
  /** nRMSE of single values and of segments of smooth, almost noise-free series. */
  readonly smooth: readonly number[];
  /** The largest error over that of the last value after any of the events. */
  readonly worstEvent: number;
}

export const WHOLE = 'nothing';

/** What the table of the ablation has no line for: experts have lines of their own, the others change no estimate of it. */
const LEFT_OUT = ['experts', 'slicesReplays', 'widensFewReadings'];
const differences = Object.entries(referenceVariant).filter(([name]) => !LEFT_OUT.includes(name)) as [
  string,
  boolean | number,
][];

/** Without an expert, or with one of the differences between the default model and the golden vectors taken back. */
export const adaptiveParts: Readonly<Record<string, Composition>> = {
  ...Object.fromEntries(
    experts
      .slice(1)
      .map((expert) => [expert.name, { parts: { experts: experts.filter((each) => each !== expert) } }]),
  ),
  ...Object.fromEntries(
    differences.map(([name, value]) => [
      typeof value === 'number' || value ? `nothing, with ${name} ${value}` : name,
      { parts: { [name]: value } },
    ]),
  ),
};

const compositions: Readonly<Record<string, Composition>> = {
  [WHOLE]: {},
  ...adaptiveParts,
  'rank above 2': { options: { maxRank: 2 } },
};

export function ablate(tables: Tables, patterns: readonly Pattern[], progress: Progress): Ablation[] {
  const names = Object.keys(compositions);
  const createVariants = (sensors: number): Record<string, Composed> =>
    Object.fromEntries(names.map((name) => [name, new Composed(sensors, compositions[name])]));
  const smoothTable = drawSmoothTable(SEED);
  const smoothRuns = SMOOTH_PATTERNS.map(
    (pattern) =>
      evaluate(smoothTable, drawMask(smoothTable, pattern, SEED), createVariants(smoothTable.sensors))
        .scorers,
  );
  const runs = [...tables].flatMap(([set, table]) =>
    patterns.map((pattern) => {
      const where = `${dataSets[set].title}, ${pattern}`;
      progress.begin(`ablation, ${where}`);
      const { scorers } = evaluate(table, drawMask(table, pattern, SEED), createVariants(table.sensors));
      progress.advance();
      return { where, scorers };
    }),
  );
  return names.map((without) => {
    const ratios = runs
      .map(({ where, scorers }) => ({
        where,
        ratio: (scorers[without].total.crps ?? NaN) / (scorers[WHOLE].total.crps ?? NaN),
      }))
      .sort((a, b) => a.ratio - b.ratio);
    const score = averageScores(runs.map(({ scorers }) => scorers[without].total));
    const smooth = smoothRuns.map((scorers) => scorers[without].total.nrmse ?? NaN);
    const worstEvent = Math.max(
      ...Object.values(events).map((event) => {
        const { error, last } = surviveEvent(
          event,
          EVENT_SEEDS,
          (sensors) => new Composed(sensors, compositions[without]),
        );
        return error / last;
      }),
    );
    return { without, ...score, worst: ratios[ratios.length - 1], best: ratios[0], smooth, worstEvent };
  });
}
