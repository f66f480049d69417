import { setIdentity, type Scalar } from '../../linalg/packed';
import type { Filter } from '../filter';
import { MAX_COEFFICIENT, MAX_PROCESS_NOISE } from '../layout';

/**
 * A coefficient whose variance has grown to this is unknown for all purposes; with more, a correction by the least noise
 * (1e-8) would cancel down to rounding. What rounding may still take below zero, the least growth of a frame, however short,
 * makes up for: a negative direction in P would feed on itself.
 */
const MAX_VARIANCE = 1e6;
const MIN_GROWTH = 1e-8;
/** Frames that Q remembers, those it is taken to have behind it at first, and its least value. */
const MEMORY = 200;
const HEAD_START = 20;
const MIN_PROCESS_NOISE = 1e-5;

/** P_ii += Q_i dt, also where a group is held out; keeps mu and the diagonal of P as they stand before the frame is seen. */
export function predictCoefficients({ m, r, at, frame }: Filter): void {
  const { mu, P, heldOutP, Q } = at.head;
  const { dt } = frame;
  for (let i = 0, diagonal = 0; i < r; i++, diagonal += i + 1) {
    const growth = Math.max(m[Q.place + i] * dt, MIN_GROWTH);
    const own = m[P.place + diagonal];
    const heldOut = m[heldOutP.place + diagonal];
    m[P.place + diagonal] = Math.min(own + growth, Math.max(own, MAX_VARIANCE));
    m[heldOutP.place + diagonal] = Math.min(heldOut + growth, Math.max(heldOut, MAX_VARIANCE));
    m[at.priorMu + i] = m[mu.place + i];
    m[at.priorP + i] = m[P.place + diagonal];
  }
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
    const prior = m[at.priorMu + i];
    m[mu + i] = Math.abs(prior) <= MAX_COEFFICIENT ? prior : 0;
  }
  setIdentity(m, P, r);
}

/**
 * Q from how far the readings moved the coefficients, PBar and muBar being those before the frame:
 *
 *   g = Q_i dt / PBar_ii;   Q_i dt += max(1 / (n + 20), 1 / 200) g^2 ((mu_i - muBar_i)^2 - PBar_ii + P_ii)
 */
export function learnProcessNoise({ m, r, at, frame, learned }: Filter): void {
  const Q = at.head.Q.place;
  const mu = at.head.mu.place;
  const { dt } = frame;
  const alpha = Math.max(1 / (learned + HEAD_START), 1 / MEMORY);
  for (let i = 0, diagonal = at.head.P.place; i < r; i++, diagonal += i + 1) {
    const prior = m[at.priorP + i];
    if (!(prior > 0)) continue;
    const g = m[Q + i] / prior;
    const move = m[mu + i] - m[at.priorMu + i];
    const grown = m[Q + i] + alpha * dt * g * g * (move * move - prior + m[diagonal]);
    m[Q + i] = Math.min(Math.max(grown, MIN_PROCESS_NOISE), MAX_PROCESS_NOISE);
  }
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
