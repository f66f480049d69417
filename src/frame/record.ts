import { requireLength } from './payload';

/** Makes `name` a field of the record's own, whatever the name: `__proto__` is one like any other. */
export function setField<T>(record: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') {
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    record[name] = value;
  }
}

/** An object with exactly these fields of its own. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const record: Record<string, T> = {};
  for (const [name, value] of entries) setField(record, name, value);
  return record;
}

/** Whether the value is a plain object; one of another realm is one too. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && Object.prototype.toString.call(value) === '[object Object]';

/** A list copied by its indexes: one that a flow has made may bring an iterator of its own, which need not end. */
export function copyList(list: ArrayLike<unknown>): unknown[] {
  requireLength(list);
  return Array.from({ length: list.length }, (_, i) => list[i]);
}

/** The fields that can be read: a copy for when it is too late to refuse a message because a getter of it throws. */
export function copyReadable(value: object): object {
  try {
    return Array.isArray(value) ? copyList(value as unknown[]) : { ...value };
  } catch {
    return copyOneByOne(value);
  }
}

function copyOneByOne(value: object): object {
  const copy: Record<string, unknown> = {};
  for (const name of attempt(() => Object.keys(value)) ?? []) {
    const field = attempt(() => (value as Record<string, unknown>)[name]);
    if (field !== undefined) setField(copy, name, field);
  }
  return copy;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
