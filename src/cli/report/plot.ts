import type { PlotLine } from './browser/plot-data';

/** Beyond this, differences of two numbers may be too large for a double. */
const LARGEST = 1e150;
/** The least height of a plot's range, as a share of its numbers: below, its axis could not tell them apart. */
const NARROWEST = 1e-9;

/** Numbers as a plot takes them. */
export const plotted = (values: Iterable<number>): (number | null)[] =>
  Array.from(values, (value) =>
    Number.isFinite(value) ? Math.max(-LARGEST, Math.min(LARGEST, value)) : null,
  );

/** A range with room above and below it, also where it is a single number. */
export function roomAround([least, most]: readonly [number, number]): [number, number] {
  const [low, high] = plotted([least, most]) as [number, number];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const room = high - low > NARROWEST * size ? 0.04 * (high - low) : size > 0 ? 0.1 * size : 1;
  return [low - room, high + room];
}

/** Dots at the edge of the plot for the values that lie beyond it. */
export function beyond(
  [least, most]: readonly [number, number],
  ...columns: readonly ArrayLike<number>[]
): PlotLine[] {
  const values = Array.from(columns[0], (_, i): number | null => {
    if (columns.some((column) => column[i] > most)) return most;
    return columns.some((column) => column[i] < least) ? least : null;
  });
  return values.every((value) => value === null)
    ? []
    : [{ label: 'beyond the plot', kind: 'dots', colour: 'truth', width: 7, values: plottedEdges(values) }];
}

const plottedEdges = (values: readonly (number | null)[]): (number | null)[] =>
  plotted(values.map((value) => value ?? NaN));
