import { createHash } from 'node:crypto';
import { open } from '../../snapshot/envelope';
import type { Values } from './context-files';

const PREFIX = 'psmf_';
const INDEX = /_index$/;
/** What has been put aside before. */
const ASIDE = /_(?:damaged|previous)(?:_\d+)?$/;
const HASH = /^[0-9a-f]{16}$/;

/** A value that no node could go on from, and why. */
export interface Damage {
  readonly key: string;
  readonly reason: string;
}

/** Looks at the models among the values; whatever else stands there is none of ours. */
export function findDamage(values: Values): Damage[] {
  return Object.keys(values)
    .filter((key) => key.startsWith(PREFIX) && !ASIDE.test(key))
    .flatMap((key) => {
      const reason = INDEX.test(key) ? checkIndex(values[key]) : checkModel(key, values[key]);
      return reason === null ? [] : [{ key, reason }];
    });
}

/** The values with the damaged ones under other keys, and what these are. */
export function renameDamaged(
  values: Values,
  damaged: readonly Damage[],
): { readonly values: Values; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(values));
  for (const { key } of damaged) {
    let name = `${key}_damaged`;
    for (let i = 2; taken.has(name); i++) name = `${key}_damaged_${i}`;
    taken.add(name);
    names.set(key, name);
  }
  const entries = Object.entries(values).map(([key, value]) => [names.get(key) ?? key, value] as const);
  return { values: Object.fromEntries(entries), names };
}

function checkModel(key: string, value: unknown): string | null {
  try {
    const snapshot = open(value);
    const own = `${PREFIX}${snapshot.node.replace(/[^A-Za-z0-9_]/g, '_')}`;
    const expected = snapshot.key === '' ? own : `${own}_${hash(snapshot.key)}`;
    return key === expected ? null : `the state of another model, which belongs under ${expected}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function checkIndex(value: unknown): string | null {
  const { format, hashes } = (value ?? {}) as { readonly format?: unknown; readonly hashes?: unknown };
  const isHash = (entry: unknown): boolean => typeof entry === 'string' && HASH.test(entry);
  const isIndex = format === 'psmf-index' && Array.isArray(hashes) && hashes.every(isHash);
  return isIndex ? null : 'no index of models';
}

const hash = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
