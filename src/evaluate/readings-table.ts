/**
 * Readings of a finished recording: row-major, NaN where there is none, dt in nominal periods before each row. A row with
 * dt 0 was late: it has no readings, and nobody learns from it.
 */
export interface ReadingsTable {
  readonly rows: number;
  readonly sensors: number;
  readonly values: Float64Array;
  readonly dt: Float64Array;
  /** Epoch ms; NaN where it is not known. Absent: no row has a time. */
  readonly ms?: Float64Array;
  /** What a full turn is for each sensor that goes round, such as 360; 0 for the others. Absent: none goes round. */
  readonly turns?: Float64Array;
}

/** How far an estimate is off, the short way round for a sensor that goes round. */
export function errorOf({ turns }: ReadingsTable, j: number, truth: number, estimate: number): number {
  const error = truth - estimate;
  const turn = turns?.[j] ?? 0;
  return turn > 0 ? error - turn * Math.round(error / turn) : error;
}

/** The time of a row in epoch ms; null where it is not known. */
export function timeOf({ ms }: ReadingsTable, row: number): number | null {
  return ms === undefined || Number.isNaN(ms[row]) ? null : ms[row];
}

export const isKnown = (table: ReadingsTable, cell: number): boolean => Number.isFinite(table.values[cell]);

/** Standard deviation of everything known of each sensor; 0 for one that never moves, NaN for one never read. */
export function standardDeviations(table: ReadingsTable): Float64Array {
  const { sensors, values } = table;
  return Float64Array.from({ length: sensors }, (_, j) => {
    let count = 0;
    let mean = 0;
    let squares = 0;
    for (let cell = j; cell < values.length; cell += sensors) {
      if (!isKnown(table, cell)) continue;
      const surprise = values[cell] - mean;
      mean += surprise / ++count;
      squares += surprise * (values[cell] - mean);
    }
    return Math.sqrt(squares / count);
  });
}
