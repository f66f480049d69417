import { byWeight, measureResidual } from '../factor/leave-one-out';
import { copyAsSingles } from '../linalg/single';
import { Scalar } from '../linalg/packed';
import { holdOut, type Filter } from './filter';
import { noteWindow } from './held-out';
import { correctHeldOutOffset } from './held-out-offset';
import { measureGrowth, restartUnsound } from './kernels/coefficients';
import { blend, copyWeights, measureErrors } from './kernels/losses';
import { expertCalls, gapBucket, score, TRAIN_AFTER } from './mix';
import { BUCKETS } from './layout';
import type { Sensor } from './sensor';

/** Windows of each group before there are pauses between them, and before these are long ones: in windows. */
const ROUNDS = 4;
const MANY_ROUNDS = 16;
const LONG_PAUSE = 3;

const product = new Scalar();

/**
 * For a window of 64 to 127 frames a second filter (mu, P, b, B) does not see one group of sensors, those with
 * j mod G = k mod G in window k. Its misses score the experts at known gap lengths (mode 0), and the state as it stood when the
 * window began scores them for empty frames (mode 1), while everything else goes on.
 */
export const isWindowOpen = ({ windowFrames, windowLength }: Filter): boolean =>
  windowFrames > 0 && windowFrames <= windowLength;

/** One frame of an open window. */
export function followHeldOut(filter: Filter): void {
  const { m, at, sensors, small, frame, out, variant } = filter;
  const mu = at.head.heldOutMu.place;
  const P = at.head.heldOutP.place;
  for (const sensor of sensors) {
    const unexplained = sensor.unexplained - sensor.offsetVariance + sensor.heldOutOffsetVariance;
    sensor.corrects = sensor.isHeldOut === 1 ? 0 : sensor.observed;
    sensor.target = sensor.z - sensor.heldOutOffset;
    sensor.effective = byWeight(unexplained, sensor.weight);
  }
  small.correct(m, mu, P, sensors);
  restartUnsound(filter, mu, P);
  small.project(m, mu, P, sensors);
  for (const sensor of sensors) {
    if (sensor.isHeldOut === 1 && frame.observed > 0) {
      for (const expert of variant.experts) expert.followHeldOut(sensor, filter);
    }
    if (sensor.corrects === 0) continue;
    out.target = sensor.target;
    out.effective = sensor.effective;
    measureResidual(sensor, out);
    correctHeldOutOffset(sensor, out);
  }
  if (filter.learned > TRAIN_AFTER) scoreWindow(filter);
  filter.windowFrames += 1;
}

/**
 * Scores the experts on every sensor with a trustworthy reading that was ready when the window began. Where windows pause,
 * every second frame will do for mode 1, in which each sensor is scored and not one group.
 */
function scoreWindow(filter: Filter): void {
  const { variant, windowFrames } = filter;
  const scoresEmpty = (windowFrames & 1) === 1 || !variant.pausesWindows;
  for (const sensor of filter.sensors) {
    if (sensor.observed === 0 || sensor.weight !== 1 || sensor.startReady === 0) continue;
    if (sensor.isHeldOut === 1) scoreGroup(filter, sensor);
    if (scoresEmpty) scoreEmpty(filter, sensor);
  }
}

/** The group is out, others are seen: mean C x + b, variance C P C' + x'V x + R + B; x, P of this filter, the rest as the window began. */
function scoreGroup(filter: Filter, sensor: Sensor): void {
  const { m, at, small, full, question } = filter;
  const mu = at.head.heldOutMu.place;
  full.dot(m, sensor.startC, mu, product);
  question.modelMean = product.value + sensor.startOffset;
  small.quadratic(m, at.head.heldOutP.place, sensor.startC, product);
  const signalVariance = Math.max(product.value, 0);
  full.quadratic(m, sensor.startV, mu, product);
  const rowVariance = Math.max(product.value, 0);
  const base = sensor.startNoise + sensor.startOffsetVariance;
  question.modelVariance = signalVariance + rowVariance + base;
  scoreForecasts(filter, sensor, 0);
}

/** Everything is out: the coefficients stay as the window began, their variance grows by Q with time. */
function scoreEmpty(filter: Filter, sensor: Sensor): void {
  const { m, at, full, question } = filter;
  full.dot(m, sensor.startC, at.head.startMu.place, product);
  question.modelMean = product.value + sensor.startOffset;
  measureGrowth(filter, sensor.startC, product);
  const base = sensor.startNoise + sensor.startOffsetVariance;
  question.modelVariance =
    product.value * filter.windowTime + sensor.startModelVariance + sensor.startRowVariance + base;
  scoreForecasts(filter, sensor, 1);
}

