/** A name, or an index or quoted name in brackets. */
const PART = /[^.[\]]+|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/g;

/** The names within a context key: `a.b[0]["c d"]` is b of a, the first of it, and "c d" of that. */
export function parseKeyPath(key: string): string[] {
  if (!/[.[]/.test(key)) return [key];
  return [...key.matchAll(PART)].map(([name, index, double, single]) => index ?? double ?? single ?? name);
}

/** What stands at a path within a value; undefined where the path leads nowhere. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      at !== null && typeof at === 'object' && Object.hasOwn(at, name) ? (at as never)[name] : undefined,
    value,
  );
}

/** The value with `part` at a path within it; undefined removes what is there. Objects on the way are made where there are none. */
export function writeAt(value: unknown, path: readonly string[], part: unknown): unknown {
  if (path.length === 0) return part;
  const [name, ...rest] = path;
  const object = (value !== null && typeof value === 'object' ? value : {}) as Record<string, unknown>;
  const own = Object.hasOwn(object, name) ? object[name] : undefined;
  const next = writeAt(own, rest, part);
  if (next === undefined) delete object[name];
  else
    Object.defineProperty(object, name, {
      value: next,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  return object;
}
