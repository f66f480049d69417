import { readFileSync } from 'node:fs';

/** Root mean square of the differences, over all entries. */
export function rootMeanSquare(
  estimates: readonly ArrayLike<number>[],
  truth: readonly ArrayLike<number>[],
): number {
  let sum = 0;
  let count = 0;
  estimates.forEach((row, k) => {
    for (let j = 0; j < row.length; j++) sum += (row[j] - truth[k][j]) ** 2;
    count += row.length;
  });
  return Math.sqrt(sum / count);
}

/** The value that a share of the sorted values lies below, between two neighbours by interpolation. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/** Every `stride`-th column of a file whose rows are series, as frames, each series with mean 0 and deviation 1. */
export function readSeries(file: string, stride: number): number[][] {
  const series = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split(',')
        .map(Number)
        .filter((_, k) => k % stride === 0),
    );
  const scaled = series.map((values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    return values.map((value) => (value - mean) / sd);
  });
  return scaled[0].map((_, k) => scaled.map((values) => values[k]));
}
