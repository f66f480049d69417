import { checkModelOptions, type ModelOptions } from '../../src/stream/default-model';
import { textOr } from './setting-values';
import type { StreamDef } from './settings';

/** What the default model is told of rhythms and kinds; throws at what cannot be used. */
export function readModelSettings(def: StreamDef): ModelOptions {
  const rhythm = typeof def.rhythm === 'number' ? def.rhythm : textOr('rhythm', def.rhythm, '').trim();
  const options = {
    rhythm: readRhythm(rhythm),
    timeZone: textOr('timeZone', def.timeZone, '').trim() || undefined,
    kinds: textOr('kinds', def.kinds, '') || undefined,
  };
  checkModelOptions(options);
  return options;
}

/** Kinds by name, for a node without a default model. */
export function readKindSettings(def: StreamDef): ModelOptions['kinds'] {
  const kinds = textOr('kinds', def.kinds, '') || undefined;
  checkModelOptions({ kinds });
  return kinds;
}

/** Blank and "auto": day and week; a number: seconds. */
function readRhythm(value: string | number): ModelOptions['rhythm'] {
  if (value === '' || value === 'auto') return undefined;
  if (typeof value === 'string' && value !== 'none' && !Number.isNaN(Number(value))) return Number(value);
  return value as ModelOptions['rhythm'];
}
