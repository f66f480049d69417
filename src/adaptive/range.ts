import { MAX_SQUARE } from '../linalg/limits';
import { setIdentity } from '../linalg/packed';
import type { FilterContext } from './context';
import type { Belief, Layout } from './layout';
import { startRegression } from './regression';
import { sensor } from './slots';
import { resetNoise } from './start';

/** Coefficients are of the size of z; one beyond this is the work of rounding. */
export const LARGEST_COEFFICIENT = 1e9;

/**
 * Whether a belief can be built on: no negative variance, every coefficient in range; NaN fails every comparison. Updates
 * that subtract lose P to rounding once C P C' is 1e16 times the noise, which absurd readings and pauses reach, and a
 * negative direction feeds on itself.
 */
export function isSound(m: Float64Array, at: Layout, belief: Belief): boolean {
  for (let i = 0, diagonal = belief.P; i < at.r; i++, diagonal += i + 1) {
    if (!(m[diagonal] >= 0 && Math.abs(m[belief.mu + i]) <= LARGEST_COEFFICIENT)) return false;
  }
  return true;
}

/** The coefficients as they were before the frame, and as unsure of them as at the start. */
export function restartCoefficients(m: Float64Array, at: Layout, belief: Belief): void {
  for (let i = 0; i < at.r; i++) {
    const prior = m[at.priorMu + i];
    m[belief.mu + i] = Math.abs(prior) <= LARGEST_COEFFICIENT ? prior : 0;
  }
  setIdentity(m, belief.P, at.r);
}

/** Whether the prior of a sensor leaves room for every product a step forms. */
export function priorInRange(m: Float64Array, row: number): boolean {
  const mean = m[row + sensor.priorMean];
  return mean * mean + m[row + sensor.priorVariance] < MAX_SQUARE;
}

/** The sensor forgets what it shares with the others, its offset and its noise; units, losses and simple predictors stay. */
export function restartSensor(m: Float64Array, context: FilterContext, row: number): void {
  const { at } = context;
  m.fill(0, row + at.C, row + at.C + at.p);
  setIdentity(m, row + at.V, at.p);
  startRegression(m, context, row);
  resetNoise(m, context, row);
  m[row + sensor.signal] = 0;
  m[row + at.h] = 0;
}
