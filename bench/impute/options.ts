import { parseArgs } from 'node:util';
import { patterns, type Pattern } from '../../src/evaluate/mask';
import { missingFiles, setNames, type SetName } from './data-sets';

/** The parts of the benchmark. The first six need the recordings. */
const DATA_PARTS = ['cells', 'parts', 'comparison', 'contaminated', 'ablation', 'hindsight'] as const;
const OTHER_PARTS = ['events', 'soak', 'speed'] as const;
const PARTS = [...DATA_PARTS, ...OTHER_PARTS] as const;
export type Part = (typeof PARTS)[number];

export interface ImputeOptions {
  readonly data: string | null;
  readonly sets: readonly SetName[];
  readonly patterns: readonly Pattern[];
  readonly seeds: number;
  readonly parts: readonly Part[];
  readonly quick: boolean;
  readonly json: boolean;
  /** Also the paper's two filters. */
  readonly paper: boolean;
  /** The commit that cells are compared with; null: none. */
  readonly before: string | null;
  /** Folders of plants of other seeds. */
  readonly plants: readonly string[];
  /** Only cells whose name holds this. */
  readonly only: string;
  /** Only cells that were measured before. */
  readonly kept: boolean;
  /** Of the cells, every n-th from the k-th on. */
  readonly slice: readonly [k: number, n: number];
  /** Where the page and its plots go; null: nowhere. */
  readonly out: string | null;
}

export const USAGE = `Usage: npm run bench:impute -- [--data DIR] [options]

      --data DIR        the recordings; without them only the parts that need none
      --sets A,B        of ${setNames.join(', ')}
      --patterns A,B    of ${patterns.join(', ')}
      --seeds N         masks for each pattern (default 3)
      --before COMMIT   compare every cell with that commit, which is built once (in .cache/compare)
      --plants A,B      folders of more simulated plants
      --only TEXT       of the cells only those whose name holds it, such as "rooms" or "long, 2"
      --slice K/N       of the cells only every Nth, from the Kth on: several processes share the work. What was
                        measured is kept (in .cache/impute), and a run without it only reports
      --cells --parts --comparison --contaminated --ablation --hindsight --events --soak --speed
                        only these parts (default all)
      --kept            of the cells only those that are measured already: a report of a run that is not finished
      --paper           also the paper's PSMF and rPSMF: slow, and in raw units
      --quick           three small sets, one mask, short runs: a check, not a measurement
      --json            the results as JSON
      --out DIR         write imputation.md and its plots there (default docs when everything is run)`;

const QUICK_SETS: readonly SetName[] = ['pm25', 'etth1', 'beijing'];

/** The options, or the one sentence that says what is wrong with them. */
export function readImputeOptions(args: readonly string[]): ImputeOptions | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        data: { type: 'string' },
        sets: { type: 'string' },
        patterns: { type: 'string' },
        seeds: { type: 'string' },
        out: { type: 'string' },
        before: { type: 'string' },
        plants: { type: 'string' },
        only: { type: 'string', default: '' },
        slice: { type: 'string', default: '1/1' },
        ...switches,
      },
    });
    const quick = values.quick === true;
    const data = values.data ?? null;
    const sets = readList('sets', values.sets, setNames, quick ? QUICK_SETS : setNames);
    const chosen = PARTS.filter((part) => values[part] === true);
    const parts = chosen.length > 0 ? chosen : data === null ? OTHER_PARTS : PARTS;
    const needsData = parts.find((part) => (DATA_PARTS as readonly Part[]).includes(part));
    if (data === null && needsData)
      return `--${needsData} needs the recordings: say where they are with --data DIR.`;
    const missing = data === null ? [] : missingFiles(data, sets);
    if (missing.length > 0) return `Cannot find ${missing.join(', ')} in ${data}.`;
    const isWhole = parts.length === PARTS.length && sets.length === setNames.length && !quick;
    return {
      data,
      sets,
      patterns: readList('patterns', values.patterns, patterns, patterns),
      seeds: readSeeds(values.seeds ?? (quick ? '1' : '3')),
      parts,
      quick,
      json: values.json === true,
      paper: values.paper === true,
      before: values.before ?? null,
      plants: values.plants?.split(',') ?? [],
      only: values.only,
      kept: values.kept === true,
      slice: readSlice(values.slice),
      out:
        values.out ??
        (isWhole && values.patterns === undefined && values.slice === '1/1' && values.only === ''
          ? 'docs'
          : null),
    };
  } catch (error) {
    return error instanceof Error ? error.message.split('. ')[0] : String(error);
  }
}

const switches = Object.fromEntries(
  ['quick', 'json', 'paper', 'kept', ...PARTS].map((name) => [name, { type: 'boolean' as const }]),
) as Record<'quick' | 'json' | 'paper' | 'kept' | Part, { type: 'boolean' }>;

function readList<Name extends string>(
  option: string,
  text: string | undefined,
  known: readonly Name[],
  otherwise: readonly Name[],
): readonly Name[] {
  if (text === undefined) return otherwise;
  const unknown = text.split(',').find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new Error(`--${option} takes ${known.join(', ')}, not ${JSON.stringify(unknown)}.`);
  return known.filter((name) => text.split(',').includes(name));
}

function readSeeds(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new Error(`--seeds takes a whole number from 1 to 99, not ${JSON.stringify(text)}.`);
}

function readSlice(text: string): [k: number, n: number] {
  const [, k, n] = (/^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []).map(Number);
  if (k >= 1 && k <= n) return [k, n];
  throw new Error(`--slice takes K/N, such as 1/2, with K from 1 to N, not ${JSON.stringify(text)}.`);
}
