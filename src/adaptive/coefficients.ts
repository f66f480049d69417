import type { FilterContext } from './context';
import { scalar, sensor, type Belief } from './layout';

/** den is at least this share of De: a sensor the others explain exactly must not divide by nothing. */
const LEAST_SHARE = 1e-9;

/** One scalar Kalman update:  t = P C',  S = C t + D / w,  mu += t (z - b - C mu) / S,  P -= t t' / S. */
export function correctCoefficients(
  m: Float64Array,
  context: FilterContext,
  row: number,
  belief: Belief,
): void {
  const { at, small, full } = context;
  const { t, r } = at;
  const { mu, P } = belief;
  small.multiply(m, P, row + at.C, t);
  full.dot(m, row + at.C, mu, scalar.dot);
  const S = Math.max(m[t + r], 0) + m[row + belief.unexplained] / m[row + sensor.weight];
  const error = m[row + sensor.z] - m[row + belief.offset] - m[scalar.dot];
  for (let i = 0; i < r; i++) m[mu + i] += (m[t + i] / S) * error;
  m[scalar.divisor] = S;
  small.downdate(m, P, t, scalar.divisor);
}

/**
 * The sensor as the corrected coefficients see it:  t = P C',  h = C t,  rho = z - b - C mu,  De = D / w,  den = De - h.
 * The next pieces read t and these.
 */
export function projectSensor(m: Float64Array, context: FilterContext, row: number, belief: Belief): void {
  const { at, small, full } = context;
  const { mu, P } = belief;
  small.multiply(m, P, row + at.C, at.t);
  full.dot(m, row + at.C, mu, scalar.dot);
  const signal = m[scalar.dot];
  const h = Math.max(m[at.t + at.r], 0);
  const effective = m[row + belief.unexplained] / m[row + sensor.weight];
  m[row + sensor.signal] = signal;
  m[row + sensor.signalVariance] = h;
  m[row + sensor.residual] = m[row + sensor.z] - m[row + belief.offset] - signal;
  m[row + sensor.effective] = effective;
  m[row + sensor.remaining] = Math.max(effective - h, LEAST_SHARE * effective);
}
