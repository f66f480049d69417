import { defaultMechanisms } from '../../src/adaptive/mechanisms';
import type { AdaptiveOptions } from '../../src/adaptive/options';
import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask, type Pattern } from '../../src/evaluate/mask';
import type { Progress } from '../progress';
import { averageScores, type Score, type Tables } from './comparison';
import { dataSets } from './data-sets';
import { events, surviveEvent } from './events';
import { drawSmoothTable } from './smooth';
import { Variant } from './variant';

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

const variants: Readonly<Record<string, Omit<AdaptiveOptions, 'sensors'>>> = {
  [WHOLE]: {},
  ...Object.fromEntries(
    Object.entries(defaultMechanisms).map(([name, isOn]) => [
      isOn ? name : `nothing, with ${name}`,
      { mechanisms: { [name]: !isOn } },
    ]),
  ),
  'rank above 2': { maxRank: 2 },
};

export function ablate(tables: Tables, patterns: readonly Pattern[], progress: Progress): Ablation[] {
  const names = Object.keys(variants);
  const createVariants = (sensors: number): Record<string, Variant> =>
    Object.fromEntries(names.map((name) => [name, new Variant(sensors, variants[name])]));
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
        const { error, last } = surviveEvent(event, EVENT_SEEDS, variants[without]);
        return error / last;
      }),
    );
    return { without, ...score, worst: ratios[ratios.length - 1], best: ratios[0], smooth, worstEvent };
  });
}
