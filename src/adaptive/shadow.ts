import { packedLength } from '../linalg/packed';
import { correctCoefficients, measureResidual, projectSensors } from './coefficients';
import type { FilterContext } from './context';
import { TRAIN_AFTER } from './estimate';
import { askExperts, gapBucket } from './experts';
import type { Layout } from './layout';
import { scalar, sensor } from './slots';
import { blend, cellAt, isRegressed, measureErrors, train } from './mix';
import { correctOffset } from './offset';
import { forecastInShadow } from './regression';
import { isSound, restartCoefficients } from './range';

/** Windows of each group before the shadow takes pauses, and before it takes long ones: in windows. */
const ROUNDS = 4;
const MANY_ROUNDS = 16;
const LONG_PAUSE = 3;

/**
 * The shadow outage: a second belief (mu, P, b, B) that for a window of 64 to 127 frames does not see one group of sensors,
 * those with j mod G = k mod G in window k. Its misses score the experts at known gap lengths (mode 0), and the state as it
 * stood when the window began scores them for empty frames (mode 1), while everything else goes on.
 */
export function isShadowing(m: Float64Array): boolean {
  return m[scalar.windowFrames] > 0 && m[scalar.windowFrames] <= m[scalar.windowLength];
}

/** One frame of a running window. */
export function followInShadow(m: Float64Array, context: FilterContext): void {
  const { at } = context;
  for (let row = at.records; row < at.length; row += at.stride) {
    m[row + sensor.shadowObserved] = m[row + sensor.hidden] === 1 ? 0 : m[row + sensor.observed];
    m[row + sensor.shadowUnexplained] =
      m[row + sensor.unexplained] - m[row + sensor.offsetVariance] + m[row + sensor.shadowOffsetVariance];
  }
  correctCoefficients(m, context, at.shadow);
  if (!isSound(m, at, at.shadow)) restartCoefficients(m, at, at.shadow);
  projectSensors(m, context, at.shadow);
  const forecasts = context.hasCompanions && m[scalar.observed] > 0;
  for (let row = at.records; row < at.length; row += at.stride) {
    if (forecasts && m[row + sensor.hidden] === 1) forecastInShadow(m, context, row);
    if (m[row + sensor.shadowObserved] === 0) continue;
    measureResidual(m, context, row, at.shadow);
    correctOffset(m, row, at.shadow);
  }
  if (m[scalar.learned] > TRAIN_AFTER) scoreWindow(m, context);
  m[scalar.windowFrames] += 1;
}

/**
 * Scores the experts on every sensor with a trustworthy reading that was ready when the window began. Where the shadow takes
 * pauses, every second frame will do for mode 1, in which each sensor is scored and not one group.
 */
function scoreWindow(m: Float64Array, context: FilterContext): void {
  const { at, mechanisms } = context;
  const isOdd = (m[scalar.windowFrames] & 1) === 1;
  const scoresEmpty = mechanisms.emptyMode && (isOdd || !mechanisms.shadowPauses);
  for (let row = at.records; row < at.length; row += at.stride) {
    const fit = m[row + sensor.observed] === 1 && m[row + sensor.weight] === 1;
    if (!fit || m[row + sensor.startReady] === 0) continue;
    m[scalar.horizon] = m[scalar.windowTime] + m[row + sensor.startGap];
    if (m[row + sensor.hidden] === 1) {
      forecastHidden(m, context, row);
      score(m, context, row, 0);
    }
    if (scoresEmpty) {
      forecastEmpty(m, context, row);
      score(m, context, row, 1);
    }
  }
}

/** The sensor is out, others are seen: mean C x + b, variance C P C' + x'V x + R + B; x, P the shadow's, the rest as the window began. */
function forecastHidden(m: Float64Array, context: FilterContext, row: number): void {
  const { at, small, full } = context;
  const { mu, P } = at.shadow;
  full.dot(m, row + at.startC, mu, scalar.dot);
  small.quadratic(m, P, row + at.startC, scalar.quadratic);
  const signalVariance = Math.max(m[scalar.quadratic], 0);
  full.quadratic(m, row + at.startV, mu, scalar.quadratic);
  const rowVariance = Math.max(m[scalar.quadratic], 0);
  const base = m[row + sensor.startNoise] + m[row + sensor.startOffsetVariance];
  m[row + sensor.modelMean] = m[scalar.dot] + m[row + sensor.startOffset];
  m[row + sensor.modelVariance] = signalVariance + rowVariance + base;
}

