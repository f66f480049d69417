import type { AdaptiveConfig } from '../adaptive/options';
import { readEnsembleMeta } from '../ensemble/ensemble-meta';
import { EnsembleModel } from '../ensemble/ensemble-model';
import type { EnsembleOptions } from '../ensemble/ensemble-state';
import { packNumbers, type Numbers } from '../ensemble/numbers';
import type { Rhythm } from '../ensemble/rhythm-clock';
import { PsmfError, damagedState, describe } from '../errors';
import { readKinds, type KindSettings } from '../kinds/kind';
import { KindModel } from '../kinds/kind-model';
import { packKinds, takeKinds } from '../kinds/packed-kinds';
import type { Json } from '../snapshot/canonical-json';
import { plainSettings, type Packed } from './engine';

/** What a user may tell the default model of rhythms and kinds. */
export interface ModelOptions {
  /** "auto": day and week, by the frames' own times (default); "none"; or one rhythm of so many seconds. */
  readonly rhythm?: Rhythm;
  /** Whose day and week; the system's where absent. */
  readonly timeZone?: string;
  /** Kinds of sensors by name, where they are not to be found from the readings: "meter*: counter, wind.dir: angle". */
  readonly kinds?: string | KindSettings;
}

const LONGEST_RHYTHM = 3_200_000_000;

/** How the default model of a stream is made. */
interface ModelSettings {
  readonly ensemble: Omit<EnsembleOptions, 'sensors'>;
  readonly kinds: KindSettings;
}

export function readModelSettings(
  config: AdaptiveConfig,
  { rhythm, timeZone, kinds }: ModelOptions,
  hindsight = false,
): ModelSettings {
  const ensemble = { config, hindsight, rhythm: readRhythm(rhythm), timeZone: readTimeZone(timeZone) };
  return { ensemble, kinds: readKinds(kinds) };
}

/** Throws BAD_OPTION for what cannot be used. */
export function checkModelOptions({ rhythm, timeZone, kinds }: ModelOptions): void {
  readRhythm(rhythm);
  readTimeZone(timeZone);
  readKinds(kinds);
}

function readRhythm(rhythm: Rhythm = 'auto'): Rhythm {
  const isSeconds = typeof rhythm === 'number' && rhythm > 0 && rhythm <= LONGEST_RHYTHM;
  if (rhythm === 'auto' || rhythm === 'none' || isSeconds) return rhythm;
  throw new PsmfError(
    'BAD_OPTION',
    'rhythm',
    '"auto", "none" or a number of seconds of at most a century',
    describe(rhythm),
    'Leave it out to learn day and week.',
  );
}

function readTimeZone(timeZone: unknown): string {
  if (timeZone === undefined || timeZone === '') return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    if (typeof timeZone === 'string')
      return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    // A RangeError: the sentence below says what to do about it.
  }
  throw new PsmfError(
    'BAD_OPTION',
    'timeZone',
    'the name of a time zone, such as Europe/Berlin',
    describe(timeZone),
    "Leave it out to take the system's.",
  );
}

/** The default model for sensors of any kind, as a stream begins. */
export function createModel({ ensemble, kinds }: ModelSettings, names: readonly string[]): KindModel {
  return new KindModel(new EnsembleModel({ ...ensemble, sensors: names.length }), kinds, names, null);
}

/** After other numbers those of the model, of the ensemble and of the kinds: copied once, as of many sensors they are 10 MB. */
export function packModel(model: KindModel, others: readonly Numbers[] = []): Packed {
  const { model: numbers, meta, data } = model.ensemble.parts;
  const kinds = packKinds(model.pack());
  const modelLength = numbers.reduce((sum, { length }) => sum + length, 0);
  const extra = { modelLength, ensemble: meta, kinds: kinds.length };
  return { data: packNumbers([...others, ...numbers, ...data, kinds]), extra: plainSettings(extra) };
}

/** Goes on from what `packModel` gave after the others; state of before has neither ensemble nor kinds, and they start empty. */
export function unpackModel(
  { ensemble, kinds }: ModelSettings,
  names: readonly string[],
  state: Float64Array,
  extra: Json,
): KindModel {
  const stored = extra as { modelLength?: number; ensemble?: unknown; kinds?: unknown };
  const { kinds: kept, rest: data } = takeKinds(stored.kinds, state, names.length);
  const sensors = kept === null ? names.length : Math.max(...kept.flatMap(({ columns }) => columns)) + 1;
  const options = { ...ensemble, sensors };
  const meta = readEnsembleMeta(stored.ensemble, sensors);
  const length = meta === null ? data.length : stored.modelLength;
  if (length === undefined || !Number.isInteger(length) || length < 0 || length > data.length)
    throw damagedState(
      'its length',
      `the ${describe(length)} numbers of the model and more`,
      `${data.length}`,
    );
  const restored = EnsembleModel.restore(options, {
    model: data.slice(0, length),
    meta,
    data: data.slice(length),
  });
  return new KindModel(restored, kinds, names, kept);
}
