import type { FilterContext } from './context';
import { scalar, sensor } from './slots';

/** V grows by this at each reading while its trace is below p, so that a row never stops learning. */
const FORGETTING = 1 / 0.998;

/**
 * The row of an observed sensor, a recursive regression on coefficients the sensor had no part in:
 *
 *   x = mu - t rho / den;   v = V x;   N = x'v + vs + max(gamma0, R + B) / w
 *   C += v u / N;   V -= v v' / N;   tr V < p:  V /= .998
 *
 * On mu itself the row would learn to explain the sensor's own noise.
 */
export function correctRow(m: Float64Array, context: FilterContext, row: number): void {
  const { at, small, full, mechanisms } = context;
  const { mu } = at.own;
  const { x, r } = at;
  m[scalar.share] = mechanisms.leaveOneOut ? -m[row + sensor.residual] / m[row + sensor.remaining] : 0;
  small.addScaled(m, mu, scalar.share, row + at.t, x);
  m[x + r] = m[mu + r];

  const noise = Math.max(m[row + sensor.gamma0], m[row + sensor.noise] + m[row + sensor.offsetVariance]);
  m[scalar.noise] = m[row + sensor.outVariance] + noise / m[row + sensor.weight];
  m[scalar.target] = mechanisms.leaveOneOut
    ? m[row + sensor.unshared]
    : m[row + sensor.residual] + m[row + sensor.offset];
  m[scalar.factor] = mechanisms.forgetting ? FORGETTING : 1;
  full.regress(m, row + at.C, row + at.V, x, scalar.noise, scalar.target, scalar.factor);
}
