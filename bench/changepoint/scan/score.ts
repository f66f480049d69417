import { LEARNING } from '../source/settings';
import { LAG, SEEN, STREAMS, WINDOWS, WINDOW_COUNT, seenOf, type ScanLayout } from './layout';
import { MOST_COUNTED } from './reference';

/** Share of the streams that a change is expected to reach. */
const REACH = 0.1;
/** Beyond this log likelihood ratio the unchanged part of the mixture is nothing. */
const CERTAIN = 30;
const LOG_REACH = Math.log(REACH);
/** A product of factors below e^30 is put away before it could overflow. */
const LARGE = 1e250;
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
 * Leaves the LL at m[at.ratios], -1 for a sensor that takes no part, and the sum of the terms at m[at.termSum]. A sensor
 * takes part once the window lies wholly outside its reference, reaches across no unusual silence, and the reference has
 * seen two windows' worth of windows. The terms are
 * logarithms of factors of at least 1, so their sum is taken as the logarithm of a product, now and then.
 */
export function scoreWindow(m: Float64Array, at: ScanLayout, w: number): void {
  const { d, mean, variance, meanCount, ratios } = at;
  const length = WINDOWS[w];
  const perFrame = 1 / length;
  const wander = at.wander + w * STREAMS * d;
  const wanderCount = at.wanderCount + w * SEEN * d;
  const head = at.head + w * STREAMS * d;
  const headCount = at.headCount + w * SEEN * d;
  let colour = 0;
  let eligible = 0;
  for (let kind = 0, s = 0; kind < STREAMS; kind++) {
    for (let j = 0, seen = seenOf(kind) * d; j < d; j++, s++, seen++) {
      m[ratios + s] = -1;
      if (
        m[at.age + j] - LEARNING < length ||
        m[at.steady + j] < length ||
        m[wanderCount + seen] < 2 * length
      )
        continue;
      m[ratios + s] = 0;
      colour += (m[wander + s] * length) / (m[variance + s] + TINY);
      eligible += 1;
    }
  }
  const kappa = Math.max(1, colour / Math.max(1, eligible));
  const prior = priorWindows(m[at.active]) * length;
  let total = 0;
  let product = 1;
  for (let kind = 0, s = 0; kind < STREAMS; kind++) {
    for (let j = 0, seen = seenOf(kind) * d; j < d; j++, s++, seen++) {
      if (m[ratios + s] < 0) continue;
      const own = (m[variance + s] + LEAST_VARIANCE) * perFrame;
      const nw = m[wanderCount + seen];
      const nu = (prior + nw) * perFrame;
      const pooled = (prior * kappa * own + nw * m[wander + s]) / (prior + nw);
      const v = Math.max(pooled, own) * (1 + (length * kappa) / m[meanCount + seen]);
      const deviation = (m[head + s] - m[headCount + seen] * m[mean + s]) * perFrame;
      const ratio = ((nu + 1) / 2) * Math.log1p((deviation * deviation) / (v * nu));
      m[ratios + s] = ratio;
      if (ratio > CERTAIN) total += ratio + LOG_REACH;
      else product *= 1 - REACH + REACH * Math.exp(ratio);
      if (product > LARGE) {
        total += Math.log(product);
        product = 1;
      }
    }
  }
  m[at.termSum] = total + Math.log(product);
}

/** ln(1 - p + p e^LL) of the stream s; 0 for a sensor that took no part. */
export function termOf(m: Float64Array, at: ScanLayout, s: number): number {
  const ratio = Math.max(0, m[at.ratios + s]);
  return ratio > CERTAIN ? ratio + LOG_REACH : Math.log(1 - REACH + REACH * Math.exp(ratio));
}
