import type { FilterContext } from './context';
import { BUCKETS, EXPERTS, cell, scalar } from './slots';

/** Readings' worth of pooled losses that a sensor's own are shrunk by. */
const SHRINKAGE = 10;
/** Share of the losses kept at each new one: of the sensor, and pooled. */
const OWN_MEMORY = 0.999;
const POOLED_MEMORY = 0.9998;
/** What a squared blend error may count for at most, in units of the variance stated. */
const LARGEST_ERROR = 16;
const TINY = 1e-12;
/** The trend has no part in gaps of 32 frames and more. */
const NO_TREND_FROM = 5;

/** The cell of a mode and gap bucket, relative to the start of the losses. */
export const cellAt = (mode: number, bucket: number): number => (mode * BUCKETS + bucket) * cell.size;

/** The regression on companions has a part where other sensors were seen. */
export const isRegressed = ({ included }: FilterContext, mode: number): boolean =>
  mode === 0 && included[4] === 1;

/**
 * Blends the forecasts, the weights scaled to sum to 1:
 *
 *   w_e = MSE_e^-4,   estimate = sum w_e f_e,   v = w_0 var_model + sum_{e>0} w_e MSE_e
 *
 * from the errors measured just before; `bucket` is that of the gap, `variance` the slot of the model's variance. Written out
 * for the experts: a loop takes twice the time, and two blends are made for every sensor of a frame.
 */
export function blend(
  m: Float64Array,
  context: FilterContext,
  mode: number,
  bucket: number,
  variance: number,
): void {
  const { at, included, mechanisms } = context;
  const { forecasts, errors } = at;
  const hasTrend = bucket < NO_TREND_FROM || mechanisms.longTrend ? included[3] : 0;
  const hasRegression = isRegressed(context, mode);
  const isSharp = mechanisms.sharpMix;
  const error0 = m[errors];
  const error1 = m[errors + 1];
  const error2 = m[errors + 2];
  const error3 = m[errors + 3];
  const error4 = m[errors + 4];
  // In units of the least MSE of those that take part, so that no power overflows.
  const least = Math.min(
    Math.min(Math.min(error0, included[1] === 1 ? error1 : error0), hasRegression ? error4 : error0),
    Math.min(included[2] === 1 ? error2 : error0, hasTrend === 1 ? error3 : error0),
  );
  const ratio0 = least / error0;
  const ratio1 = least / error1;
  const ratio2 = least / error2;
  const ratio3 = least / error3;
  const ratio4 = least / error4;
  const weight0 = ratio0 * ratio0 * ratio0 * (isSharp ? ratio0 : 1);
  const weight1 = included[1] * ratio1 * ratio1 * ratio1 * (isSharp ? ratio1 : 1);
  const weight2 = included[2] * ratio2 * ratio2 * ratio2 * (isSharp ? ratio2 : 1);
  const weight3 = hasTrend * ratio3 * ratio3 * ratio3 * (isSharp ? ratio3 : 1);
  const weight4 = hasRegression ? ratio4 * ratio4 * ratio4 * (isSharp ? ratio4 : 1) : 0;
  const share = 1 / (weight0 + weight1 + weight2 + weight3 + weight4);
  m[scalar.blendMean] =
    share *
    (weight0 * m[forecasts] +
      weight1 * m[forecasts + 1] +
      weight2 * m[forecasts + 2] +
      weight3 * m[forecasts + 3] +
      weight4 * m[forecasts + 4]);
  m[scalar.blendVariance] =
    share *
    (weight0 * m[variance] + weight1 * error1 + weight2 * error2 + weight3 * error3 + weight4 * error4);
}

/** The errors between the buckets of the cells given and the next, by the share of the next in m[scalar.between]. */
export function interpolateErrors(
  m: Float64Array,
  context: FilterContext,
  own: number,
  pooled: number,
): void {
  const { errors, errorsBelow } = context.at;
  measureErrors(m, context, own, pooled);
  for (let e = 0; e < EXPERTS; e++) m[errorsBelow + e] = m[errors + e];
  measureErrors(m, context, own + cell.size, pooled + cell.size);
  const above = m[scalar.between];
  for (let e = 0; e < EXPERTS; e++) m[errors + e] = above * m[errors + e] + (1 - above) * m[errorsBelow + e];
}

