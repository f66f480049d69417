import type { FilterContext } from './context';
import { scalar, sensor } from './slots';
import { LEAST_NOISE } from './unit-guard';

/** Readings the autocovariances remember. */
const MEMORY = 200;
/** Readings before a value is winsorised, and before the offset and R follow the autocovariances. */
const WINSORISE_AFTER = 20;
const LEARN_AFTER = 10;
/** Standard deviations a value is winsorised at. */
const WINSORISE_AT = 4;
/** Autocorrelation at lag 1 below which there is no offset to speak of. */
const LEAST_CORRELATION = 0.02;
export const LARGEST_DECAY = 0.999;

/**
 * Autocovariances of u, what the other sensors do not explain, and from them the sensor's own AR(1) offset and its noise:
 *
 *   u winsorised at 4 sqrt(gamma0);   alpha = max(1 / count, 1 / 200);   gamma_l += alpha (u u_-l - gamma_l)
 *   phi = clip(gamma2 / gamma1, gamma1 / gamma0, .999),   sigma_b^2 = min(gamma1 / phi, .999 gamma0)
 *   q = sigma_b^2 (1 - phi^2),   R = max(gamma0 - sigma_b^2 - vs, .02 gamma0, 1e-8)
 *
 * White noise adds to gamma0 only, which is what tells the offset from the noise.
 */
export function learnNoise(m: Float64Array, context: FilterContext, row: number): void {
  let u = m[row + sensor.unshared];
  if (m[row + sensor.count] > WINSORISE_AFTER) {
    const limit = WINSORISE_AT * Math.sqrt(m[row + sensor.gamma0]);
    u = Math.min(Math.max(u, -limit), limit);
  }
  m[row + sensor.count] += 1;
  const alpha = Math.max(1 / m[row + sensor.count], 1 / MEMORY);
  m[row + sensor.gamma0] += alpha * (u * u - m[row + sensor.gamma0]);
  if (m[row + sensor.hasLag1] === 1)
    m[row + sensor.gamma1] += alpha * (u * m[row + sensor.lag1] - m[row + sensor.gamma1]);
  if (m[row + sensor.hasLag2] === 1)
    m[row + sensor.gamma2] += alpha * (u * m[row + sensor.lag2] - m[row + sensor.gamma2]);
  ageLags(m, row);
  m[row + sensor.lag1] = u;
  m[row + sensor.hasLag1] = 1;
  if (m[row + sensor.count] > LEARN_AFTER) splitNoise(m, context, row);
}

/** phi, q and R from the autocovariances. */
function splitNoise(m: Float64Array, context: FilterContext, row: number): void {
  const { offset, measurementNoise } = context.mechanisms;
  const gamma0 = m[row + sensor.gamma0];
  const gamma1 = m[row + sensor.gamma1];
  let phi = 0;
  let offsetVariance = 0;
  if (offset && gamma1 > LEAST_CORRELATION * gamma0) {
    phi = Math.min(Math.max(m[row + sensor.gamma2] / gamma1, gamma1 / gamma0), LARGEST_DECAY);
    offsetVariance = Math.min(gamma1 / phi, LARGEST_DECAY * gamma0);
  }
  m[row + sensor.decay] = phi;
  m[row + sensor.drift] = offsetVariance * (1 - phi * phi);
  if (!measurementNoise) return;
  const white = gamma0 - offsetVariance - m[row + sensor.outVariance];
  m[row + sensor.noise] = Math.max(Math.max(white, LEAST_CORRELATION * gamma0), LEAST_NOISE);
}

/** A frame goes by: what was one frame old is two frames old. */
export function ageLags(m: Float64Array, row: number): void {
  m[row + sensor.lag2] = m[row + sensor.lag1];
  m[row + sensor.hasLag2] = m[row + sensor.hasLag1];
  m[row + sensor.lag1] = 0;
  m[row + sensor.hasLag1] = 0;
}

/** A pause of n nominal periods is n - 1 frames without a reading. */
export function ageLagsByPause(m: Float64Array, row: number): void {
  const frames = Math.min(Math.round(m[scalar.dt]), 3);
  for (let i = 1; i < frames; i++) ageLags(m, row);
}
