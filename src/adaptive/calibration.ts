import type { FilterContext } from './context';
import { cell, scalar } from './slots';

/** Readings' worth of the pooled mean that a sensor's own is shrunk by. */
const SHRINKAGE = 20;
const LEAST_FACTOR = 0.25;
const INFLATION = 1.5;

/** v *= (1.5 for gaps of 2 and more) max(.25, mean of min(e^2 / v, 16), shrunk by 20), v in the slot `variance`. */
export function calibrate(
  m: Float64Array,
  context: FilterContext,
  own: number,
  pooled: number,
  bucket: number,
  variance: number,
): void {
  measureCalibration(m, own, pooled, scalar.share);
  const inflation = bucket > 0 && context.mechanisms.inflation ? INFLATION : 1;
  m[variance] *= inflation * Math.max(LEAST_FACTOR, m[scalar.share]);
}

/** The same between the buckets of the cells given and the next, both for gaps of 2 and more. */
export function calibrateBetween(
  m: Float64Array,
  context: FilterContext,
  own: number,
  pooled: number,
  variance: number,
): void {
  measureCalibration(m, own, pooled, scalar.share);
  measureCalibration(m, own + cell.size, pooled + cell.size, scalar.factor);
  const above = m[scalar.between];
  const ratio = (1 - above) * m[scalar.share] + above * m[scalar.factor];
  const inflation = context.mechanisms.inflation ? INFLATION : 1;
  m[variance] *= inflation * Math.max(LEAST_FACTOR, ratio);
}

function measureCalibration(m: Float64Array, own: number, pooled: number, out: number): void {
  const pooledCount = m[pooled + cell.count];
  const typical = pooledCount > 0 ? m[pooled + cell.calibration] / pooledCount : 1;
  m[out] = (m[own + cell.calibration] + SHRINKAGE * typical) / (m[own + cell.count] + SHRINKAGE);
}
