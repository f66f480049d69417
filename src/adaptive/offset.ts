import type { Belief, Layout } from './layout';
import { sensor } from './slots';

const LEAST_VARIANCE = 1e-10;

/** b += B rho / De;  B -= B^2 den / De^2. */
export function correctOffset(m: Float64Array, row: number, belief: Belief): void {
  const B = m[row + belief.offsetVariance];
  const effective = m[row + sensor.effective];
  const gain = B / effective;
  m[row + belief.offset] += gain * m[row + sensor.residual];
  m[row + belief.offsetVariance] = Math.max(B - gain * gain * m[row + sensor.remaining], LEAST_VARIANCE);
}

/** The signal behind the reading, after both corrections: C mu + b, variance h + B. */
export function denoise(m: Float64Array, at: Layout, row: number): void {
  m[row + sensor.denoised] = m[row + sensor.signal] + m[row + sensor.offset];
  m[row + sensor.denoisedVariance] = m[row + at.h] + m[row + sensor.offsetVariance];
}