function scoreForecasts(filter: Filter, sensor: Sensor, mode: number): void {
  const { at, question } = filter;
  question.isHeldOut = true;
  question.mode = mode;
  question.horizon = filter.windowTime + sensor.startGap;
  question.bucket = gapBucket(question);
  expertCalls(at.experts).ask(filter, sensor);
  const cell = at.cellAt(mode, question.bucket);
  measureErrors(filter, sensor.losses + cell, at.pooled + cell);
  blend(filter);
  noteEstimate(filter, sensor);
  score(filter, sensor);
}

/** The estimate just made, from z back to the sensor's own units. */
function noteEstimate({ at, heldOut, question, windowTime }: Filter, sensor: Sensor): void {
  const { index, location, scale } = sensor;
  const { mode } = question;
  if (mode === 1) heldOut.isAsked = true;
  heldOut.gap[index] = windowTime + sensor.startGap;
  heldOut.mean[mode][index] = location + scale * question.mean;
  heldOut.sd[mode][index] = scale * Math.sqrt(question.variance);
  if (mode === 1) return;
  const { experts } = at;
  for (let e = 0; e < experts; e++)
    heldOut.forecasts[index * experts + e] = location + scale * question.forecasts[e];
}

/**
 * What the experts weigh now, in every gap bucket, for each sensor of the group that is held out: bucket by bucket, expert by
 * expert. Within a window the losses learn from it, and a mix by the losses of the moment knows more than one in an outage would.
 */
export function copyGroupWeights(filter: Filter, out: Float32Array): void {
  const { at, question, sensors } = filter;
  question.isHeldOut = false;
  question.mode = 0;
  question.modelMean = 0;
  for (const sensor of sensors) {
    if (sensor.isHeldOut === 0) continue;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      question.bucket = bucket;
      question.horizon = 1 << bucket;
      expertCalls(at.experts).ask(filter, sensor);
      const cell = at.cellAt(0, bucket);
      measureErrors(filter, sensor.losses + cell, at.pooled + cell);
      copyWeights(filter, out, (sensor.index * BUCKETS + bucket) * at.experts);
    }
  }
}

/**
 * Once every group has been out four times the losses rest on some evidence, and windows need no longer follow one another:
 * then comes a pause as long as the window, and three times as long once each has been out sixteen times.
 */
export function openNextWindow(filter: Filter): void {
  const rounds = filter.windowIndex / filter.groups;
  const pause = rounds < ROUNDS || !filter.variant.pausesWindows ? 0 : rounds < MANY_ROUNDS ? 1 : LONG_PAUSE;
  if (pause === 0 || filter.windowFrames > (1 + pause) * filter.windowLength) beginWindow(filter);
  else filter.windowFrames += 1;
}

/** The next window, the next group: the second filter takes the state of the first, and the state is noted. */
function beginWindow(filter: Filter): void {
  const { m, at, full, sensors, variant } = filter;
  const { mu, P, heldOutMu, heldOutP, startMu } = at.head;
  filter.windowIndex += 1;
  filter.windowFrames = 1;
  filter.windowTime = 0;
  filter.heldOut.hasBegun = true;
  noteWindow(filter.heldOut, filter);
  filter.windowLength = 64 + ((37 * filter.windowIndex) % 64);
  m.copyWithin(heldOutMu.place, mu.place, mu.place + mu.length);
  m.copyWithin(heldOutP.place, P.place, P.place + P.length);
  m.copyWithin(startMu.place, mu.place, mu.place + mu.length);
  for (const sensor of sensors) {
    copyAsSingles(m, sensor.C, sensor.startC, at.row.C.length + at.row.V.length);
    full.quadratic(m, sensor.V, mu.place, product);
    sensor.startRowVariance = Math.max(product.value, 0);
    noteSensor(sensor);
    for (const expert of variant.experts) expert.beginWindow(sensor, filter);
    holdOut(filter, sensor);
    filter.heldOut.hidden[sensor.index] = sensor.isHeldOut;
  }
}

function noteSensor(sensor: Sensor): void {
  sensor.startReady = sensor.active === 1 && sensor.seen > 0 ? 1 : 0;
  sensor.heldOutOffset = sensor.offset;
  sensor.heldOutOffsetVariance = sensor.offsetVariance;
  sensor.startOffset = sensor.offset;
  sensor.startOffsetVariance = sensor.offsetVariance;
  sensor.startDecay = sensor.decay;
  sensor.startOffsetNoise = sensor.offsetNoise;
  sensor.startNoise = sensor.noise;
  sensor.startModelVariance = sensor.h;
  sensor.startLast = sensor.last;
  sensor.startGap = sensor.gap;
}
