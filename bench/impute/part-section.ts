import { geometricMean } from './cell-sections';
import { WHOLE_MODEL, type PartAblation } from './part-ablation';
import type { Section } from './section';

const GROUPS = ['plants', 'seg30', 'mcar10', 'long', 'gateway'] as const;

/** What each part beside the factor model is worth: nRMSE without it over that of the whole. */
export function describeParts(results: readonly PartAblation[]): Section {
  const number = (value: number, digits: number): string =>
    Number.isNaN(value) ? '' : value.toFixed(digits);
  return {
    title: 'What kinds, rhythms and challengers are worth',
    text: [
      'nRMSE without a part over that of the whole model: geometric means over plants and over recordings (mask 1), and the cells ' +
        'where leaving it out hurts most and helps most.',
    ],
    names: ['without', ...GROUPS, 'coverage', 'most', '', 'least', ' '],
    rows: results
      .filter(({ cells }) => cells.length > 0)
      .map(({ without, cells }) => {
        const sorted = [...cells].sort((a, b) => b.ratio - a.ratio);
        const [most, least] = [sorted[0], sorted[sorted.length - 1]];
        const means = GROUPS.map((group) =>
          geometricMean(cells.filter((cell) => cell.group === group).map(({ ratio }) => ratio)),
        );
        const coverage = cells.reduce((sum, cell) => sum + cell.coverage, 0) / cells.length;
        const ends =
          without === WHOLE_MODEL
            ? ['', '', '', '']
            : [number(most.ratio, 2), most.name, number(least.ratio, 2), least.name];
        return [without, ...means.map((mean) => number(mean, 3)), number(coverage, 3), ...ends];
      }),
    verdicts: [],
  };
}
