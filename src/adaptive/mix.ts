import { addIdentity } from '../linalg/packed';
import type { Filter } from './filter';
import type { Question } from './question';
import { unrolled } from './kernels/expert-calls';
import { expertLoops, type ExpertCalls } from './kernels/expert-loops';
import {
  blend,
  enterLosses,
  forgetLosses,
  interpolateErrors,
  isFirstBetter,
  measureCalibration,
  measureErrors,
} from './kernels/losses';
import { BUCKETS } from './layout';
import type { Sensor } from './sensor';

/** Frames a filter must have learned before its losses count: else its first errors condemn it. */
export const TRAIN_AFTER = 100;
/** Where the mean over the gaps of a bucket lies, in log2 of the gap from its lower end. */
const CENTRE = 0.45;
const MIN_RATIO = 0.25;
const INFLATION = 1.5;

/** Readings the advantage remembers, and where the model's errors have lately been four times those of the last value. */
const ADVANTAGE_MEMORY = 15;
const MIN_ADVANTAGE = -0.6;
/** Readings the noise of a sensor that learns again is taken to have behind it. */
const MAX_COUNT = 20;

/**
 * The estimate of one sensor had it been missing: the experts' mix at the length its gap would have, calibrated. An observed
 * sensor then scores the experts, unless its reading was surprising or no other sensor had a say. The model has been asked.
 */
export function estimateSensor(filter: Filter, sensor: Sensor, isLive: boolean): void {
  const { at, frame, question, variant } = filter;
  question.isHeldOut = false;
  question.mode = frame.observed === 0 ? 1 : 0;
  question.horizon = sensor.gap + frame.dt;
  question.bucket = gapBucket(question);
  expertCalls(at.experts).ask(filter, sensor);
  if (sensor.seen === 0) {
    question.mean = question.modelMean;
    question.variance = question.modelVariance;
    return;
  }
  const scores =
    sensor.observed === 1 && sensor.weight === 1 && frame.observed > 1 && filter.learned > TRAIN_AFTER;
  if (!scores && !isLive) return;

  const { mode, bucket } = question;
  const isBetween = variant.interpolatesLosses && bucket > 0;
  const cell = at.cellAt(mode, isBetween ? placeGap(question) : bucket);
  const own = sensor.losses + cell;
  const pooled = at.pooled + cell;
  if (isBetween) interpolateErrors(filter, own, pooled);
  else measureErrors(filter, own, pooled);
  blend(filter);
  if (isBetween) interpolateCalibration(filter, own, pooled);
  else measureCalibration(filter, own, pooled);
  if (scores) score(filter, sensor);
  // For gaps of 2 and more losses are few, and those of the longest the oldest.
  question.variance *= (bucket > 0 ? INFLATION : 1) * Math.max(MIN_RATIO, question.ratio);
}

/** Scores the experts, and the mix just made of them, now that the reading is known. */
export function score(filter: Filter, sensor: Sensor): void {
  const { at, question, variant } = filter;
  const cell = at.cellAt(question.mode, question.bucket);
  enterLosses(filter, sensor.losses + cell, at.pooled + cell, sensor);
  if (question.bucket === 0 && !question.isHeldOut && variant.relearns) noticeBreakdown(filter, sensor);
}

/** Calls of so many experts: unrolled where the build emitted them. */
export const expertCalls = (experts: number): ExpertCalls => unrolled[experts - 1] ?? expertLoops;

/** floor(log2 h) of the horizon, from 0 to 6. */
export function gapBucket({ horizon }: Question): number {
  const h = Math.min(horizon, 1 << (BUCKETS - 1));
  return h < 2 ? 0 : 31 - Math.clz32(h);
}

/**
 * The bucket whose centre lies below the horizon, and how far towards the next one it lies, in `between`, at most 1. Centres
 * in log2 of the gap: 0, then k + .45, the mean over the gaps of bucket k.
 */
export function placeGap(question: Question): number {
  const x = Math.log2(question.horizon);
  const first = 1 + CENTRE;
  if (x < first) {
    question.between = Math.max(x, 0) / first;
    return 0;
  }
  const below = Math.min(Math.floor(x - CENTRE), BUCKETS - 2);
  question.between = Math.min(x - CENTRE - below, 1);
  return below;
}

/** The calibration between the bucket of the cells given and the next. */
export function interpolateCalibration(filter: Filter, own: number, pooled: number): void {
  const { at, question } = filter;
  measureCalibration(filter, own, pooled);
  const below = question.ratio;
  measureCalibration(filter, own + at.cell, pooled + at.cell);
  question.ratio = (1 - question.between) * below + question.between * question.ratio;
}

/**
 * The factor model has broken down on a sensor where it has lately been far worse than the last value, although over the
 * long memory of the losses it is the better of the two: what the sensor shows has changed, say its gain. With e the model's
 * error and l that of the last value,
 *
 *   advantage += ((l^2 - e^2) / (l^2 + e^2) - advantage) / 15
 *
 * for readings that differ from the last: one that repeats may be stuck. Below -.6 the row is free to learn again (V += I),
 * the noise is learned afresh, and new losses soon outweigh the old.
 */
function noticeBreakdown(filter: Filter, sensor: Sensor): void {
  const { m, at, question, lastValue } = filter;
  if (lastValue < 0) return;
  const modelError = (sensor.z - question.forecasts[0]) ** 2;
  const lastError = (sensor.z - question.forecasts[lastValue]) ** 2;
  if (lastError > 0) {
    const better = (lastError - modelError) / (lastError + modelError);
    sensor.advantage += (better - sensor.advantage) / ADVANTAGE_MEMORY;
  }
  if (sensor.advantage >= MIN_ADVANTAGE) return;
  if (!isFirstBetter(filter, sensor.losses + at.cellAt(question.mode, 0), lastValue)) return;
  addIdentity(m, sensor.V, at.p);
  for (const expert of filter.variant.experts) expert.reopen(sensor, filter);
  forgetLosses(filter, sensor.losses);
  sensor.count = Math.min(sensor.count, MAX_COUNT);
  sensor.advantage = 0;
  filter.breakdowns[sensor.index] = 1;
}
