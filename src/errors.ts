export type ErrorCode =
  | 'BAD_OPTION'
  | 'BAD_LENGTH'
  | 'BAD_DT'
  | 'BAD_HORIZON'
  | 'BAD_LAG'
  | 'BAD_FRAME'
  | 'BAD_FUNCTION'
  | 'TOO_LITTLE_DATA'
  | 'CANCELLED'
  | 'BAD_SNAPSHOT'
  | 'OTHER_SETTINGS'
  | 'TOO_MANY_SENSORS'
  | 'NO_MEMORY'
  | 'NOT_READY'
  | 'NOT_SAVED';

/** What a caller did wrong, as a sentence and as fields: what, expected, got, and the next move. */
export class PsmfError extends Error {
  override readonly name = 'PsmfError';

  constructor(
    readonly code: ErrorCode,
    what: string,
    readonly expected: string,
    readonly got: string,
    readonly remedy: string,
  ) {
    super(`${what}: expected ${expected}, got ${got}. ${remedy}`);
  }
}

/** A text of at most `most` characters, the last an ellipsis if anything was cut off. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A value as it should stand in an error message: short, and never a secret in full. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value, 41));
  if (typeof value === 'bigint') return 'a BigInt';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (value !== null && typeof value === 'object') return 'an object';
  return typeof value === 'symbol' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}

/** An option that cannot be used. */
export const badOption = (name: string, expected: string, got: string, remedy: string): PsmfError =>
  new PsmfError('BAD_OPTION', name, expected, got, remedy);

/** A snapshot that cannot be opened. */
export const refusedSnapshot = (
  what: string,
  expected: string,
  got: string,
  remedy = 'Restore an earlier snapshot or start afresh.',
): PsmfError => new PsmfError('BAD_SNAPSHOT', `Snapshot refused for ${what}`, expected, got, remedy);

/** A size as a person reads it, such as 1.5 MB. */
export const describeBytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** The state inside a snapshot is not one a model can go on from. */
export function damagedState(what: string, expected: string, got: string): PsmfError {
  return new PsmfError(
    'BAD_SNAPSHOT',
    `The state of the snapshot is damaged in ${what}`,
    expected,
    got,
    'Restore an earlier snapshot or start afresh.',
  );
}

/**
 * What was thrown, or handed to a callback, as an Error that can be shown: code of other makes hands out texts and plain objects,
 * and objects that throw in turn when they are looked at.
 */
export function errorOf(thrown: unknown): Error {
  try {
    if (thrown instanceof Error) {
      void `${thrown.message} ${thrown.stack} ${String(thrown)}`; // throws here if it throws at all
      return thrown;
    }
    if (thrown === null || typeof thrown !== 'object') return new Error(String(thrown));
    const { message } = thrown as { readonly message?: unknown };
    if (typeof message === 'string') return new Error(message);
  } catch {
    // What it says cannot be read.
  }
  return new Error('something went wrong that does not say what');
}
