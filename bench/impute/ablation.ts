import { defaultMechanisms } from '../../src/adaptive/mechanisms';
import type { AdaptiveOptions } from '../../src/adaptive/options';
import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask, type Pattern } from '../../src/evaluate/mask';
import { Adaptive } from '../../src/evaluate/methods/adaptive';
import type { Progress } from '../progress';
import { averageScores, type Score, type Tables } from './comparison';
import { dataSets } from './data-sets';

const SEED = 1;

/** The default model without one of its parts: means over all sets and patterns, each of the same weight. */
export interface Ablation extends Score {
  readonly without: string;
  /** The set and pattern where the CRPS changes most to the worse and to the better, as ratios to the whole model. */
  readonly worst: { readonly where: string; readonly ratio: number };
  readonly best: { readonly where: string; readonly ratio: number };
}

export const WHOLE = 'nothing';

const variants: Readonly<Record<string, Omit<AdaptiveOptions, 'sensors'>>> = {
  [WHOLE]: {},
  ...Object.fromEntries(
    Object.keys(defaultMechanisms).map((name) => [name, { mechanisms: { [name]: false } }]),
  ),
  'rank above 2': { maxRank: 2 },
};

export function ablate(tables: Tables, patterns: readonly Pattern[], progress: Progress): Ablation[] {
  const names = Object.keys(variants);
  const runs = [...tables].flatMap(([set, table]) =>
    patterns.map((pattern) => {
      const where = `${dataSets[set].title}, ${pattern}`;
      progress.begin(`ablation, ${where}`);
      const methods = Object.fromEntries(
        names.map((name) => [name, new Adaptive(table.sensors, variants[name])]),
      );
      const { scorers } = evaluate(table, drawMask(table, pattern, SEED), methods);
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
    return { without, ...score, worst: ratios[ratios.length - 1], best: ratios[0] };
  });
}
