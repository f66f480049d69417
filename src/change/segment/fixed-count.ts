import { readInteger } from '../../options';
import type { Cost } from './cost';

/**
 * The segmentation with exactly `changes` changes and the least sum of errors, by dynamic programming over the number of
 * segments; no penalty reaches every number of changes. O(changes n^2) errors.
 *
 * @returns the first index of every segment but the first; empty where the signal is too short for so many segments.
 */
export function segmentInto(cost: Cost, changes: number, minSize = 1): number[] {
  const count = readInteger('changes', changes, 0);
  const size = Math.max(cost.minSize, readInteger('minSize', minSize, 1));
  const n = cost.length;
  if (n < (count + 1) * size) return [];

  let best = Float64Array.from({ length: n + 1 }, (_, t) => (t < size ? Infinity : cost.error(0, t)));
  const starts: Int32Array[] = [];
  for (let k = 1; k <= count; k++) {
    const next = new Float64Array(n + 1).fill(Infinity);
    const start = new Int32Array(n + 1);
    for (let t = (k + 1) * size; t <= n; t++) {
      for (let s = k * size; s <= t - size; s++) {
        const total = best[s] + cost.error(s, t);
        if (total < next[t]) {
          next[t] = total;
          start[t] = s;
        }
      }
    }
    best = next;
    starts.push(start);
  }
  const found: number[] = [];
  for (let k = count - 1, t = n; k >= 0; k--) {
    t = starts[k][t];
    found.push(t);
  }
  return found.reverse();
}

/** The one split that lowers the error most, and by how much; null where the signal is too short to be split. */
export function bestSplit(cost: Cost, minSize = 1): { readonly index: number; readonly gain: number } | null {
  const size = Math.max(cost.minSize, readInteger('minSize', minSize, 1));
  const n = cost.length;
  if (n < 2 * size) return null;
  let least = Infinity;
  let index = size;
  for (let s = size; s <= n - size; s++) {
    const total = cost.error(0, s) + cost.error(s, n);
    if (total < least) {
      least = total;
      index = s;
    }
  }
  return { index, gain: cost.error(0, n) - least };
}
