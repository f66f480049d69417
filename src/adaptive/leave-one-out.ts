import type { Layout } from './layout';
import { sensor } from './slots';

/**
 * What the model says of an observed sensor from all the others, exactly, without a second filter:
 *
 *   el = rho De / den,   vs = h De / den,   estimate z - el, variance vs + D;   u = el + b
 */
export function leaveOut(m: Float64Array, at: Layout, row: number): void {
  const effective = m[row + sensor.effective];
  const remaining = m[row + sensor.remaining];
  const residual = (m[row + sensor.residual] * effective) / remaining;
  const variance = (m[row + at.h] * effective) / remaining;
  m[row + sensor.outResidual] = residual;
  m[row + sensor.outVariance] = variance;
  m[row + sensor.unshared] = residual + m[row + sensor.offset];
  m[row + sensor.modelMean] = m[row + sensor.z] - residual;
  m[row + sensor.modelVariance] = variance + m[row + sensor.unexplained];
}

/** A missing sensor: estimate C mu + b, variance h + D. */
export function estimateMissing(m: Float64Array, at: Layout, row: number): void {
  m[row + sensor.modelMean] = m[row + sensor.signal] + m[row + sensor.offset];
  m[row + sensor.modelVariance] = m[row + at.h] + m[row + sensor.unexplained];
}
