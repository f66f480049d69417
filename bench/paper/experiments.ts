import { join } from 'node:path';
import { loadSet } from '../impute/data-sets';
import { runBeijing } from './experiment-beijing';
import { runConvergence } from './experiment-convergence';
import { runGpFeatures } from './experiment-gp';
import { runRecursive } from './experiment-recursive';
import { runSynthetic, traceSynthetic, type Noise } from './experiment-synthetic';
import { createProblem } from './imputation/problem';
import { runImputationTable } from './imputation/tables';
import { fingerprintOf, keepIn, type Keep } from './kept-results';
import type { PaperOptions } from './options';
import {
  describeConvergence,
  describeGpFeatures,
  describeRunTime,
  describeTable1,
} from './report/filter-sections';
import { describeImputation } from './report/imputation-section';
import { describeBeijing, describeRecursive, describeSynthetic } from './report/learned-sections';
import type { Section } from './report/section';
import { measureRunTime } from './run-time';
import { runTable1 } from './table1';

export interface Outcome {
  readonly result: unknown;
  readonly section: Section;
}

type Experiment = (options: PaperOptions) => Outcome | Promise<Outcome>;

/** Finished parts are kept under the code that made them: all of src, and the experiment's own files. */
function keepFor({ kept }: PaperOptions, name: string, ...files: string[]): Keep {
  const root = join(__dirname, '../..');
  const code = ['src', ...files.map((file) => `bench/${file}`)].map((path) => join(root, path));
  return keepIn(join(kept, `${name}.jsonl`), fingerprintOf(code));
}

const DRAWS = 'changepoint/draws.js';

function needData({ data }: PaperOptions, name: string): string {
  if (data === undefined) throw new Error(`${name} needs --data DIR.`);
  return data;
}

async function impute(options: PaperOptions, missing: number): Promise<Outcome> {
  const { no2, gas, repeats, methods } = options;
  const sources = { data: needData(options, '--table 2'), no2, gas };
  const keep = keepFor(options, 'imputation', 'paper/imputation', DRAWS);
  const result = await runImputationTable(sources, missing, repeats, methods, keep);
  return { result, section: describeImputation(result) };
}

export const tables: Readonly<Record<string, Experiment>> = {
  1: (options) => {
    const code = ['table1.js', 'gp-features.js', 'mbocpd.js'].map((file) => `paper/${file}`);
    const keep = keepFor(options, 'table-1', ...code, 'changepoint/generators.js', DRAWS);
    const result = runTable1(options.sets, keep);
    return { result, section: describeTable1(result) };
  },
  2: (options) => impute(options, options.missing),
  3: (options) => impute(options, options.missing),
};

export const figures: Readonly<Record<string, Experiment>> = {
  synthetic: (options) => {
    const keep = keepFor(options, 'synthetic', 'paper/experiment-synthetic.js', DRAWS);
    const result = runSynthetic(options.runs ?? 120, keep);
    const trace = (noise: Noise): ReturnType<typeof traceSynthetic> => {
      const seed = Math.max(
        0,
        result[noise].findIndex((run) => run.found),
      );
      return keep(`trace ${noise} ${seed}`, () => traceSynthetic(noise, seed));
    };
    return { result, section: describeSynthetic(result, { Gaussian: trace('Gaussian'), t3: trace('t3') }) };
  },
  beijing: (options) => {
    const keep = keepFor(
      options,
      'beijing',
      'paper/experiment-beijing.js',
      'paper/experiment-data.js',
      DRAWS,
    );
    const data = needData(options, '--figure beijing');
    const result = runBeijing(data, options.runs ?? 20, options.restarts, keep);
    return { result, section: describeBeijing(result) };
  },
  recursive: (options) => {
    const keep = keepFor(options, 'recursive', 'paper/experiment-recursive.js', DRAWS);
    const result = runRecursive(options.runs ?? 100, keep);
    return { result, section: describeRecursive(result) };
  },
  convergence: (options) => {
    const code = ['experiment-convergence.js', 'kalman-filter.js'].map((file) => `paper/${file}`);
    const result = runConvergence(
      options.runs ?? 200,
      undefined,
      keepFor(options, 'convergence', ...code, DRAWS),
    );
    return { result, section: describeConvergence(result) };
  },
  gp: (options) => {
    const code = ['experiment-gp.js', 'gp-features.js'].map((file) => `paper/${file}`);
    const keep = keepFor(options, 'gp', ...code, 'changepoint/generators.js', DRAWS);
    const result = runGpFeatures(options.runs ?? 20, keep);
    return { result, section: describeGpFeatures(result) };
  },
};

/** Measured anew every time. */
export async function compareRunTime(options: PaperOptions): Promise<Outcome> {
  const readings = await loadSet(needData(options, '--run-time'), 'pm10');
  const result = measureRunTime(createProblem(readings, 0.3, 123), 5);
  return { result, section: describeRunTime(result) };
}

/** Everything, in the order of the page. */
export const listAll = (options: PaperOptions): (() => Outcome | Promise<Outcome>)[] => [
  ...[30, 20, 40].map((missing) => () => impute(options, missing)),
  () => compareRunTime(options),
  () => tables[1](options),
  ...Object.values(figures).map((run) => () => run(options)),
];
