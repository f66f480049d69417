import { rowOf } from '../source/layout';
import { LEARNING, STANDARDISING } from '../source/settings';
import { LAG, SEEN, STREAMS, WINDOWS, WINDOW_COUNT, seenOf, type ScanLayout } from './layout';

/** Frames in the first reference of a sensor: the second stage of its learning. */
const FIRST = LEARNING - STANDARDISING;
/** The reference is an average over at most this many values: it forgets what is older. */
export const MOST_COUNTED = 1000;

/**
 * The value of a stream in frame k, NaN where missing. A missing value counts as the reference's mean: it is no evidence
 * of anything, and the reference does not move with it.
 */
export function streamValue(m: Float64Array, at: ScanLayout, kind: number, k: number, j: number): number {
  const row = rowOf(k, at.d) + j;
  if (kind === 2) return m[at.level + row];
  return kind === 1 ? Math.abs(m[at.q + row]) : m[at.q + row];
}

/** A sensor's first reference: mean and variance of its streams, and the wander of their window means, over its last frames. */
export function learnReference(m: Float64Array, at: ScanLayout, j: number): void {
  const { d } = at;
  for (let kind = 0; kind < STREAMS; kind++) {
    const s = kind * d + j;
    const seen = seenOf(kind) * d + j;
    let sum = 0;
    let count = 0;
    let squares = 0;
    for (let back = FIRST - 1; back >= 0; back--) {
      const u = streamValue(m, at, kind, m[at.recorded] - back, j);
      if (u !== u) continue;
      sum += u;
      count += 1;
    }
    const mean = count === 0 ? 0 : sum / count;
    for (let back = FIRST - 1; back >= 0; back--) {
      const u = streamValue(m, at, kind, m[at.recorded] - back, j);
      if (u === u) squares += (u - mean) * (u - mean);
    }
    m[at.mean + s] = mean;
    m[at.variance + s] = count === 0 ? 0 : squares / count;
    m[at.meanCount + seen] = count;
    for (let w = 0; w < WINDOW_COUNT; w++) learnWindow(m, at, kind, j, w);
  }
}

/** Slides one window over the first reference: its wander, and the sum it ends with. */
function learnWindow(m: Float64Array, at: ScanLayout, kind: number, j: number, w: number): void {
  const { d } = at;
  const length = WINDOWS[w];
  const s = (w * STREAMS + kind) * d + j;
  const seen = (w * SEEN + seenOf(kind)) * d + j;
  const mean = m[at.mean + kind * d + j];
  const oldest = m[at.recorded] - FIRST + 1;
  let sum = 0;
  let count = 0;
  let squares = 0;
  let windows = 0;
  for (let k = oldest; k < oldest + FIRST; k++) {
    const u = streamValue(m, at, kind, k, j);
    const leaving = k - length >= oldest ? streamValue(m, at, kind, k - length, j) : NaN;
    if (u === u) {
      sum += u;
      count += 1;
    }
    if (leaving === leaving) {
      sum -= leaving;
      count -= 1;
    }
    if (u !== u || k - length + 1 < oldest) continue;
    const deviation = (sum - count * mean) / length;
    squares += deviation * deviation;
    windows += 1;
  }
  m[at.wander + s] = windows === 0 ? 0 : squares / windows;
  m[at.wanderCount + seen] = windows;
  m[at.head + s] = m[at.lag + s] = sum;
  m[at.headCount + seen] = m[at.lagCount + seen] = count;
}

/**
 * The frame LAG frames ago enters the reference, where its value was read:
 *
 *   n += 1,  mean += (u - mean) / n,  variance += ((u - mean_old)(u - mean) - variance) / n
 *   and for each window that ends there:  n_w += 1,  wander += ((window mean - mean)^2 - wander) / n_w
 */
export function updateReference(m: Float64Array, at: ScanLayout): void {
  const { d, age } = at;
  const k = m[at.recorded] - LAG;
  for (let kind = 0; kind < STREAMS; kind++) {
    const counted = kind !== 1;
    for (let j = 0; j < d; j++) {
      if (m[age + j] <= LEARNING + LAG) continue;
      const u = streamValue(m, at, kind, k, j);
      if (u !== u) continue;
      const s = kind * d + j;
      const n = at.meanCount + seenOf(kind) * d + j;
      if (counted) m[n] = Math.min(m[n] + 1, MOST_COUNTED);
      const before = u - m[at.mean + s];
      m[at.mean + s] += before / m[n];
      m[at.variance + s] += (before * (u - m[at.mean + s]) - m[at.variance + s]) / m[n];
      for (let w = 0; w < WINDOW_COUNT; w++) {
        if (m[age + j] - STANDARDISING - LAG < WINDOWS[w]) continue;
        const sw = at.wander + (w * STREAMS + kind) * d + j;
        const lag = (w * STREAMS + kind) * d + j;
        const seen = (w * SEEN + seenOf(kind)) * d + j;
        const nw = at.wanderCount + seen;
        if (counted) m[nw] = Math.min(m[nw] + 1, MOST_COUNTED);
        const deviation = (m[at.lag + lag] - m[at.lagCount + seen] * m[at.mean + s]) / WINDOWS[w];
        m[sw] += (deviation * deviation - m[sw]) / m[nw];
      }
    }
  }
}
