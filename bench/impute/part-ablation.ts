import { join } from 'node:path';
import type { Progress } from '../progress';
import type { MaskedTable } from './cells';
import { fingerprintOf } from './fingerprint';
import { areKept, scoreOnce, type Contestant } from './kept-scores';
import { adaptiveParts } from './ablation';
import { PoorerStack, WholeModel, type WholeComposition } from './whole-model';

const [PROFILE, PRESENT, PAST] = [0, 1, 2];
const deafTo =
  (...challengers: readonly number[]) =>
  (sensors: number) =>
    new PoorerStack(sensors, challengers);

export const WHOLE_MODEL = 'nothing';
/** The default model without one of its parts. */
const compositions: Readonly<Record<string, WholeComposition>> = {
  [WHOLE_MODEL]: {},
  'seasonal profile': { createStack: deafTo(PROFILE) },
  'regression on the present': { createStack: deafTo(PRESENT) },
  'regression with the past': { createStack: deafTo(PAST) },
  'both regressions': { createStack: deafTo(PRESENT, PAST) },
  'all three, the stack idle': { createStack: deafTo(PROFILE, PRESENT, PAST) },
  'evidence of other sensors': { createStack: (sensors) => new PoorerStack(sensors, [], false) },
  'day and week': { rhythm: 'none' },
  kinds: { kinds: { '*': 'plain' } },
  ...adaptiveParts,
};

/** nRMSE without a part over that of the whole model, for each cell; and the share that intervals hold. */
export interface PartAblation {
  readonly without: string;
  readonly cells: readonly {
    readonly name: string;
    readonly group: MaskedTable['group'];
    readonly ratio: number;
    readonly coverage: number;
  }[];
}

export async function ablateParts(
  cells: readonly MaskedTable[],
  onlyKept: boolean,
  progress: Progress,
): Promise<PartAblation[]> {
  const code = fingerprintOf([join(__dirname, 'whole-model')]);
  const names = Object.keys(compositions);
  const contestants: Record<string, Contestant> = Object.fromEntries(
    names.map((name) => [
      name.replace(/\W+/g, '-'),
      { version: code, create: (sensors) => new WholeModel(sensors, compositions[name]) },
    ]),
  );
  const results = names.map((without) => ({ without, cells: [] as PartAblation['cells'][number][] }));
  for (const { name, group, load } of cells) {
    progress.begin(`parts, ${name}`);
    const { table, mask } = await load();
    if (onlyKept && !areKept(table, mask, contestants)) continue;
    const scores = scoreOnce(table, mask, contestants);
    const whole = scores[WHOLE_MODEL].total.nrmse ?? NaN;
    for (const result of results) {
      const { nrmse, coverage } = scores[result.without.replace(/\W+/g, '-')].total;
      result.cells.push({ name, group, ratio: (nrmse ?? NaN) / whole, coverage: coverage ?? NaN });
    }
    progress.advance();
  }
  return results;
}
