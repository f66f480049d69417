import { keepPrior } from '../../factor/kernels/process-noise';
import { setIdentity, type Scalar } from '../../linalg/packed';
import type { Filter } from '../filter';
import { MAX_COEFFICIENT } from '../layout';

/**
 * A coefficient whose variance has grown to this is unknown for all purposes; with more, a correction by the least noise
 * (1e-8) would cancel down to rounding. What rounding may still take below zero, the least growth of a frame, however short,
 * makes up for: a negative direction in P would feed on itself.
 */
const MAX_VARIANCE = 1e6;
const MIN_GROWTH = 1e-8;

/** P_ii += Q_i dt, also where a group is held out; keeps mu and the diagonal of P as they stand before the frame is seen. */
export function predictCoefficients({ m, r, at, frame }: Filter): void {
  const { P, heldOutP, Q } = at.head;
  const { dt } = frame;
  for (let i = 0, diagonal = 0; i < r; i++, diagonal += i + 1) {
    const growth = Math.max(m[Q.place + i] * dt, MIN_GROWTH);
    const own = m[P.place + diagonal];
    const heldOut = m[heldOutP.place + diagonal];
    m[P.place + diagonal] = Math.min(own + growth, Math.max(own, MAX_VARIANCE));
    m[heldOutP.place + diagonal] = Math.min(heldOut + growth, Math.max(heldOut, MAX_VARIANCE));
  }
  keepPrior(m, at.coefficients);
}

/**
 * Whether mu and P can be built on: no negative variance, every coefficient in range; NaN fails every comparison. Updates
 * that subtract lose P to rounding once C P C' is 1e16 times the noise, which absurd readings and pauses reach. Then mu is as
 * it was before the frame, and as unsure as at the start.
 */
export function restartUnsound({ m, r, at }: Filter, mu: number, P: number): void {
  let isSound = true;
  for (let i = 0, diagonal = P; i < r; i++, diagonal += i + 1) {
    if (!(m[diagonal] >= 0 && Math.abs(m[mu + i]) <= MAX_COEFFICIENT)) isSound = false;
  }
  if (isSound) return;
  for (let i = 0; i < r; i++) {
    const prior = m[at.coefficients.priorMu + i];
    m[mu + i] = Math.abs(prior) <= MAX_COEFFICIENT ? prior : 0;
  }
  setIdentity(m, P, r);
}

/** What the variance of C mu grows by in a nominal period without readings: the sum of C_i^2 Q_i. */
export function measureGrowth({ m, r, at }: Filter, C: number, out: Scalar): void {
  let growth = 0;
  for (let i = 0; i < r; i++) growth += m[C + i] * m[C + i] * m[at.head.Q.place + i];
  out.value = growth;
}

/** mu_1 .. mu_r, the coefficients that the sensors share. */
export function copyFeatures({ m, r, at }: Filter, out: Float64Array): void {
  for (let i = 0; i < r; i++) out[i] = m[at.head.mu.place + i];
}
