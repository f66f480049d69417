import type { Verdict } from '../../impute/bars';
import { COVERAGE_WITHIN, isWithin, published, type Published } from '../imputation/published';
import { titles } from '../imputation/recordings';
import type { TableRow } from '../imputation/tables';
import { plotImputation } from './imputation-plot';
import type { Section } from './section';
import { deviation, mean } from './statistics';

const NAMES = ['set', 'method', 'RMSE (sd)', 'paper', 'coverage', 'paper ', 'seconds', 'paper  ', 'near'];
const NOT_AVAILABLE = 'data not available';

/** Tables 2 and 3, or one of the supplement's: rows of one share missing. */
export function describeImputation(rows: readonly TableRow[]): Section {
  const [{ missing }] = rows;
  const repeats = Math.max(...rows.map((row) => row.repeats.length));
  const verdicts = rows.map(judgeRow);
  return {
    title: `Imputation with ${missing} % missing${missing === 30 ? ' (Tables 2 and 3)' : ' (supplement)'}`,
    text: [
      `Gaps of 20, ${repeats} repeats, each with masks and a start of its own; r = 10, two epochs. RMSE of the removed values with its standard deviation over the repeats, share of them within the 2 sigma bars of the one-step prediction, seconds of the processor. The paper has means of 100 repeats. "near": PSMF and rPSMF within one published standard deviation, TMF within 3 %, the others within 10 %; coverage within ${COVERAGE_WITHIN}. Recordings that are not public are taken by --no2 FILE and --gas FILE.`,
    ],
    names: NAMES,
    rows: rows.map((row, i) => writeRow(row, verdicts[i])),
    verdicts: verdicts.filter((verdict) => verdict !== null),
    isJudgedInTable: true,
    plots: { [`paper-imputation-${missing}.svg`]: plotImputation(rows) },
  };
}

const format = (value: number | null, digits: number): string => value?.toFixed(digits) ?? '-';

function writeRow({ set, method, missing, repeats }: TableRow, verdict: Verdict | null): string[] {
  const theirs = published[missing][method][set];
  const of = [`${theirs.error.toFixed(2)} (${theirs.spread.toFixed(2)})`, format(theirs.coverage, 2)];
  const seconds = theirs.seconds.toFixed(2);
  if (verdict === null) return [titles[set], method, NOT_AVAILABLE, of[0], '-', of[1], '-', seconds, '-'];
  const errors = repeats.map(({ error }) => error);
  return [
    titles[set],
    method,
    `${mean(errors).toFixed(3)} (${deviation(errors).toFixed(3)})`,
    of[0],
    format(coverageOf(repeats), 3),
    of[1],
    mean(repeats.map((repeat) => repeat.seconds)).toFixed(2),
    seconds,
    verdict.met ? 'yes' : 'no',
  ];
}

const coverageOf = (repeats: TableRow['repeats']): number | null =>
  repeats[0].coverage === null ? null : mean(repeats.map(({ coverage }) => coverage ?? NaN));

const toleranceOf = (method: TableRow['method'], { spread }: Published): string =>
  method === 'PSMF' || method === 'rPSMF' ? `+- ${spread}` : `within ${method === 'TMF' ? 3 : 10} %`;

/** Null where there is nothing to judge. */
function judgeRow({ set, method, missing, repeats }: TableRow): Verdict | null {
  if (repeats.length === 0) return null;
  const theirs = published[missing][method][set];
  const error = mean(repeats.map((repeat) => repeat.error));
  const coverage = coverageOf(repeats);
  const isCovered =
    coverage === null || theirs.coverage === null || Math.abs(coverage - theirs.coverage) <= COVERAGE_WITHIN;
  return {
    what: `${method} on ${titles[set]} with ${missing} % missing`,
    bar: `${theirs.error}, ${toleranceOf(method, theirs)}${theirs.coverage === null ? '' : `; coverage ${theirs.coverage} +- ${COVERAGE_WITHIN}`}`,
    measured: `${error.toFixed(3)}${coverage === null ? '' : `, coverage ${coverage.toFixed(3)}`}`,
    met: isWithin(method, theirs, error) && isCovered,
  };
}
