import { PsmfError } from '../../errors';

/** Rows = time, columns = channels. Every entry must be finite. */
export type Signal = ArrayLike<ArrayLike<number>>;

/**
 * What it costs to describe a stretch of a signal by one set of parameters. For every cost here splitting a stretch
 * never costs more: error(a, b) + error(b, c) <= error(a, c), which is what lets PELT discard candidates.
 */
export interface Cost {
  /** Shortest stretch the cost can tell anything about. */
  readonly minSize: number;
  /** Takes in a signal: prefix sums, so that `error` does not depend on the length of the stretch. */
  fit(signal: Signal): this;
  /** Cost of rows start .. end - 1. */
  error(start: number, end: number): number;
  /** Rows of the signal. */
  readonly length: number;
}

/** The shape of a signal, every row of the same length; refuses one that is ragged or holds a non-number. */
export function checkSignal(signal: Signal): { readonly rows: number; readonly columns: number } {
  const rows = signal.length;
  const columns = rows === 0 ? 0 : signal[0].length;
  for (let t = 0; t < rows; t++) {
    const row = signal[t];
    if (row.length !== columns) throw badSignal(`${columns} values in row ${t}`, `${row.length}`);
    for (let j = 0; j < columns; j++) {
      if (!Number.isFinite(row[j])) throw badSignal(`a finite number in row ${t}, column ${j}`, `${row[j]}`);
    }
  }
  return { rows, columns };
}

function badSignal(expected: string, got: string): PsmfError {
  return new PsmfError(
    'BAD_LENGTH',
    'The signal to segment',
    expected,
    got,
    'Fill the gaps before segmenting.',
  );
}
