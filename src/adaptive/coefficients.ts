import type { FilterContext } from './context';
import type { Belief } from './layout';
import { sensor } from './slots';

/** den is at least this share of De: a sensor the others explain exactly must not divide by nothing. */
const LEAST_SHARE = 1e-9;

/**
 * One scalar Kalman update for each sensor the belief observes, in order:
 *
 *   t = P C',   S = C t + D / w,   mu += t (z - b - C mu) / S,   P -= t t' / S
 */
export function correctCoefficients(m: Float64Array, context: FilterContext, belief: Belief): void {
  const { at, small } = context;
  const { records, length, stride, C } = at;
  for (let row = records; row < length; row += stride) {
    if (m[row + belief.observed] === 0) continue;
    m[row + sensor.target] = m[row + sensor.z] - m[row + belief.offset];
    m[row + sensor.effective] = m[row + belief.unexplained] / m[row + sensor.weight];
  }
  const { mu, P, observed } = belief;
  small.correctRows(m, mu, P, records, length, stride, C, observed, sensor.target, sensor.effective);
}

/** C mu and h = C P C' of every sensor. */
export function projectSensors(m: Float64Array, context: FilterContext, belief: Belief): void {
  const { at, small, full } = context;
  const { records, length, stride } = at;
  small.quadraticRows(m, belief.P, records, length, stride, at.C, at.h);
  full.dotRows(m, belief.mu, records, length, stride, at.C, sensor.signal);
}

/** The same, and t = P C'. */
export function projectSensorsFully(m: Float64Array, context: FilterContext, belief: Belief): void {
  const { at, small, full } = context;
  const { records, length, stride } = at;
  small.multiplyRows(m, belief.P, records, length, stride, at.C, at.t);
  full.dotRows(m, belief.mu, records, length, stride, at.C, sensor.signal);
}

/** What the corrected coefficients leave of the reading:  rho = z - b - C mu,  De = D / w,  den = De - h. */
export function measureResidual(m: Float64Array, context: FilterContext, row: number, belief: Belief): void {
  const h = Math.max(m[row + context.at.h], 0);
  const effective = m[row + belief.unexplained] / m[row + sensor.weight];
  m[row + context.at.h] = h;
  m[row + sensor.residual] = m[row + sensor.z] - m[row + belief.offset] - m[row + sensor.signal];
  m[row + sensor.effective] = effective;
  m[row + sensor.remaining] = Math.max(effective - h, LEAST_SHARE * effective);
}
