/** An object with exactly these fields of its own, whatever their names: `__proto__` is a name like any other. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const record: Record<string, T> = {};
  for (const [name, value] of entries) {
    if (name === '__proto__') {
      Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
    } else {
      record[name] = value;
    }
  }
  return record;
}
