import { describe, refusedSnapshot } from '../errors';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const MAX_DEPTH = 32;
/** Values in all, so that an object graph that shares its parts cannot unfold without end. */
const MAX_VALUES = 2_000_000;

/** JSON with the keys of every object sorted: a store may hand an object back in another order. */
export function canonicalJson(value: Json): string {
  let left = MAX_VALUES;
  const write = (part: Json | undefined, depth: number): string => {
    left -= 1;
    if (left < 0) throw refusedSnapshot('its size', `at most ${MAX_VALUES} values`, 'more');
    if (part === undefined || part === null) return 'null';
    if (typeof part === 'object') return writeParts(part, depth);
    if (typeof part === 'number') return Number.isFinite(part) ? String(part) : 'null';
    if (typeof part === 'string' || typeof part === 'boolean') return JSON.stringify(part);
    throw refusedSnapshot('a value in it', 'plain JSON', describe(part));
  };
  const writeParts = (whole: readonly Json[] | { readonly [name: string]: Json }, depth: number): string => {
    if (depth >= MAX_DEPTH) throw refusedSnapshot('its nesting', `at most ${MAX_DEPTH} levels`, 'more');
    if (isList(whole)) {
      if (whole.length > left) throw refusedSnapshot('its size', `at most ${MAX_VALUES} values`, 'more');
      return `[${Array.from(whole, (entry) => write(entry, depth + 1)).join(',')}]`;
    }
    const names = Object.keys(whole).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${write(whole[name], depth + 1)}`).join(',')}}`;
  };
  return write(value, 0);
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
