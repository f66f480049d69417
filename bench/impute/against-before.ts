import type { ImputeModel } from '../../src';
import { evaluate } from '../../src/evaluate/evaluation';
import { FIRST_SCORED } from '../../src/evaluate/mask';
import type { Method } from '../../src/evaluate/method';
import { createMethods, type MethodName } from '../../src/evaluate/methods';
import type { Progress } from '../progress';
import { Before } from './before';
import type { MaskedTable } from './cells';

const PEERS = ['last', 'mean', 'level', 'rls', 'rls-own', 'joint', 'seasonal', 'naive'] as const;
type Peer = (typeof PEERS)[number] & MethodName;

/** One cell: nRMSE of before (NaN where that was not asked for), of now and of the best peer, chosen afterwards. */
export interface CellResult {
  readonly name: string;
  readonly group: MaskedTable['group'];
  readonly rows: number;
  readonly n: number;
  readonly before: number;
  readonly now: number;
  readonly best: number;
  readonly bestPeer: Peer;
  readonly coverage: number;
  /** By gaps of 1, 2-3, 4-7, ... frames; NaN where there were none. */
  readonly coverageByGap: readonly number[];
}

/** Every cell with the default model as it is, as it was, and the peers, all on the same hidden values. */
export async function runCells(
  cells: readonly MaskedTable[],
  Old: typeof ImputeModel | null,
  progress: Progress,
): Promise<CellResult[]> {
  const results: CellResult[] = [];
  for (const { name, group, load } of cells) {
    progress.begin(name);
    const { table, mask } = await load();
    const all = createMethods(table.sensors, 1);
    const methods: Record<string, Method> = { adaptive: all.adaptive };
    for (const peer of PEERS) methods[peer] = all[peer];
    if (Old !== null) methods.before = new Before(Old, table.sensors);
    const { scorers } = evaluate(table, mask, methods);
    const nrmse = (method: string): number => scorers[method].total.nrmse ?? NaN;
    // A peer that gives nothing for some of the values is not compared on the rest.
    const whole = PEERS.filter((peer) => scorers[peer].total.n === scorers.adaptive.total.n);
    const bestPeer = whole.reduce((a, b) => (nrmse(b) < nrmse(a) ? b : a));
    results.push({
      ...{ name, group, rows: table.rows - FIRST_SCORED, n: scorers.adaptive.total.n },
      before: Old === null ? NaN : nrmse('before'),
      now: nrmse('adaptive'),
      best: nrmse(bestPeer),
      bestPeer,
      coverage: scorers.adaptive.total.coverage ?? NaN,
      coverageByGap: scorers.adaptive.byGap.map(({ coverage }) => coverage ?? NaN),
    });
    progress.advance();
  }
  return results;
}