/**
 * MSE_e = (S_e + 10 A_e / A_n) / (S_n + 10), S the sensor's own losses, A the pooled ones. With `sharedLevel` A is brought to
 * the level of S by c_j, the ratio of their means.
 */
export function measureErrors(m: Float64Array, context: FilterContext, own: number, pooled: number): void {
  const { errors } = context.at;
  const count = m[own + cell.count];
  const pooledCount = m[pooled + cell.count];
  const total = 1 / (count + SHRINKAGE);
  if (pooledCount === 0) {
    // Nothing is known yet: the model is taken to be the best.
    for (let e = 0; e < EXPERTS; e++) {
      m[errors + e] = (m[own + e] + (e === 0 ? SHRINKAGE : 2 * SHRINKAGE)) * total + TINY;
    }
    return;
  }
  const loss = m[own] + m[own + 1] + m[own + 2] + m[own + 3];
  const pooledLoss = m[pooled] + m[pooled + 1] + m[pooled + 2] + m[pooled + 3];
  // 10 c_j / A_n, with c_j = (loss / S_n) / (pooledLoss / A_n), or 1 where that is unknown
  const comparable = context.mechanisms.sharedLevel && count > 0;
  const share =
    SHRINKAGE * (comparable ? loss / (count * (pooledLoss + TINY * pooledCount)) : 1 / pooledCount);
  m[errors] = (m[own] + share * m[pooled]) * total + TINY;
  m[errors + 1] = (m[own + 1] + share * m[pooled + 1]) * total + TINY;
  m[errors + 2] = (m[own + 2] + share * m[pooled + 2]) * total + TINY;
  m[errors + 3] = (m[own + 3] + share * m[pooled + 3]) * total + TINY;
  m[errors + 4] = (m[own + 4] + share * m[pooled + 4]) * total + TINY;
}

/** Enters the forecasts' losses, and the error of the blend just made, once the value in slot `z` is known. */
export function train(m: Float64Array, context: FilterContext, own: number, pooled: number, z: number): void {
  const { forecasts } = context.at;
  const value = m[z];
  const error0 = value - m[forecasts];
  const error1 = value - m[forecasts + 1];
  const error2 = value - m[forecasts + 2];
  const error3 = value - m[forecasts + 3];
  const error4 = value - m[forecasts + 4];
  m[own] = OWN_MEMORY * m[own] + error0 * error0;
  m[own + 1] = OWN_MEMORY * m[own + 1] + error1 * error1;
  m[own + 2] = OWN_MEMORY * m[own + 2] + error2 * error2;
  m[own + 3] = OWN_MEMORY * m[own + 3] + error3 * error3;
  m[own + 4] = OWN_MEMORY * m[own + 4] + error4 * error4;
  m[pooled] = POOLED_MEMORY * m[pooled] + error0 * error0;
  m[pooled + 1] = POOLED_MEMORY * m[pooled + 1] + error1 * error1;
  m[pooled + 2] = POOLED_MEMORY * m[pooled + 2] + error2 * error2;
  m[pooled + 3] = POOLED_MEMORY * m[pooled + 3] + error3 * error3;
  m[pooled + 4] = POOLED_MEMORY * m[pooled + 4] + error4 * error4;
  const miss = m[z] - m[scalar.blendMean];
  const relative = Math.min((miss * miss) / m[scalar.blendVariance], LARGEST_ERROR);
  m[own + cell.count] = OWN_MEMORY * m[own + cell.count] + 1;
  m[pooled + cell.count] = POOLED_MEMORY * m[pooled + cell.count] + 1;
  m[own + cell.calibration] = OWN_MEMORY * m[own + cell.calibration] + relative;
  m[pooled + cell.calibration] = POOLED_MEMORY * m[pooled + cell.calibration] + relative;
}
