import { PsmfError, describe } from '../errors';
import type { Json } from '../snapshot/canonical-json';

/** What gives the numbers of a named filter's snapshot their meaning. */
export interface NamedFilterMeta {
  readonly names: readonly string[];
  readonly joined: readonly number[];
  readonly config: Json;
}

/** Checks a snapshot's meta field by field. */
export function readSnapshotMeta(meta: Json): NamedFilterMeta {
  const { names, joined, config } = meta as Readonly<Record<string, Json | undefined>>;
  if (!isListOf(names, (name) => typeof name === 'string') || names.length === 0) {
    throw damaged('names', 'a list of sensor names', names);
  }
  if (new Set(names).size !== names.length) throw damaged('names', 'each sensor once', names);
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
  if (!isListOf(joined, isCount) || joined.length !== names.length) {
    throw damaged('joined', `${names.length} whole numbers`, joined);
  }
  if (config === undefined) throw damaged('config', 'the settings', config);
  return { names: names as string[], joined: joined as number[], config };
}

const isListOf = (value: unknown, isRight: (entry: unknown) => boolean): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isRight);

function damaged(field: string, expected: string, got: unknown): PsmfError {
  return new PsmfError(
    'BAD_SNAPSHOT',
    `The snapshot is damaged in meta.${field}`,
    expected,
    describe(got),
    'Restore an earlier snapshot or start afresh.',
  );
}
