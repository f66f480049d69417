import { Draws } from '../../changepoint/draws';
import { loadSet, type SetName } from '../../impute/data-sets';
import { Progress } from '../../progress';
import { table } from '../../table';
import { completeByBpmf } from './bpmf';
import { completeByMle } from './mle-smf';
import { fitPmf, predictCells, scaleReadings } from './pmf';
import { createProblem, rmse, type Completion, type Problem } from './problem';
import { completeByPsmf } from './psmf';
import { COVERAGE_WITHIN, isWithin, published, type MethodName } from './published';
import { completeByTmf } from './tmf';

export const tableSets = ['pm25', 'pm10', 'sp500'] as const satisfies readonly SetName[];
const titles = { pm25: 'PM2.5', pm10: 'PM10', sp500: 'S&P 500' } as const;
const FIRST_SEED = 123;

export interface TableRow {
  readonly set: (typeof tableSets)[number];
  readonly method: MethodName;
  readonly missing: number;
  /** One for each repeat. */
  readonly errors: number[];
  readonly coverages: number[];
  readonly seconds: number[];
}

/** The paper's Tables 2 and 3 (30 % missing) and the supplement's (20, 40 %): every method on the same problems. */
export async function runImputationTable(
  directory: string,
  percent: number,
  repeats: number,
  methods: readonly MethodName[],
): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const bar = new Progress(tableSets.length * repeats * methods.length);
  for (const set of tableSets) {
    const readings = await loadSet(directory, set);
    const ofSet = methods.map((method): TableRow => {
      return { set, method, missing: percent, errors: [], coverages: [], seconds: [] };
    });
    for (let repeat = 0; repeat < repeats; repeat++) {
      const problem = createProblem(readings, percent / 100, FIRST_SEED + repeat);
      const complete = createMethods(problem, FIRST_SEED + repeat);
      for (const row of ofSet) {
        bar.begin(`${titles[set]}, ${row.method}, ${repeat + 1} of ${repeats}`);
        const from = process.cpuUsage();
        const { estimates, coverage } = complete[row.method]();
        const { user, system } = process.cpuUsage(from);
        row.errors.push(rmse(problem, estimates));
        if (coverage !== null) row.coverages.push(coverage);
        row.seconds.push((user + system) / 1e6);
        bar.advance();
      }
    }
    rows.push(...ofSet);
  }
  bar.clear();
  return rows;
}

function createMethods(problem: Problem, seed: number): Readonly<Record<MethodName, () => Completion>> {
  const readings = scaleReadings(problem);
  const start = (draws: Draws): ReturnType<typeof fitPmf> => fitPmf(problem, readings, draws);
  const offline = (estimates: Float64Array): Completion => ({ estimates, coverage: null });
  return {
    PSMF: () => completeByPsmf(problem, false),
    rPSMF: () => completeByPsmf(problem, true),
    'MLE-SMF': () => completeByMle(problem),
    TMF: () => completeByTmf(problem),
    PMF: () => offline(predictCells(problem, readings.mean, start(new Draws(seed)))),
    BPMF: () => {
      const draws = new Draws(seed);
      return offline(completeByBpmf(problem, readings, start(draws), draws));
    },
  };
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const deviation = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

export function describeImputationTable(rows: readonly TableRow[]): string {
  const lines = rows.map(({ set, method, missing, errors, coverages, seconds }) => {
    const theirs = published[missing]?.[set]?.[method];
    const ours = mean(errors);
    const covered = coverages.length > 0 ? mean(coverages) : null;
    const isCovered =
      covered === null || theirs?.coverage == null || Math.abs(covered - theirs.coverage) <= COVERAGE_WITHIN;
    return [
      titles[set],
      method,
      `${ours.toFixed(3)} (${deviation(errors).toFixed(3)})`,
      theirs ? `${theirs.error.toFixed(2)} (${theirs.spread.toFixed(2)})` : '-',
      covered?.toFixed(3) ?? '-',
      theirs?.coverage?.toFixed(2) ?? '-',
      mean(seconds).toFixed(2),
      theirs === undefined ? '-' : isWithin(method, theirs, ours) && isCovered ? 'near' : 'not near',
    ];
  });
  const [{ missing, errors }] = rows;
  const head = ['set', 'method', 'RMSE (sd)', 'paper', 'coverage', 'paper', 'seconds', ''];
  return (
    `Imputation with ${missing} % missing, ${errors.length} repeats: error of the removed values, coverage of the 2 sigma bars\n\n` +
    `${table(head, lines)}\n\nNO2 and Gas: data not available.\n` +
    '"near": PSMF and rPSMF within one published standard deviation, TMF within 3 %, others 10 %; coverage within 0.03.\n'
  );
}
