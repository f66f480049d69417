import type { FilterContext } from './context';
import { cell } from './slots';

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
  const pooledCount = m[pooled + cell.count];
  const typical = pooledCount > 0 ? m[pooled + cell.calibration] / pooledCount : 1;
  const ratio = (m[own + cell.calibration] + SHRINKAGE * typical) / (m[own + cell.count] + SHRINKAGE);
  const inflation = bucket > 0 && context.mechanisms.inflation ? INFLATION : 1;
  m[variance] *= inflation * Math.max(LEAST_FACTOR, ratio);
}
