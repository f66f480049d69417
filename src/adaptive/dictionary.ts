import { scalePacked, setIdentity } from '../linalg/packed';
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
  const { at, full, mechanisms } = context;
  const { r, p, t, x, Vx } = at;
  const C = row + at.C;
  const V = row + at.V;
  const { mu } = at.own;
  const share = mechanisms.leaveOneOut ? m[row + sensor.residual] / m[row + sensor.remaining] : 0;
  const u = mechanisms.leaveOneOut
    ? m[row + sensor.unshared]
    : m[row + sensor.residual] + m[row + sensor.offset];
  for (let i = 0; i < r; i++) m[x + i] = m[mu + i] - m[t + i] * share;
  m[x + r] = m[mu + r];

  full.multiply(m, V, x, Vx);
  const noise = Math.max(m[row + sensor.gamma0], m[row + sensor.noise] + m[row + sensor.offsetVariance]);
  const N = Math.max(m[Vx + p], 0) + m[row + sensor.outVariance] + noise / m[row + sensor.weight];
  for (let i = 0; i < p; i++) m[C + i] += (m[Vx + i] * u) / N;
  m[scalar.divisor] = N;
  full.downdate(m, V, Vx, scalar.divisor);
  if (mechanisms.forgetting) forget(m, V, p);
}

/** A direction rounded below zero would feed on itself as V grows, so a negative variance starts V again. */
function forget(m: Float64Array, V: number, p: number): void {
  let trace = 0;
  let least = Infinity;
  for (let i = 0, diagonal = V; i < p; i++, diagonal += i + 1) {
    trace += m[diagonal];
    least = Math.min(least, m[diagonal]);
  }
  if (least < 0) {
    setIdentity(m, V, p);
  } else if (trace < p) {
    m[scalar.factor] = 1 / FORGETTING;
    scalePacked(m, V, p, scalar.factor);
  }
}
