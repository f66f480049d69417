import { setIdentity } from '../linalg/packed';
import type { FilterContext } from './context';
import { scalar, sensor } from './layout';

/** Share of V kept at each reading while its trace is below p. */
const FORGETTING = 0.998;

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
  const { r, p, x, Vx } = at;
  const C = row + at.C;
  const V = row + at.V;
  const { mu } = at.own;
  if (mechanisms.leaveOneOut) {
    m[scalar.factor] = -m[row + sensor.residual] / m[row + sensor.remaining];
    small.addScaled(m, mu, scalar.factor, row + at.t, x);
    m[scalar.factor] = m[row + sensor.unshared];
  } else {
    m.copyWithin(x, mu, mu + r);
    m[scalar.factor] = m[row + sensor.residual] + m[row + sensor.offset];
  }
  m[x + r] = m[mu + r];

  full.multiply(m, V, x, Vx);
  const noise = Math.max(m[row + sensor.gamma0], m[row + sensor.noise] + m[row + sensor.offsetVariance]);
  const N = Math.max(m[Vx + p], 0) + m[row + sensor.outVariance] + noise / m[row + sensor.weight];
  m[scalar.factor] /= N;
  full.addScaled(m, C, scalar.factor, Vx, C);
  m[scalar.divisor] = N;
  m[scalar.limit] = p;
  m[scalar.factor] = mechanisms.forgetting ? 1 / FORGETTING : 1;
  full.downdate(m, V, Vx, scalar.divisor, scalar.limit, scalar.factor);
  if (hasNegative(m, V, p)) setIdentity(m, V, p);
}

/** A direction rounded below zero would feed on itself as V grows: then V starts again. */
function hasNegative(m: Float64Array, V: number, p: number): boolean {
  for (let i = 0, diagonal = V; i < p; i++, diagonal += i + 1) if (m[diagonal] < 0) return true;
  return false;
}
