import { readLimits, type Limit } from '../../src/ahead/limit';
import { PsmfError } from '../../src/errors';
import { dynamicsNames, usualNames } from '../../src/stream/dynamics-plan';
import { filterModels, type FilterModelOptions } from '../../src/stream/filter-options';
import { readModelSettings } from './model-settings';
import { booleanOr, choiceOr, numberOr, textOr } from './setting-values';
import type { StreamDef } from './settings';

/** What psmf-filter's own settings mean to its model, whose checks decide about the ranges. */
export function readFilterSettings(def: StreamDef): FilterModelOptions {
  const saved = migrate(def);
  const wanted = choiceOr('dynamics', saved.dynamics, 'random-walk', dynamicsNames);
  const isRandomWalk = wanted === 'random-walk';
  const model = choiceOr('model', saved.model, isRandomWalk ? 'adaptive' : 'rpsmf', filterModels);
  const common = {
    model,
    horizon: numberOr('horizon', saved.horizon, 0),
    dynamics: wanted,
    rank: numberOr('rank', saved.rank, undefined),
  };
  if (model === 'adaptive') return { ...common, ...readModelSettings(def) };
  // Flows from before there was a choice have the units of the readings.
  const isUsual = usualNames.some((name) => name === wanted);
  const isSeasonal = wanted === 'seasonal';
  return {
    ...common,
    standardise: isUsual ? booleanOr('standardise', saved.standardise, false) : true,
    periodSeconds: isSeasonal ? numberOr('periodSeconds', saved.periodSeconds, undefined) : undefined,
    harmonics: isSeasonal ? numberOr('harmonics', saved.harmonics, undefined) : undefined,
    R: numberOr('R', saved.R, undefined),
    Q: numberOr('Q', saved.Q, undefined),
    V0: numberOr('V0', saved.V0, undefined),
  };
}

/** Limits that are told of ahead: only a node that looks ahead can. */
export function readLimitSettings(def: StreamDef): readonly Limit[] {
  const limits = readLimits(textOr('limits', def.limits, ''));
  if (limits.length === 0 || numberOr('horizon', def.horizon, 0) > 0) return limits;
  throw new PsmfError(
    'BAD_OPTION',
    'limits',
    'a Look ahead of 1 frame or more: that is how far ahead they are told',
    'a Look ahead of 0',
    'Set Look ahead, or leave Limits empty.',
  );
}

/** Version 0.1.0 saved no configVersion, knew the paper's models only, and had a rank of 4 unless told. */
function migrate(def: StreamDef): Readonly<Record<string, unknown>> {
  const isOld = def.configVersion === undefined && def.model === undefined && isSavedByOldVersion(def);
  if (!isOld) return def;
  const isRobust = booleanOr('robust', def.robust, true);
  return { ...def, model: isRobust ? 'rpsmf' : 'psmf', rank: numberOr('rank', def.rank, 4) };
}

const isSavedByOldVersion = (def: StreamDef): boolean =>
  ['robust', 'rank', 'R', 'Q', 'V0'].some((name) => def[name] !== undefined);
