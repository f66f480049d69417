import type { FactorSensor } from './factor-sensor';
import type { LeaveOneOut } from './leave-one-out';

/** R is never learned below this, nor may a change of units take it there. */
export const MIN_NOISE = 1e-8;
export const MAX_DECAY = 0.999;
/** Readings the autocovariances remember. */
const MEMORY = 200;
/** Readings before a value is winsorised, and before the offset and R follow the autocovariances. */
const WINSORISE_AFTER = 20;
const LEARN_AFTER = 10;
/** Standard deviations a value is winsorised at. */
const WINSORISE_AT = 4;
/** Autocorrelation at lag 1 below which there is no offset to speak of. */
const MIN_CORRELATION = 0.02;
export const MIN_VARIANCE = 1e-10;

/** The sensor's offset and noise as they are assumed before any reading. */
export function startNoise(sensor: FactorSensor): void {
  sensor.offset = 0;
  sensor.offsetVariance = 0.1;
  sensor.decay = 0.9;
  sensor.offsetNoise = 0.05;
  sensor.noise = 0.3;
  sensor.gamma0 = 0.4;
  sensor.gamma1 = 0.15;
  sensor.gamma2 = 0.13;
  sensor.count = 0;
  sensor.hasLag1 = 0;
  sensor.hasLag2 = 0;
  sensor.surprises = 0;
}

/** Of an AR(1) process: what it is multiplied by, and the variance that is new; in a period, or in a frame. */
export class Decay {
  phi = NaN;
  noise = NaN;
}

/** From a period to dt of them:  phi^dt;  q (1 - phi^(2 dt)) / (1 - phi^2), which leaves the stationary variance as it is. */
export function decayFor(dt: number, decay: Decay): void {
  if (dt === 1) return;
  const phi = Math.pow(decay.phi, dt);
  decay.noise = (decay.noise * (1 - phi * phi)) / (1 - decay.phi * decay.phi);
  decay.phi = phi;
}

/** b *= phi^dt;  B = phi^(2 dt) B + q. */
export function predictOffset(sensor: FactorSensor, { phi, noise }: Decay): void {
  sensor.offset *= phi;
  sensor.offsetVariance = phi * phi * sensor.offsetVariance + noise;
}

/** b += B rho / De;  B -= B^2 den / De^2. */
export function correctOffset(sensor: FactorSensor, out: LeaveOneOut): void {
  const gain = sensor.offsetVariance / out.effective;
  sensor.offset += gain * out.residual;
  sensor.offsetVariance = Math.max(sensor.offsetVariance - gain * gain * out.remaining, MIN_VARIANCE);
}

/**
 * Autocovariances of u, what the other sensors do not explain, and from them the sensor's own AR(1) offset and its noise:
 *
 *   u winsorised at 4 sqrt(gamma0);   alpha = max(1 / count, 1 / 200);   gamma_l += alpha (u u_-l - gamma_l)
 *   phi = clip(gamma2 / gamma1, gamma1 / gamma0, .999),   sigma_b^2 = min(gamma1 / phi, .999 gamma0)
 *   q = sigma_b^2 (1 - phi^2),   R = max(gamma0 - sigma_b^2 - vs, .02 gamma0, 1e-8)
 *
 * White noise adds to gamma0 only, which is what tells the offset from the noise.
 */
export function learnNoise(sensor: FactorSensor, out: LeaveOneOut): void {
  let u = out.unshared;
  // Well within the limit there is no need of the root.
  if (sensor.count > WINSORISE_AFTER && u * u > 0.99 * WINSORISE_AT * WINSORISE_AT * sensor.gamma0) {
    const limit = WINSORISE_AT * Math.sqrt(sensor.gamma0);
    u = Math.min(Math.max(u, -limit), limit);
  }
  sensor.count += 1;
  const alpha = 1 / Math.min(sensor.count, MEMORY);
  sensor.gamma0 += alpha * (u * u - sensor.gamma0);
  if (sensor.hasLag1 === 1) sensor.gamma1 += alpha * (u * sensor.lag1 - sensor.gamma1);
  if (sensor.hasLag2 === 1) sensor.gamma2 += alpha * (u * sensor.lag2 - sensor.gamma2);
  ageLags(sensor);
  sensor.lag1 = u;
  sensor.hasLag1 = 1;
  if (sensor.count <= LEARN_AFTER) return;

  const { gamma0, gamma1 } = sensor;
  let phi = 0;
  let offsetVariance = 0;
  if (gamma1 > MIN_CORRELATION * gamma0) {
    phi = Math.min(Math.max(sensor.gamma2 / gamma1, gamma1 / gamma0), MAX_DECAY);
    offsetVariance = Math.min(gamma1 / phi, MAX_DECAY * gamma0);
  }
  sensor.decay = phi;
  sensor.offsetNoise = offsetVariance * (1 - phi * phi);
  const white = gamma0 - offsetVariance - out.variance;
  sensor.noise = Math.max(Math.max(white, MIN_CORRELATION * gamma0), MIN_NOISE);
}

/** A frame goes by: what was one frame old is two frames old. */
export function ageLags(sensor: FactorSensor): void {
  sensor.lag2 = sensor.lag1;
  sensor.hasLag2 = sensor.hasLag1;
  sensor.lag1 = 0;
  sensor.hasLag1 = 0;
}

/** A pause of n nominal periods is n - 1 frames without a reading. */
export function ageLagsByPause(sensor: FactorSensor, dt: number): void {
  const frames = Math.min(Math.round(dt), 3);
  for (let i = 1; i < frames; i++) ageLags(sensor);
}