/** Everything is out: the coefficients stay as the window began, their variance grows by Q with time. */
function forecastEmpty(m: Float64Array, context: FilterContext, row: number): void {
  const { at, full } = context;
  const C = row + at.startC;
  full.dot(m, C, at.startMu, scalar.dot);
  let growth = 0;
  for (let i = 0; i < at.r; i++) growth += m[C + i] * m[C + i] * m[at.Q + i];
  const base = m[row + sensor.startNoise] + m[row + sensor.startOffsetVariance];
  m[row + sensor.modelMean] = m[scalar.dot] + m[row + sensor.startOffset];
  m[row + sensor.modelVariance] =
    growth * m[scalar.windowTime] +
    m[row + sensor.startModelVariance] +
    m[row + sensor.startRowVariance] +
    base;
}

function score(m: Float64Array, context: FilterContext, row: number, mode: number): void {
  const { at } = context;
  const regressed = isRegressed(context, mode) ? row + sensor.regressed : at.forecasts;
  askExperts(m, at, row, row + sensor.modelMean, row + sensor.startLast, row + sensor.startTrend, regressed);
  const bucket = gapBucket(m);
  const cell = cellAt(mode, bucket);
  const own = row + at.losses + cell;
  const pooled = at.pooled + cell;
  measureErrors(m, context, own, pooled);
  blend(m, context, mode, bucket, row + sensor.modelVariance);
  train(m, context, own, pooled, row + sensor.z);
}

/**
 * Once every group has been out four times the losses rest on some evidence, and windows need no longer follow one another:
 * then comes a pause as long as the window, and three times as long once each has been out sixteen times. Returns whether it
 * goes on.
 */
export function pauseShadow(m: Float64Array): boolean {
  const rounds = m[scalar.windowIndex] / m[scalar.groups];
  const pause = rounds < MANY_ROUNDS ? 1 : LONG_PAUSE;
  if (rounds < ROUNDS || m[scalar.windowFrames] > (1 + pause) * m[scalar.windowLength]) return false;
  m[scalar.windowFrames] += 1;
  return true;
}

/** The next window, the next group: the shadow takes the filter's state, and the state is noted. */
export function beginWindow(m: Float64Array, context: FilterContext): void {
  const { at, full } = context;
  const { own, shadow, r, p } = at;
  const k = m[scalar.windowIndex] + 1;
  m[scalar.windowIndex] = k;
  m[scalar.windowFrames] = 1;
  m[scalar.windowTime] = 0;
  m[scalar.windowLength] = 64 + ((37 * k) % 64);
  m.copyWithin(shadow.mu, own.mu, own.mu + p);
  m.copyWithin(shadow.P, own.P, own.P + packedLength(r));
  m.copyWithin(at.startMu, own.mu, own.mu + p);
  for (let row = at.records; row < at.length; row += at.stride) {
    m.copyWithin(row + at.startC, row + at.C, row + at.C + p + packedLength(p));
    m.copyWithin(row + at.startWeights, row + at.weights, row + at.weights + at.n);
    full.quadratic(m, row + at.V, own.mu, scalar.quadratic);
    m[row + sensor.startRowVariance] = Math.max(m[scalar.quadratic], 0);
    noteSensor(m, at, row);
    hideSensor(m, at, row);
  }
}

/** Window k hides the sensors with j mod G = k mod G. */
export function hideSensor(m: Float64Array, at: Layout, row: number): void {
  const j = (row - at.records) / at.stride;
  const groups = m[scalar.groups];
  m[row + sensor.hidden] = j % groups === m[scalar.windowIndex] % groups ? 1 : 0;
}

function noteSensor(m: Float64Array, at: Layout, row: number): void {
  const isReady = m[row + sensor.active] === 1 && m[row + sensor.seen] > 0;
  m[row + sensor.startReady] = isReady ? 1 : 0;
  m[row + sensor.shadowOffset] = m[row + sensor.offset];
  m[row + sensor.shadowOffsetVariance] = m[row + sensor.offsetVariance];
  m[row + sensor.shadowCarried] = m[row + sensor.carried];
  m[row + sensor.startOffset] = m[row + sensor.offset];
  m[row + sensor.startOffsetVariance] = m[row + sensor.offsetVariance];
  m[row + sensor.startDecay] = m[row + sensor.decay];
  m[row + sensor.startDrift] = m[row + sensor.drift];
  m[row + sensor.startNoise] = m[row + sensor.noise];
  m[row + sensor.startModelVariance] = m[row + at.h];
  m[row + sensor.startLast] = m[row + sensor.last];
  m[row + sensor.startTrend] = m[row + sensor.trend];
  m[row + sensor.startGap] = m[row + sensor.gap];
}
