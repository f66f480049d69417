import { PsmfError } from '../errors';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const MAX_DEPTH = 32;

/** JSON with the keys of every object sorted: a store may hand an object back in another order. */
export function canonicalJson(value: Json, depth = 0): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (depth > MAX_DEPTH) {
    throw new PsmfError(
      'BAD_SNAPSHOT',
      'Snapshot refused for its nesting',
      `at most ${MAX_DEPTH} levels`,
      'more',
      'Start afresh.',
    );
  }
  if (isList(value)) return `[${value.map((entry) => canonicalJson(entry, depth + 1)).join(',')}]`;
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name], depth + 1)}`);
  return `{${fields.join(',')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
