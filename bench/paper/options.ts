import { parseArgs } from 'node:util';
import { methodNames, type MethodName } from './imputation/published';

export interface PaperOptions {
  readonly table?: string;
  readonly figure?: string;
  readonly runTime: boolean;
  readonly all: boolean;
  readonly data?: string;
  readonly no2?: string;
  readonly gas?: string;
  readonly missing: number;
  readonly repeats: number;
  readonly methods: readonly MethodName[];
  /** Of a figure; undefined: as many as it has by itself. */
  readonly runs?: number;
  readonly restarts: number;
  readonly sets: number;
  /** Folder of finished parts. */
  readonly kept: string;
  readonly out: string;
  readonly json: boolean;
}

export const describeUsage = (
  figures: readonly string[],
): string => `Usage: npm run bench:paper -- --all --data DIR
       npm run bench:paper -- --table 1|2|3 | --figure NAME | --run-time [--data DIR]
  --all           every table and figure, and docs/paper.md with its plots; goes on where it was stopped
  --table 1       one change in the oscillators, placed within 30 frames
  --table 2, 3    gaps of 20 in recordings: errors and coverage; with --missing those of the supplement
  --figure NAME   ${figures.join(', ')}
  --run-time      PSMF on PM10 beside ml-matrix
  --data DIR      where the recordings are; --no2 FILE, --gas FILE: those that are not public, rows = series
  --missing N     20, 30 or 40 per cent (30)
  --methods A,B   of ${methodNames.join(', ')}
  --repeats N     masks and starts of tables 2 and 3 (10)
  --sets N        streams of table 1 for each contamination (1000; the slower rows take the first 100 or 200)
  --runs N        seeds, draws or runs of a figure, also with --all
  --restarts N    starts of each run of the figure beijing (20)
  --kept DIR      where finished parts are kept (.cache/paper)
  --out DIR       where --all writes (docs)
  --json          print the numbers as JSON`;

/** The options, or the one sentence that says what is wrong with them. */
export function readPaperOptions(args: readonly string[], figures: readonly string[]): PaperOptions | string {
  try {
    const { values } = parseArgs({ args: [...args], options: known, strict: true, allowPositionals: false });
    const asked = [values.all, values['run-time'], values.table !== undefined, values.figure !== undefined];
    if (asked.filter((isAsked) => isAsked).length !== 1)
      return 'Expected one of --all, --table, --figure, --run-time.';
    expectOneOf('table', values.table, ['1', '2', '3']);
    expectOneOf('figure', values.figure, figures);
    expectOneOf('missing', values.missing, ['20', '30', '40']);
    const methods = values.methods.split(',');
    methods.forEach((method) => expectOneOf('methods', method, methodNames));
    return {
      ...values,
      runTime: values['run-time'],
      missing: Number(values.missing),
      repeats: readCount('repeats', values.repeats),
      methods: methodNames.filter((name) => methods.includes(name)),
      runs: values.runs === undefined ? undefined : readCount('runs', values.runs),
      restarts: readCount('restarts', values.restarts),
      sets: readCount('sets', values.sets),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const text = (standard: string) => ({ type: 'string', default: standard }) as const;
const optional = { type: 'string' } as const;
const known = {
  ...{ table: optional, figure: optional, runs: optional, data: optional, no2: optional, gas: optional },
  ...{ missing: text('30'), repeats: text('10'), methods: text(methodNames.join(',')) },
  ...{ restarts: text('20'), sets: text('1000'), kept: text('.cache/paper'), out: text('docs') },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  'run-time': { type: 'boolean', default: false },
} as const;

function expectOneOf(name: string, value: string | undefined, allowed: readonly string[]): void {
  if (value !== undefined && !allowed.includes(value))
    throw new Error(`--${name}: expected ${allowed.join(', ')}, got ${value}.`);
}

function readCount(name: string, value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`--${name}: expected a whole number of at least 1, got ${value}.`);
}
