import { Draws } from '../../changepoint/draws';
import { Progress } from '../../progress';
import { computeAlways, type Keep } from '../kept-results';
import { completeByBpmf } from './bpmf';
import { completeByMle } from './mle-smf';
import { fitPmf, predictCells, scaleReadings } from './pmf';
import { createProblem, rmse, type Completion, type Problem } from './problem';
import { completeByPsmf } from './psmf';
import type { MethodName } from './published';
import {
  digestOf,
  loadRecording,
  recordingNames,
  titles,
  type RecordingName,
  type Sources,
} from './recordings';
import { completeByTmf } from './tmf';

const FIRST_SEED = 123;

/** What one method made of one problem. */
export interface Repeat {
  readonly error: number;
  readonly coverage: number | null;
  /** Of the processor. */
  readonly seconds: number;
}

export interface TableRow {
  readonly set: RecordingName;
  readonly method: MethodName;
  readonly missing: number;
  /** None where the recording is not available. */
  readonly repeats: readonly Repeat[];
}

/** The paper's Tables 2 and 3 (30 % missing) and the supplement's (20, 40 %): every method on the same problems. */
export async function runImputationTable(
  sources: Sources,
  percent: number,
  repeats: number,
  methods: readonly MethodName[],
  keep: Keep = computeAlways,
): Promise<TableRow[]> {
  const bar = new Progress(recordingNames.length * repeats * methods.length);
  const rows: TableRow[] = [];
  for (const set of recordingNames) {
    const readings = await loadRecording(set, sources);
    const results = methods.map((): Repeat[] => []);
    const digest = readings && digestOf(readings);
    for (let repeat = 0; readings !== null && repeat < repeats; repeat++) {
      const seed = FIRST_SEED + repeat;
      let problem: Problem | undefined;
      methods.forEach((method, i) => {
        bar.begin(`${percent} %, ${titles[set]}, ${method}, ${repeat + 1} of ${repeats}`);
        const key = [digest, percent, seed, method].join(' ');
        results[i].push(
          keep(key, () => {
            problem ??= createProblem(readings, percent / 100, seed);
            return runMethod(problem, method, seed);
          }),
        );
        bar.advance();
      });
    }
    methods.forEach((method, i) => rows.push({ set, method, missing: percent, repeats: results[i] }));
  }
  bar.clear();
  return rows;
}

function runMethod(problem: Problem, method: MethodName, seed: number): Repeat {
  const from = process.cpuUsage();
  const { estimates, coverage } = complete[method](problem, new Draws(seed));
  const { user, system } = process.cpuUsage(from);
  return { error: rmse(problem, estimates), coverage, seconds: (user + system) / 1e6 };
}

const complete: Readonly<Record<MethodName, (problem: Problem, draws: Draws) => Completion>> = {
  PSMF: (problem) => completeByPsmf(problem, false),
  rPSMF: (problem) => completeByPsmf(problem, true),
  'MLE-SMF': completeByMle,
  TMF: completeByTmf,
  PMF: (problem, draws) => {
    const readings = scaleReadings(problem);
    const features = fitPmf(problem, readings, draws);
    return { estimates: predictCells(problem, readings.mean, features), coverage: null };
  },
  BPMF: (problem, draws) => {
    const readings = scaleReadings(problem);
    const start = fitPmf(problem, readings, draws);
    return { estimates: completeByBpmf(problem, readings, start, draws), coverage: null };
  },
};
