import { toSingle } from '../../linalg/single';
import type { Filter } from '../filter';

/** Readings' worth of pooled losses that a sensor's own are shrunk by, and of the pooled calibration. */
const SHRINKAGE = 10;
const CALIBRATION_SHRINKAGE = 20;
/** Share of the losses kept at each new one: of the sensor, and pooled. */
const OWN_MEMORY = 0.999;
const POOLED_MEMORY = 0.9998;
/** What a squared blend error may count for at most, in units of the variance stated. */
const MAX_ERROR = 16;
const TINY = 1e-12;
/** Share of its losses that a sensor keeps when it learns again. */
const KEPT = 0.02;
/** A count is 0 or at least this: less says nothing, and must not end up where division overflows. */
export const MIN_COUNT = 1e-6;

/**
 * The mean squared error of each expert in a cell, S the sensor's own losses, A the pooled ones:
 *
 *   MSE_e = (S_e + 10 A_e / A_n) / (S_n + 10)
 *
 * With `levelsPooledLosses` A is brought to the level of S by the ratio of their means.
 */
export function measureErrors({ m, at, variant, question }: Filter, own: number, pooled: number): void {
  const { errors } = question;
  const { experts } = at;
  const count = m[own + experts];
  const pooledCount = m[pooled + experts];
  const total = 1 / (count + SHRINKAGE);
  if (pooledCount === 0) {
    // Nothing is known yet: the factor model is taken to be the best.
    for (let e = 0; e < experts; e++) {
      errors[e] = (m[own + e] + (e === 0 ? SHRINKAGE : 2 * SHRINKAGE)) * total + TINY;
    }
    return;
  }
  let share = SHRINKAGE * (1 / pooledCount);
  if (variant.levelsPooledLosses && count > 0) {
    let loss = 0;
    let pooledLoss = 0;
    for (let e = 0; e < experts; e++) {
      loss += m[own + e];
      pooledLoss += m[pooled + e];
    }
    share = SHRINKAGE * (loss / (count * (pooledLoss + TINY * pooledCount)));
  }
  for (let e = 0; e < experts; e++) errors[e] = (m[own + e] + share * m[pooled + e]) * total + TINY;
}

/** The errors between the bucket of the cells given and the next, by the share of the next in `question.between`. */
export function interpolateErrors(filter: Filter, own: number, pooled: number): void {
  const { at, question } = filter;
  const { errors, errorsBelow, between } = question;
  measureErrors(filter, own, pooled);
  errorsBelow.set(errors);
  measureErrors(filter, own + at.cell, pooled + at.cell);
  for (let e = 0; e < at.experts; e++) errors[e] = between * errors[e] + (1 - between) * errorsBelow[e];
}

/**
 * Blends the forecasts by their errors and doubts, the weights scaled to sum to 1:
 *
 *   w_e = MSE_e^-4,   mean = sum w_e f_e,   v = w_0 var_model + sum_{e>0} w_e MSE_e
 */
export function blend({ at, variant, question }: Filter): void {
  const { errors, forecasts, doubts } = question;
  const isSharp = variant.weightPower === 4;
  // In units of the least MSE of those that take part, so that no power overflows.
  let least = Infinity;
  for (let e = 0; e < at.experts; e++) {
    errors[e] *= doubts[e];
    least = Math.min(least, errors[e]);
  }
  let sum = 0;
  let mean = 0;
  let variance = 0;
  for (let e = 0; e < at.experts; e++) {
    const error = errors[e];
    if (error === Infinity) continue;
    const ratio = least / error;
    const weight = ratio * ratio * ratio * (isSharp ? ratio : 1);
    sum += weight;
    mean += weight * forecasts[e];
    variance += weight * (e === 0 ? question.modelVariance : error);
  }
  const share = 1 / sum;
  question.mean = share * mean;
  question.variance = share * variance;
}

/** The weights that `blend` would give the experts, in the order of the table, into `out` from `start` on. */
export function copyWeights({ at, variant, question }: Filter, out: Float32Array, start: number): void {
  const { errors, doubts } = question;
  let least = Infinity;
  for (let e = 0; e < at.experts; e++) least = Math.min(least, errors[e] * doubts[e]);
  let sum = 0;
  for (let e = 0; e < at.experts; e++) {
    const weight = (least / (errors[e] * doubts[e])) ** variant.weightPower;
    out[start + e] = weight;
    sum += weight;
  }
  for (let e = 0; e < at.experts; e++) out[start + e] /= sum;
}

/** Enters the forecasts' losses, and the error of the blend just made, now that z is known. */
export function enterLosses(
  { m, at, question }: Filter,
  own: number,
  pooled: number,
  sensor: { z: number },
): void {
  const { forecasts } = question;
  const { z } = sensor;
  const { experts } = at;
  for (let e = 0; e < experts; e++) {
    const error = z - forecasts[e];
    m[own + e] = toSingle(OWN_MEMORY * m[own + e] + error * error);
    m[pooled + e] = toSingle(POOLED_MEMORY * m[pooled + e] + error * error);
  }
  const miss = z - question.mean;
  const relative = Math.min((miss * miss) / question.variance, MAX_ERROR);
  m[own + experts] = toSingle(OWN_MEMORY * m[own + experts] + 1);
  m[pooled + experts] = toSingle(POOLED_MEMORY * m[pooled + experts] + 1);
  m[own + experts + 1] = toSingle(OWN_MEMORY * m[own + experts + 1] + relative);
  m[pooled + experts + 1] = toSingle(POOLED_MEMORY * m[pooled + experts + 1] + relative);
}

/** `question.ratio`: the mean of min(e^2 / v, 16) in a cell, shrunk by 20 readings' worth of the pooled one. */
export function measureCalibration({ m, at, question }: Filter, own: number, pooled: number): void {
  const { experts } = at;
  const pooledCount = m[pooled + experts];
  const typical = pooledCount > 0 ? m[pooled + experts + 1] / pooledCount : 1;
  question.ratio =
    (m[own + experts + 1] + CALIBRATION_SHRINKAGE * typical) / (m[own + experts] + CALIBRATION_SHRINKAGE);
}

/** Whether the first expert of a cell has lost no more than another. */
export const isFirstBetter = ({ m }: Filter, own: number, other: number): boolean => m[own] <= m[own + other];

/** Losses and counts alike keep their share; a cell of which next to nothing is left is emptied. */
export function forgetLosses({ m, at }: Filter, losses: number): void {
  for (let own = losses; own < losses + at.cells; own += at.cell) {
    const kept = m[own + at.experts] * KEPT < MIN_COUNT ? 0 : KEPT;
    for (let i = own; i < own + at.cell; i++) m[i] = toSingle(m[i] * kept);
  }
}
