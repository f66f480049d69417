/** Share of the values at either end that may lie far out. */
const TAIL = 0.05;
/** Room left beyond the others, in widths between the two tails. */
const ROOM = 1.5;

/**
 * Between what a plot should show of the values: all of them, unless a few lie so far out that nothing could be seen of the
 * rest. `must`: values that are shown whatever happens. From 0 to 1 where there is nothing to show.
 */
export function robustRange(values: Iterable<number>, must: readonly number[] = []): [number, number] {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
  const least = Math.min(...must, sorted.length > 0 ? sorted[0] : Infinity);
  const most = Math.max(...must, sorted.length > 0 ? sorted[sorted.length - 1] : -Infinity);
  if (least > most) return [0, 1];
  const low = sorted[Math.floor(TAIL * (sorted.length - 1))];
  const high = sorted[Math.ceil((1 - TAIL) * (sorted.length - 1))];
  const room = ROOM * (high - low);
  if (!(room > 0)) return [least, most];
  return [Math.min(...must, Math.max(least, low - room)), Math.max(...must, Math.min(most, high + room))];
}
