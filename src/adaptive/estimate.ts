import { calibrate, calibrateBetween } from './calibration';
import type { FilterContext } from './context';
import { askExperts, gapBucket, placeGap } from './experts';
import { noticeBreakdown } from './relearning';
import { doubtRegression } from './regression';
import { scalar, sensor } from './slots';
import { blend, cellAt, isRegressed, interpolateErrors, measureErrors, train } from './mix';

/** Frames a filter must have learned before its losses count: else its first errors condemn it. */
export const TRAIN_AFTER = 100;

/**
 * The estimate of one sensor had it been missing: the experts' mix at the length its gap would have, calibrated. An observed
 * sensor then scores the experts, unless its reading was surprising or no other sensor had a say.
 */
export function estimateSensor(m: Float64Array, context: FilterContext, row: number): void {
  const { at, mechanisms } = context;
  if (m[row + sensor.seen] === 0) {
    m[row + sensor.estimate] = m[row + sensor.modelMean];
    m[row + sensor.estimateVariance] = m[row + sensor.modelVariance];
    return;
  }
  const scores =
    m[row + sensor.observed] === 1 &&
    m[row + sensor.weight] === 1 &&
    m[scalar.observed] > 1 &&
    m[scalar.learned] > TRAIN_AFTER;
  if (!scores && m[scalar.live] === 0) return;

  m[scalar.horizon] = m[row + sensor.gap] + m[scalar.dt];
  const mode = m[scalar.observed] === 0 && mechanisms.emptyMode ? 1 : 0;
  const bucket = gapBucket(m);
  const own = row + at.losses + cellAt(mode, bucket);
  const pooled = at.pooled + cellAt(mode, bucket);
  const regressed = isRegressed(context, mode) ? row + sensor.regressed : at.forecasts;
  askExperts(m, at, row, row + sensor.modelMean, row + sensor.last, row + sensor.trend, regressed);
  const between = mechanisms.interpolation && bucket > 0;
  const below = between ? cellAt(mode, placeGap(m)) : 0;
  if (between) interpolateErrors(m, context, row + at.losses + below, at.pooled + below);
  else measureErrors(m, context, own, pooled);
  if (m[row + sensor.observed] === 0 && m[row + sensor.gap] > 0) doubtRegression(m, context, row);
  blend(m, context, mode, bucket, row + sensor.modelVariance);
  m[row + sensor.estimate] = m[scalar.blendMean];
  m[row + sensor.estimateVariance] = m[scalar.blendVariance];
  if (between) {
    calibrateBetween(m, context, row + at.losses + below, at.pooled + below, row + sensor.estimateVariance);
  } else calibrate(m, context, own, pooled, bucket, row + sensor.estimateVariance);
  if (!scores) return;
  train(m, context, own, pooled, row + sensor.z);
  if (bucket === 0 && mechanisms.relearning) noticeBreakdown(m, context, row, own);
}
