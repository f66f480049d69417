import { LEARNING } from '../source/settings';
import { LAG, SEEN, STREAMS, WINDOWS, WINDOW_COUNT, seenOf, type ScanLayout } from './layout';
import { streamValue } from './reference';
import { LEAST_VARIANCE, priorWindows, termOf } from './score';

/** Evidence below this is noise of one stream. */
const NOISE = 4;

/**
 * How many frames before the newest the change began: the k that makes the last n = k + 1 frames stand out most,
 *
 *   sum over the streams of max(0, n (mean of the last n - mean)^2 / (variance kappa) - 4)
 *
 * looking back over twice the window that gave the alarm.
 */
export function localise(m: Float64Array, at: ScanLayout): number {
  const { d } = at;
  const since = m[at.epoch] - LEARNING;
  const reach = Math.min(since, LAG, Math.max(10, 2 * WINDOWS[m[at.window]]));
  const sums = new Float64Array(STREAMS * d);
  let most = -1;
  let found = 0;
  for (let back = 0; back < reach; back++) {
    let evidence = 0;
    for (let kind = 0; kind < STREAMS; kind++) {
      for (let j = 0; j < d; j++) {
        const followed = Math.min(m[at.age + j] - LEARNING, m[at.steady + j]);
        if (followed <= 0) continue;
        const s = kind * d + j;
        const u = back < followed ? streamValue(m, at, kind, m[at.recorded] - back, j) : NaN;
        if (u === u) sums[s] += u - m[at.mean + s];
        const n = back + 1;
        const spread = (m[at.variance + s] + LEAST_VARIANCE) * colourOf(m, at, kind, j, n);
        evidence += Math.max(0, (sums[s] * sums[s]) / (n * spread) - NOISE);
      }
    }
    if (evidence > most) {
      most = evidence;
      found = back;
    }
  }
  return found;
}

/** kappa of one stream at the window next to n: how much more its mean wanders than that of independent values. */
function colourOf(m: Float64Array, at: ScanLayout, kind: number, j: number, n: number): number {
  const { d } = at;
  const seenAt = (w: number): number => at.wanderCount + (w * SEEN + seenOf(kind)) * d + j;
  let w = 0;
  while (w < WINDOW_COUNT - 1 && WINDOWS[w] < n && m[seenAt(w + 1)] >= 2 * WINDOWS[w + 1]) w++;
  const length = WINDOWS[w];
  const prior = priorWindows(m[at.active]) * length;
  const nw = m[seenAt(w)];
  const wander = m[at.wander + (w * STREAMS + kind) * d + j] * length;
  return Math.max(
    1,
    (prior + (nw * wander) / (m[at.variance + kind * d + j] + LEAST_VARIANCE)) / (prior + nw),
  );
}

/** Each sensor's share in the statistic: the sum of its streams' terms in the window scored last. */
export function contributionsOf(m: Float64Array, at: ScanLayout): number[] {
  const { d } = at;
  return Array.from(
    { length: d },
    (_, j) => termOf(m, at, j) + termOf(m, at, d + j) + termOf(m, at, 2 * d + j),
  );
}
