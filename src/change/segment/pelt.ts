import { PsmfError, describe } from '../../errors';
import { readInteger } from '../../options';
import type { Cost } from './cost';

export interface PeltOptions {
  /** Price of one more change, in the units of the cost. */
  readonly penalty: number;
  /** Shortest segment; never less than the cost's own. */
  readonly minSize?: number;
}

/**
 * The segmentation with the least sum of errors plus penalty (PELT: Killick, Fearnhead and Eckley, 2012). Exact.
 *
 *   F(t) = min over s of F(s) + error(s, t) + penalty,   t - s >= minSize,   F(0) = -penalty
 *
 * A candidate s with F(s) + error(s, t) > F(t) loses to t for every end at which t itself may start a segment, which is
 * minSize later: until then it stays.
 *
 * @returns the first index of every segment but the first, in order.
 */
export function pelt(cost: Cost, options: PeltOptions): number[] {
  const penalty = readPenalty(options.penalty);
  const minSize = Math.max(cost.minSize, readInteger('minSize', options.minSize ?? 1, 1));
  const n = cost.length;
  const best = new Float64Array(n + 1).fill(Infinity);
  const previous = new Int32Array(n + 1);
  const droppedAt = new Float64Array(n + 1).fill(Infinity);
  const errors = new Float64Array(n + 1);
  best[0] = -penalty;
  let candidates: number[] = [];

  for (let t = minSize; t <= n; t++) {
    const joining = t - minSize;
    candidates = candidates.filter((s) => droppedAt[s] > t);
    if (best[joining] < Infinity) candidates.push(joining);
    for (const s of candidates) {
      errors[s] = best[s] + cost.error(s, t);
      if (errors[s] + penalty < best[t]) {
        best[t] = errors[s] + penalty;
        previous[t] = s;
      }
    }
    for (const s of candidates) {
      if (errors[s] > best[t]) droppedAt[s] = Math.min(droppedAt[s], t + minSize);
    }
  }
  return n < 2 * minSize ? [] : traceBack(previous, n);
}

function traceBack(previous: Int32Array, n: number): number[] {
  const changes: number[] = [];
  for (let t = previous[n]; t > 0; t = previous[t]) changes.push(t);
  return changes.reverse();
}

function readPenalty(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw new PsmfError(
    'BAD_OPTION',
    'penalty',
    'a finite number, not negative',
    describe(value),
    'A larger penalty finds fewer changes.',
  );
}
