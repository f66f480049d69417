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

/** The cell of a mode and gap bucket, relative to the start of the losses. */
export const cellAt = (mode: number, bucket: number): number => (mode * BUCKETS + bucket) * cell.size;

/**
 * Blends the forecasts, the weights scaled to sum to 1:  estimate = sum w_e f_e,   v = w_0 var_model + sum_{e>0} w_e MSE_e.
 * `own` and `pooled` are cells, `variance` is the slot of the model's variance.
 */
export function blend(
  m: Float64Array,
  context: FilterContext,
  own: number,
  pooled: number,
  variance: number,
): void {
  const { forecasts, errors, weights } = context.at;
  measureErrors(m, context, own, pooled);
  weighExperts(m, context);
  let sum = m[weights];
  let mean = m[weights] * m[forecasts];
  let total = m[weights] * m[variance];
  for (let e = 1; e < EXPERTS; e++) {
    const weight = m[weights + e];
    sum += weight;
    mean += weight * m[forecasts + e];
    total += weight * m[errors + e];
  }
  m[scalar.blendMean] = mean / sum;
  m[scalar.blendVariance] = total / sum;
}

/**
 * MSE_e = (S_e + 10 c_j A_e / A_n) / (S_n + 10), S the sensor's own losses, A the pooled ones, c_j the ratio of their means:
 * how hard this sensor is to predict.
 */
function measureErrors(m: Float64Array, context: FilterContext, own: number, pooled: number): void {
  const { errors } = context.at;
  const count = m[own + cell.count];
  const pooledCount = m[pooled + cell.count];
  let loss = 0;
  let pooledLoss = 0;
  for (let e = 0; e < EXPERTS; e++) {
    loss += m[own + e];
    pooledLoss += m[pooled + e];
  }
  // 10 c_j / A_n, with c_j = (loss / S_n) / (pooledLoss / A_n), or 1 where either is unknown
  const comparable = context.mechanisms.sharedLevel && count > 0;
  const share =
    SHRINKAGE * (comparable ? loss / (count * (pooledLoss + TINY * pooledCount)) : 1 / pooledCount);
  const total = 1 / (count + SHRINKAGE);
  for (let e = 0; e < EXPERTS; e++) {
    const untrained = e === 0 ? SHRINKAGE : 2 * SHRINKAGE;
    const typical = pooledCount > 0 ? share * m[pooled + e] : untrained;
    m[errors + e] = (m[own + e] + typical) * total + TINY;
  }
}

/** w_e = MSE_e^-3, in units of the least MSE; they do not sum to 1. */
function weighExperts(m: Float64Array, context: FilterContext): void {
  const { at, included } = context;
  const { errors, weights } = at;
  let least = m[errors];
  for (let e = 1; e < EXPERTS; e++) if (included[e] === 1) least = Math.min(least, m[errors + e]);
  for (let e = 0; e < EXPERTS; e++) {
    const ratio = least / m[errors + e];
    m[weights + e] = included[e] * ratio * ratio * ratio;
  }
}

/** Enters the forecasts' losses, and the error of the blend just made, once the value in slot `z` is known. */
export function train(m: Float64Array, context: FilterContext, own: number, pooled: number, z: number): void {
  const { forecasts } = context.at;
  for (let e = 0; e < EXPERTS; e++) {
    const error = m[z] - m[forecasts + e];
    m[own + e] = OWN_MEMORY * m[own + e] + error * error;
    m[pooled + e] = POOLED_MEMORY * m[pooled + e] + error * error;
  }
  const miss = m[z] - m[scalar.blendMean];
  const relative = Math.min((miss * miss) / m[scalar.blendVariance], LARGEST_ERROR);
  m[own + cell.count] = OWN_MEMORY * m[own + cell.count] + 1;
  m[pooled + cell.count] = POOLED_MEMORY * m[pooled + cell.count] + 1;
  m[own + cell.calibration] = OWN_MEMORY * m[own + cell.calibration] + relative;
  m[pooled + cell.calibration] = POOLED_MEMORY * m[pooled + cell.calibration] + relative;
}
