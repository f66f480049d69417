import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask, type Pattern } from '../../src/evaluate/mask';
import type { Method } from '../../src/evaluate/method';
import { createMethods, type MethodName } from '../../src/evaluate/methods';
import type { ReadingsTable } from '../../src/evaluate/readings-table';
import type { MethodScore } from '../../src/evaluate/score';
import type { Progress } from '../progress';
import { dataSets, type SetName } from './data-sets';
import { Composed } from './composed';

/** Means over the seeds; NaN where a method gives no interval. */
export interface Score {
  readonly nrmse: number;
  readonly crps: number;
  readonly coverage: number;
}

export interface Cell {
  readonly set: SetName;
  readonly pattern: Pattern;
  /** Hidden values scored, over all seeds: the same ones for every method. */
  readonly n: number;
  readonly scores: Readonly<Record<string, Score>>;
  /** nRMSE of the default model for each seed. */
  readonly bySeed: readonly number[];
}

export interface Comparison {
  readonly methods: readonly MethodName[];
  readonly seeds: number;
  readonly sizes: Readonly<Partial<Record<SetName, { readonly rows: number; readonly sensors: number }>>>;
  readonly cells: readonly Cell[];
}

/** The default model with nothing but what the golden vectors have. */
export const REFERENCE = 'reference';
const SWIFT: readonly MethodName[] = ['adaptive', 'last', 'mean', 'level', 'rls', 'rls-own'];
const PAPER: readonly MethodName[] = ['psmf', 'rpsmf'];

export type Tables = ReadonlyMap<SetName, ReadingsTable>;

/** Every method on every set, pattern and seed, the same hidden values for all. */
export function compareMethods(
  tables: Tables,
  patterns: readonly Pattern[],
  seeds: number,
  paper: boolean,
  progress: Progress,
): Comparison {
  const methods = paper ? [...SWIFT, ...PAPER] : SWIFT;
  const cells: Cell[] = [];
  for (const [set, table] of tables) {
    for (const pattern of patterns) {
      const runs = Array.from({ length: seeds }, (_, i) => {
        progress.begin(`${dataSets[set].title}, ${pattern}, seed ${i + 1}`);
        const run = runOnce(table, pattern, i + 1, methods);
        progress.advance();
        return run;
      });
      cells.push({
        set,
        pattern,
        n: runs.reduce((sum, run) => sum + run.adaptive.n, 0),
        scores: Object.fromEntries(
          [...methods, REFERENCE].map((name) => [name, averageScores(runs.map((run) => run[name]))]),
        ),
        bySeed: runs.map((run) => run.adaptive.nrmse ?? NaN),
      });
    }
  }
  const sizes = Object.fromEntries([...tables].map(([set, { rows, sensors }]) => [set, { rows, sensors }]));
  return { methods, seeds, sizes, cells };
}

function runOnce(
  table: ReadingsTable,
  pattern: Pattern,
  seed: number,
  names: readonly MethodName[],
): Record<string, MethodScore> {
  const all = createMethods(table.sensors, seed);
  const chosen: Record<string, Method> = Object.fromEntries(names.map((name) => [name, all[name]]));
  chosen[REFERENCE] = new Composed(table.sensors, { options: { reference: true } });
  const { scorers } = evaluate(table, drawMask(table, pattern, seed), chosen);
  return Object.fromEntries(Object.keys(chosen).map((name) => [name, scorers[name].total]));
}

export function averageScores(scores: readonly MethodScore[]): Score {
  const mean = (value: (score: MethodScore) => number | null): number =>
    scores.reduce((sum, score) => sum + (value(score) ?? NaN), 0) / scores.length;
  return { nrmse: mean((s) => s.nrmse), crps: mean((s) => s.crps), coverage: mean((s) => s.coverage) };
}
