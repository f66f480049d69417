import { createHash } from 'node:crypto';
import { open } from '../../snapshot/envelope';
import {
  asideKey,
  isIndexKey,
  isReadKey,
  keyBeforeAside,
  looksStored,
  modelKey,
  namesNode,
  readIndex,
} from '../../snapshot/store-keys';
import type { Values } from './context-files';

/** A value that no node could go on from, and why. */
interface Damage {
  readonly key: string;
  readonly reason: string;
}

/** Looks at the models among the values; whatever else stands there is none of ours, by what it is called or by what it is. */
export function findDamage(values: Values): Damage[] {
  return Object.keys(values)
    .filter((key) => isReadKey(key) && (namesNode(key) || looksStored(values[key])))
    .flatMap((key) => {
      const reason = isIndexKey(key) ? checkIndex(values[key]) : checkModel(key, values[key]);
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
    const aside = asideKey(key, 'damaged');
    let name = aside;
    for (let i = 2; taken.has(name); i++) name = `${aside}_${i}`;
    taken.add(name);
    names.set(key, name);
  }
  const entries = Object.entries(values).map(([key, value]) => [names.get(key) ?? key, value] as const);
  return { values: Object.fromEntries(entries), names };
}

function checkModel(key: string, value: unknown): string | null {
  try {
    const snapshot = open(value);
    const expected = modelKey(snapshot.node, snapshot.key, hashKey);
    return keyBeforeAside(key) === expected
      ? null
      : `the state of another model, which belongs under ${expected}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const checkIndex = (value: unknown): string | null =>
  readIndex(value) === null ? 'no index of models' : null;

/** As the nodes hash keys. */
const hashKey = (key: string): string =>
  createHash('sha256')
    .update(/\p{Surrogate}/u.test(key) ? Buffer.from(key, 'utf16le') : key)
    .digest('hex')
    .slice(0, 16);
