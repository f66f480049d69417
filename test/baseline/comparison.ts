import { EVERY, type Plain, type Recording } from './recording';

/** What other versions of V8 may differ by, relative to 1 + |value|: their Math.exp, log, pow, sin and cos end in other bits. */
const TOLERANCE = 1e-9;

/** Bit by bit; all values written down to 1e-9; or, where last bits grow frame by frame to any size, the first ones. */
export type Closeness = 'exact' | 'close' | 'close at first';

/** What differs between two recordings, a sentence each; none: they are the same. */
export function findDifferences(expected: Recording, got: Recording, closeness: Closeness): string[] {
  const shown = Object.keys(expected.values).slice(0, closeness === 'close at first' ? 1 : undefined);
  const values = shown.flatMap((frame) =>
    compare(
      `frame ${frame}`,
      expected.values[frame],
      got.values[frame],
      closeness === 'exact' ? 0 : TOLERANCE,
    ),
  );
  if (closeness !== 'exact') return values;
  return [
    ...compareChecksums('the outputs', expected.outputs, got.outputs),
    ...compareChecksums('the snapshots', expected.states, got.states),
    ...values,
  ];
}

function compareChecksums(what: string, expected: readonly string[], got: readonly string[]): string[] {
  const first = expected.findIndex((checksum, i) => checksum !== got[i]);
  if (first < 0) return [];
  return [`${what} differ from frames ${first * EVERY} to ${(first + 1) * EVERY - 1} on`];
}

function compare(path: string, expected: Plain, got: Plain, tolerance: number): string[] {
  if (typeof expected === 'number' && typeof got === 'number') {
    const error = Math.abs(got - expected) / (1 + Math.abs(expected));
    const isSame = Object.is(got, expected) || error <= tolerance;
    return isSame ? [] : [`${path}: expected ${expected}, got ${got} (off by ${error.toExponential(1)})`];
  }
  if (isParts(expected) && isParts(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
    return [...names].flatMap((name) =>
      compare(`${path}, ${name}`, expected[name] ?? null, got[name] ?? null, tolerance),
    );
  }
  return expected === got
    ? []
    : [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`];
}

const isParts = (value: Plain): value is { [name: string]: Plain } =>
  value !== null && typeof value === 'object';
