import type { Layout } from './layout';
import { BUCKETS, scalar, sensor } from './slots';

/**
 * The model's forecast is clamped to the range seen, widened by this many times its width on either side; that of the regression,
 * which goes on from its own forecasts in a gap, by fewer.
 */
const CLAMP = 1;
export const CLAMP_OF_REGRESSION = 0.1;
const DAMPING = 0.9;
const TREND_GAIN = 0.3;
/** Readings the running mean remembers, and those after which it takes no step beyond 5 scales. */
const MEAN_MEMORY = 1000;
const CLIP_AFTER = 20;
const CLIP_AT = 5;
const CENTRE = 0.45;

/** Entry h: the sum of .9^i for i = 1 to h, for gaps of whole frames; longer and broken ones are computed. */
const dampedFrames = Float64Array.from(
  { length: 257 },
  (_, h) => (DAMPING * (1 - DAMPING ** h)) / (1 - DAMPING),
);

/**
 * The five forecasts of one sensor at the gap in m[scalar.horizon]: the model, clamped; the last value; the running mean;
 * the last value and a damped trend; the regression on companions. `model`, `last`, `trend` and `regressed` are slots,
 * the last that of the first forecast where there is no regression.
 */
export function askExperts(
  m: Float64Array,
  at: Layout,
  row: number,
  model: number,
  last: number,
  trend: number,
  regressed: number,
): void {
  const { forecasts } = at;
  const h = m[scalar.horizon];
  const isTabled = h < dampedFrames.length && h === Math.floor(h);
  const steps = isTabled ? dampedFrames[h] : (DAMPING * (1 - Math.pow(DAMPING, h))) / (1 - DAMPING);
  m[forecasts] = m[model];
  clampToRange(m, row, forecasts, CLAMP);
  m[forecasts + 1] = m[last];
  m[forecasts + 2] = m[row + sensor.mean];
  m[forecasts + 3] = m[last] + m[trend] * steps;
  m[forecasts + 4] = m[regressed];
}

/** Brings the forecast in a slot back into the range seen, widened by so many times its width. */
export function clampToRange(m: Float64Array, row: number, forecast: number, widening: number): void {
  const low = m[row + sensor.low];
  const high = m[row + sensor.high];
  const margin = widening * (high - low);
  m[forecast] = Math.min(Math.max(m[forecast], low - margin), high + margin);
}

/** floor(log2 h) of the gap in m[scalar.horizon], from 0 to 6. */
export function gapBucket(m: Float64Array): number {
  const h = Math.min(m[scalar.horizon], 1 << (BUCKETS - 1));
  return h < 2 ? 0 : 31 - Math.clz32(h);
}

/**
 * The bucket whose centre lies below the gap in m[scalar.horizon], and how far towards the next one it lies, in
 * m[scalar.between], at most 1. Centres in log2 of the gap: 0, then k + .45, the mean over the gaps of bucket k.
 */
export function placeGap(m: Float64Array): number {
  const x = Math.log2(m[scalar.horizon]);
  const first = 1 + CENTRE;
  if (x < first) {
    m[scalar.between] = Math.max(x, 0) / first;
    return 0;
  }
  const below = Math.min(Math.floor(x - CENTRE), BUCKETS - 2);
  m[scalar.between] = Math.min(x - CENTRE - below, 1);
  return below;
}

/** The simple predictors see z - el (1 - sqrt(w)): a spike moves them by at most 3.5 standard deviations. */
export function followReading(m: Float64Array, row: number): void {
  const dt = m[scalar.dt];
  const w = m[row + sensor.weight];
  const value = m[row + sensor.z] - m[row + sensor.outResidual] * (1 - Math.sqrt(w));
  const first = m[row + sensor.seen] === 0;
  if (!first && m[row + sensor.gap] === 0) {
    const surprise = value - m[row + sensor.last] - m[row + sensor.trend] * dt;
    m[row + sensor.trend] += (TREND_GAIN * surprise) / Math.max(dt, 1);
  }
  m[row + sensor.seen] += 1;
  let move = value - m[row + sensor.mean];
  if (m[row + sensor.seen] >= CLIP_AFTER) move = Math.min(Math.max(move, -CLIP_AT), CLIP_AT);
  m[row + sensor.mean] += Math.max(1 / m[row + sensor.seen], 1 / MEAN_MEMORY) * move;
  m[row + sensor.last] = value;
  m[row + sensor.low] = first ? value : Math.min(m[row + sensor.low], value);
  m[row + sensor.high] = first ? value : Math.max(m[row + sensor.high], value);
  m[row + sensor.gap] = 0;
}
