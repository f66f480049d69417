/** Readings of a stream: rows are frames, NaN is a missing reading. */
export type Rows = readonly Float64Array[];

/** One column without its missing readings. */
export function valuesOf(rows: Rows, column: number, from = 0, to = rows.length): number[] {
  const values: number[] = [];
  for (let t = from; t < to; t++) if (!Number.isNaN(rows[t][column])) values.push(rows[t][column]);
  return values;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Root of the mean squared deviation; NaN of nothing. */
export function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
