import type { Pattern } from '../../src/evaluate/mask';
import { REFERENCE, type Cell, type Comparison } from './comparison';
import { dataSets, type SetName } from './data-sets';

/** What a prototype of the model reached on masks of its own, 1 to 3 of them: nRMSE and coverage of mean -+ 2 sd. */
interface Figure {
  readonly nrmse: number;
  readonly coverage: number;
}
const figure = (nrmse: number, coverage: number): Figure => ({ nrmse, coverage });

export const figures: Partial<Record<SetName, Record<Pattern, Figure>>> = {
  pm25: {
    seg30: figure(0.438, 0.95),
    mcar10: figure(0.389, 0.94),
    long: figure(0.479, 0.94),
    gateway: figure(0.677, 0.96),
  },
  pm10: {
    seg30: figure(0.528, 0.95),
    mcar10: figure(0.478, 0.94),
    long: figure(0.504, 0.95),
    gateway: figure(0.793, 0.97),
  },
  sp500: {
    seg30: figure(0.291, 0.92),
    mcar10: figure(0.083, 0.95),
    long: figure(0.555, 0.68),
    gateway: figure(0.268, 0.95),
  },
  etth1: {
    seg30: figure(0.465, 0.94),
    mcar10: figure(0.231, 0.94),
    long: figure(0.486, 0.9),
    gateway: figure(0.741, 0.96),
  },
  beijing: {
    seg30: figure(0.399, 0.95),
    mcar10: figure(0.094, 0.95),
    long: figure(0.472, 0.93),
    gateway: figure(0.329, 0.95),
  },
};

/** How far above the figure the nRMSE may be: more where few outages make up the score. */
const MARGIN: Record<Pattern, number> = { seg30: 1.05, mcar10: 1.05, long: 1.15, gateway: 1.15 };
const COVERAGE = { least: 0.92, most: 0.98 } as const;
/** Prices trend: a segment's true value leaves the interval more often. */
const LEAST_ON_TRENDS = 0.88;
/** Against the better of last value and running mean. */
const NEVER_WORSE = 1.05;

/** A bar, what was measured, and whether it was reached. */
export interface Verdict {
  readonly what: string;
  readonly bar: string;
  readonly measured: string;
  readonly met: boolean;
}

export const inThousandths = (value: number): string => value.toFixed(3);

export interface CellVerdicts {
  readonly figure?: Verdict;
  readonly coverage?: Verdict;
  readonly neverWorse: Verdict;
}

export function judgeCell(cell: Cell): CellVerdicts {
  const { set, pattern, scores } = cell;
  const where = `${dataSets[set].title}, ${pattern}`;
  const { nrmse, coverage } = scores.adaptive;
  const known = figures[set]?.[pattern];
  const simple = Math.min(scores.last.nrmse, scores.mean.nrmse);
  return {
    figure: known && {
      what: `nRMSE on ${where}`,
      bar: `<= ${inThousandths(MARGIN[pattern] * known.nrmse)}`,
      measured: `${inThousandths(nrmse)}, the reference on the same masks ${inThousandths(scores[REFERENCE].nrmse)}`,
      met: nrmse <= MARGIN[pattern] * known.nrmse,
    },
    coverage: known && judgeCoverage(cell, where, coverage),
    neverWorse: {
      what: `never worse on ${where}`,
      bar: `<= ${NEVER_WORSE} x the better of last value and running mean, ${inThousandths(NEVER_WORSE * simple)}`,
      measured: inThousandths(nrmse),
      met: nrmse <= NEVER_WORSE * simple,
    },
  };
}

function judgeCoverage({ set, pattern }: Cell, where: string, coverage: number): Verdict | undefined {
  if (pattern !== 'seg30' && pattern !== 'mcar10') return undefined;
  const least = set === 'sp500' && pattern === 'seg30' ? LEAST_ON_TRENDS : COVERAGE.least;
  return {
    what: `coverage on ${where}`,
    bar: `${least} to ${COVERAGE.most}`,
    measured: inThousandths(coverage),
    met: coverage >= least && coverage <= COVERAGE.most,
  };
}

export const judgeComparison = (comparison: Comparison): Verdict[] => [
  ...comparison.cells.flatMap((cell) => {
    const { figure, coverage, neverWorse } = judgeCell(cell);
    return [figure, coverage, neverWorse].filter((verdict) => verdict !== undefined);
  }),
  ...(['crps', 'nrmse'] as const).map((measure) => judgeAgainstReference(comparison, measure)),
];

/** What was removed and improved since must not cost accuracy: the mean over all sets and patterns, on the same masks. */
function judgeAgainstReference({ cells }: Comparison, measure: 'crps' | 'nrmse'): Verdict {
  const mean = (name: string): number =>
    cells.reduce((sum, { scores }) => sum + scores[name][measure], 0) / cells.length;
  const [ours, reference] = [mean('adaptive'), mean(REFERENCE)];
  return {
    what: `mean ${measure === 'crps' ? 'CRPS' : 'nRMSE'} over all sets and patterns`,
    bar: `<= that of the reference on the same masks, ${reference.toFixed(4)}`,
    measured: ours.toFixed(4),
    met: ours <= reference,
  };
}
