import { Observation, type PackedKernels } from '../linalg/packed';
import type { FactorSensor } from './factor-sensor';

/** den is at least this share of De: a sensor the others explain exactly must not divide by nothing. */
const MIN_SHARE = 1e-9;

const observation = new Observation();

/** A sensor without its own reading: z - b;  rho = z - b - C mu;  De = D / w;  den = De - h;  el, vs, u = el + b. */
export class LeaveOneOut {
  target = NaN;
  residual = NaN;
  effective = NaN;
  remaining = NaN;
  error = NaN;
  variance = NaN;
  unshared = NaN;

  /** What the V of a row grows by at a reading. */
  constructor(readonly growth: number) {}
}

/** value / w; the weight of most readings is 1. */
export const byWeight = (value: number, weight: number): number => (weight === 1 ? value : value / weight);

/** De = D / w: the variance of a reading that the coefficients do not explain, and the less it weighs the more. */
export const effectiveNoise = (sensor: FactorSensor): number => byWeight(sensor.unexplained, sensor.weight);

/** What the corrected coefficients leave of the target, z - b, of noise De = D / w:  rho = z - b - C mu,  den = De - h. */
export function measureResidual(sensor: FactorSensor, out: LeaveOneOut): void {
  out.residual = out.target - sensor.signal;
  out.remaining = Math.max(out.effective - Math.max(sensor.h, 0), MIN_SHARE * out.effective);
}

/**
 * What the model says of an observed sensor from all the others, exactly, without a second filter:
 *
 *   el = rho De / den,   vs = h De / den,   estimate z - el, variance vs + D;   u = el + b
 */
export function leaveOut(sensor: FactorSensor, out: LeaveOneOut): void {
  const error = (out.residual * out.effective) / out.remaining;
  out.error = error;
  out.variance = (sensor.h * out.effective) / out.remaining;
  out.unshared = error + sensor.offset;
}

/**
 * The row of an observed sensor, a recursive regression on coefficients the sensor had no part in:
 *
 *   x = mu - t rho / den;   v = V x;   N = x'v + vs + max(gamma0, R + B) / w
 *   C += v u / N;   V -= v v' / N;   tr V < p:  V *= growth
 *
 * On mu itself the row would learn to explain the sensor's own noise. V grows so that a row never stops learning.
 */
export function correctRow(
  kernels: PackedKernels,
  m: Float64Array,
  mu: number,
  sensor: FactorSensor,
  out: LeaveOneOut,
): void {
  const noise = Math.max(sensor.gamma0, sensor.noise + sensor.offsetVariance);
  observation.noise = out.variance + byWeight(noise, sensor.weight);
  observation.target = out.unshared;
  observation.share = -out.residual / out.remaining;
  observation.factor = out.growth;
  kernels.regressLeftOut(m, sensor.C, sensor.V, mu, sensor.t, observation);
}
