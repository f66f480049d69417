/**
 * The median of n sorted numbers from `from` on: of an even number of them, halfway between the two in the middle. NaN of none.
 */
export function medianOfSorted(sorted: ArrayLike<number>, from = 0, n = sorted.length): number {
  const middle = from + (n >> 1);
  return n % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The same, of numbers in any order. */
export const median = (values: readonly number[]): number =>
  medianOfSorted([...values].sort((a, b) => a - b));
