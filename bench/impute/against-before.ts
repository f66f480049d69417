import { join } from 'node:path';
import type { ImputeModel } from '../../src';
import { FIRST_SCORED } from '../../src/evaluate/mask';
import { createMethods, type MethodName } from '../../src/evaluate/methods';
import type { Progress } from '../progress';
import { Before } from './before';
import type { MaskedTable } from './cells';
import { fingerprintOf } from './fingerprint';
import { areKept, scoreOnce, type Contestant, type KeptScore } from './kept-scores';

const PEERS = ['last', 'mean', 'level', 'rls', 'rls-own', 'joint', 'seasonal', 'naive'] as const;
type Peer = (typeof PEERS)[number] & MethodName;

/** One cell: nRMSE of before (NaN where that was not asked for), of now and of the best peer, chosen afterwards. */
export interface CellResult {
  readonly name: string;
  readonly source: string;
  readonly group: MaskedTable['group'];
  readonly rows: number;
  readonly n: number;
  readonly before: number;
  readonly now: number;
  readonly best: number;
  readonly bestPeer: Peer;
  readonly coverage: number;
  /** By gaps of 1, 2-3, 4-7, ... frames: how many values, and the share of them that the interval held; NaN where there were none. */
  readonly gaps: readonly { readonly n: number; readonly coverage: number }[];
}

/** The commit that cells are compared with. */
export interface BeforeBuild {
  readonly commit: string;
  readonly Model: typeof ImputeModel;
}

const METHODS = join(__dirname, '../../src/evaluate/methods');
/** Where the code of each peer begins. */
const MODULES: Readonly<Record<Peer, readonly string[]>> = {
  last: ['last-value'],
  mean: ['running-mean'],
  level: ['local-level'],
  rls: ['least-squares'],
  'rls-own': ['least-squares'],
  joint: ['else-last-value', 'joint-regression'],
  seasonal: ['else-last-value', 'seasonal'],
  naive: ['else-last-value', 'seasonal-naive'],
};

/** Every cell, or those measured before, with the default model as it is, as it was, and the peers, on the same hidden values. */
export async function runCells(
  cells: readonly MaskedTable[],
  old: BeforeBuild | null,
  onlyKept: boolean,
  progress: Progress,
): Promise<CellResult[]> {
  const results: CellResult[] = [];
  const contestants = createContestants(old);
  for (const { name, source, group, load } of cells) {
    progress.begin(name);
    const { table, mask } = await load();
    if (onlyKept && !areKept(table, mask, contestants)) continue;
    const scores = scoreOnce(table, mask, contestants);
    results.push({ name, source, group, rows: table.rows - FIRST_SCORED, ...describeCell(scores) });
    progress.advance();
  }
  return results;
}

function createContestants(old: BeforeBuild | null): Record<string, Contestant> {
  const contestants: Record<string, Contestant> = {
    adaptive: {
      version: fingerprintOf([join(METHODS, 'adaptive')]),
      create: (sensors) => createMethods(sensors, 1).adaptive,
    },
  };
  for (const peer of PEERS)
    contestants[peer] = {
      version: fingerprintOf(MODULES[peer].map((name) => join(METHODS, name))),
      create: (sensors) => createMethods(sensors, 1)[peer],
    };
  if (old !== null)
    contestants.before = { version: old.commit, create: (sensors) => new Before(old.Model, sensors) };
  return contestants;
}

function describeCell(
  scores: Readonly<Record<string, KeptScore>>,
): Omit<CellResult, 'name' | 'source' | 'group' | 'rows'> {
  const nrmse = (method: string): number => scores[method].total.nrmse ?? NaN;
  const { total, byGap } = scores.adaptive;
  // A peer that gives nothing for some of the values is not compared on the rest.
  const whole = PEERS.filter((peer) => scores[peer].total.n === total.n);
  const bestPeer = whole.reduce((a, b) => (nrmse(b) < nrmse(a) ? b : a));
  return {
    n: total.n,
    before: 'before' in scores ? nrmse('before') : NaN,
    now: nrmse('adaptive'),
    best: nrmse(bestPeer),
    bestPeer,
    coverage: total.coverage ?? NaN,
    gaps: byGap.map(({ n, coverage }) => ({ n, coverage: coverage ?? NaN })),
  };
}
