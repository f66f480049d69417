import { LEARNING } from '../source/settings';
import { LAG, SEEN, STREAMS, WINDOWS, WINDOW_COUNT, seenOf, type ScanLayout } from './layout';
import { MOST_COUNTED } from './reference';

/** Share of the streams that a change is expected to reach. */
const REACH = 0.1;
/** Beyond this log likelihood ratio the unchanged part of the mixture is nothing. */
const CERTAIN = 30;
/** A stream that never moved has at least this variance. */
export const LEAST_VARIANCE = 1e-6;
const TINY = 1e-9;
/** The statistic must exceed the largest of the reference by this factor. */
const ADAPTATION = 1.5;

/** Windows the prior of the wander is worth: more for few sensors, which cannot vouch for each other. */
export const priorWindows = (active: number): number => (active <= 3 ? 20 : 2);

/** h = s (15 + 0.6 d), d the sensors that take part; s = 1 high, 1.25 normal, 1.75 low sensitivity. */
export const thresholdFor = (factor: number, active: number): number => factor * (15 + 0.6 * active);

/**
 * The largest of the windows' statistics against max(h, 1.5 x the largest that was usual):
 *
 *   usual <- max(usual, T of LAG frames ago) (1 - 1 / 1000)
 */
export function scoreFrame(m: Float64Array, at: ScanLayout, factor: number): void {
  const since = m[at.epoch] - LEARNING;
  const oldest = at.statistics + (since % LAG);
  if (since > LAG) {
    m[at.usualStatistic] = Math.max(m[at.usualStatistic], m[oldest]) * (1 - 1 / MOST_COUNTED);
  }
  m[at.statistic] = 0;
  m[at.window] = 0;
  for (let w = 0; w < WINDOW_COUNT; w++) {
    scoreWindow(m, at, w);
    if (m[at.termSum] <= m[at.statistic]) continue;
    m[at.statistic] = m[at.termSum];
    m[at.window] = w;
  }
  m[oldest] = m[at.statistic];
  m[at.threshold] = Math.max(thresholdFor(factor, m[at.active]), ADAPTATION * m[at.usualStatistic]);
}

/**
 * The evidence of one window of length w, stream by stream: a Student-t log likelihood ratio of the window's mean against
 * the reference, mixed with "this stream has not changed".
 *
 *   kappa = max(1, mean over the streams of wander w / variance)                       colour of the streams
 *   nu = n0 + n_w / w
 *   v = max((n0 w kappa variance / w + n_w wander) / (n0 w + n_w), variance / w) (1 + w kappa / n)
 *   LL = (nu + 1)/2 ln(1 + (window mean - mean)^2 / (v nu)),   term = ln(1 - p + p e^LL)
 *
 * Leaves the terms at m[at.terms] and their sum at m[at.termSum]. A sensor takes part once the window lies wholly outside
 * its reference and that has seen two windows' worth of them.
 */
export function scoreWindow(m: Float64Array, at: ScanLayout, w: number): void {
  const { d } = at;
  const length = WINDOWS[w];
  const n0 = priorWindows(m[at.active]);
  const streams = w * STREAMS * d;
  const seenRows = w * SEEN * d;
  let colour = 0;
  let eligible = 0;
  for (let kind = 0; kind < STREAMS; kind++) {
    for (let j = 0; j < d; j++) {
      const s = kind * d + j;
      m[at.terms + s] = 0;
      if (!takesPart(m, at, w, seenRows + seenOf(kind) * d + j, j)) continue;
      colour += (m[at.wander + streams + s] * length) / (m[at.variance + s] + TINY);
      eligible += 1;
    }
  }
  m[at.termSum] = 0;
  if (eligible === 0) return;
  const kappa = Math.max(1, colour / eligible);
  let total = 0;
  for (let kind = 0; kind < STREAMS; kind++) {
    for (let j = 0; j < d; j++) {
      const s = kind * d + j;
      const seen = seenRows + seenOf(kind) * d + j;
      if (!takesPart(m, at, w, seen, j)) continue;
      const variance = m[at.variance + s] + LEAST_VARIANCE;
      const nw = m[at.wanderCount + seen];
      const n = m[at.meanCount + seenOf(kind) * d + j];
      const prior = n0 * length;
      const nu = (prior + nw) / length;
      const pooled = (n0 * kappa * variance + nw * m[at.wander + streams + s]) / (prior + nw);
      const v = Math.max(pooled, variance / length) * (1 + (length * kappa) / n);
      const deviation = (m[at.head + streams + s] - m[at.headCount + seen] * m[at.mean + s]) / length;
      const ratio = ((nu + 1) / 2) * Math.log1p((deviation * deviation) / (v * nu));
      const term = ratio > CERTAIN ? ratio + Math.log(REACH) : Math.log(1 - REACH + REACH * Math.exp(ratio));
      m[at.terms + s] = term;
      total += term;
    }
  }
  m[at.termSum] = total;
}

function takesPart(m: Float64Array, at: ScanLayout, w: number, seen: number, j: number): boolean {
  return m[at.age + j] - LEARNING >= WINDOWS[w] && m[at.wanderCount + seen] >= 2 * WINDOWS[w];
}
