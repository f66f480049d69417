import { PsmfError, describe, shorten } from '../errors';
import { LONGEST_NAME } from '../frame/frame';
import { canonicalJson, type Json } from '../snapshot/canonical-json';

/** What gives the numbers of a model's snapshot their meaning. */
interface StreamMeta {
  readonly names: readonly string[];
  /** The settings that the numbers depend on. */
  readonly config: Json;
  readonly clock: Json;
  /** What else the model wants to know. */
  readonly extra: Json;
  /** How messages are read; null: nothing was decided. */
  readonly reading: Json;
}

/** Checks a snapshot's meta field by field; throws OTHER_SETTINGS if it was made with other settings than `config`. */
export function readStreamMeta(meta: Json, config: Json): StreamMeta {
  if (meta === null || typeof meta !== 'object') throw damaged('', 'an object', meta);
  const stored = meta as Readonly<Record<string, Json | undefined>>;
  const { names } = stored;
  const isName = (name: unknown): boolean => typeof name === 'string' && name.length <= LONGEST_NAME;
  if (!Array.isArray(names) || names.length === 0 || !names.every(isName)) {
    throw damaged('.names', 'a list of sensor names', names);
  }
  if (new Set(names).size !== names.length) throw damaged('.names', 'each sensor once', names);
  const field = (name: 'config' | 'clock' | 'extra'): Json => {
    const value = stored[name];
    if (value === undefined || value === null || typeof value !== 'object')
      throw damaged(`.${name}`, 'an object', value);
    return value;
  };
  refuseOthers(config, field('config'));
  return {
    names: names as readonly string[],
    config,
    clock: field('clock'),
    extra: field('extra'),
    reading: stored.reading ?? null,
  };
}

/** Names the settings that differ and no others: a person has to find the one that was changed. */
function refuseOthers(config: Json, stored: Json): void {
  if (canonicalJson(stored) === canonicalJson(config)) return;
  const [expected, got] = [config, stored].map((settings) => listSettings(settings));
  const missing = (settings: string[], from: string[]): string => {
    const differing = settings.filter((setting) => !from.includes(setting));
    const more = differing.length - MOST_NAMED;
    return differing.length === 0
      ? 'nothing more'
      : `${differing.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  throw otherSettings(missing(expected, got), missing(got, expected));
}

/** A line for each, such as `rank 3`. */
function listSettings(value: Json, path = ''): string[] {
  if (value === null) return [`${path} not set`];
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path} ${canonicalJson(value)}`];
  return Object.entries(value).flatMap(([name, part]: [string, Json]) =>
    listSettings(part, path === '' || path === 'settings' ? name : `${path}.${name}`),
  );
}

/** Another model has nothing but other settings. */
const MOST_NAMED = 4;
/** Settings may hold a thousand sensor names; this much of them tells which. */
const LONGEST_SETTINGS = 400;

export function otherSettings(expected: string, got: string): PsmfError {
  return new PsmfError(
    'OTHER_SETTINGS',
    'The snapshot',
    shorten(expected, LONGEST_SETTINGS),
    shorten(got, LONGEST_SETTINGS),
    'Set that back to go on from it, or let the model learn afresh.',
  );
}

function damaged(field: string, expected: string, got: unknown): PsmfError {
  return new PsmfError(
    'BAD_SNAPSHOT',
    `The snapshot is damaged in meta${field}`,
    expected,
    describe(got),
    'Restore an earlier snapshot or start afresh.',
  );
}
