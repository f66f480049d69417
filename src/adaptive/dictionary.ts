import { Observation } from '../linalg/packed';
import type { Filter } from './filter';
import type { LeaveOneOut } from './frame';
import type { Sensor } from './sensor';

/** den is at least this share of De: a sensor the others explain exactly must not divide by nothing. */
const MIN_SHARE = 1e-9;
/** V grows by this at each reading while its trace is below p, so that a row never stops learning. */
const FORGETTING = 1 / 0.998;

const observation = new Observation();
observation.factor = FORGETTING;

/** value / w; the weight of most readings is 1. */
export const byWeight = (value: number, weight: number): number => (weight === 1 ? value : value / weight);

/** De = D / w: the variance of a reading that the coefficients do not explain, and the less it weighs the more. */
export const effectiveNoise = (sensor: Sensor): number => byWeight(sensor.unexplained, sensor.weight);

/** What the corrected coefficients leave of `target`, z - b:  rho = z - b - C mu,  De = D / w,  den = De - h. */
export function measureResidual(sensor: Sensor, target: number, effective: number, out: LeaveOneOut): void {
  out.residual = target - sensor.signal;
  out.effective = effective;
  out.remaining = Math.max(effective - Math.max(sensor.h, 0), MIN_SHARE * effective);
}

/**
 * What the model says of an observed sensor from all the others, exactly, without a second filter:
 *
 *   el = rho De / den,   vs = h De / den,   estimate z - el, variance vs + D;   u = el + b
 */
export function leaveOut({ out, question }: Filter, sensor: Sensor): void {
  const error = (out.residual * out.effective) / out.remaining;
  const variance = (sensor.h * out.effective) / out.remaining;
  out.error = error;
  out.variance = variance;
  out.unshared = error + sensor.offset;
  question.modelMean = sensor.z - error;
  question.modelVariance = variance + sensor.unexplained;
}

/**
 * The row of an observed sensor, a recursive regression on coefficients the sensor had no part in:
 *
 *   x = mu - t rho / den;   v = V x;   N = x'v + vs + max(gamma0, R + B) / w
 *   C += v u / N;   V -= v v' / N;   tr V < p:  V /= .998
 *
 * On mu itself the row would learn to explain the sensor's own noise.
 */
export function correctRow({ m, at, full, out }: Filter, sensor: Sensor): void {
  const noise = Math.max(sensor.gamma0, sensor.noise + sensor.offsetVariance);
  observation.noise = out.variance + byWeight(noise, sensor.weight);
  observation.target = out.unshared;
  observation.share = -out.residual / out.remaining;
  full.regressLeftOut(m, sensor.C, sensor.V, at.head.mu.place, sensor.t, observation);
}
