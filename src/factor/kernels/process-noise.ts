/** Frames that Q remembers, and those it is taken to have behind it at first. */
const MEMORY = 200;
const HEAD_START = 20;

/** Where coefficients lie: mu, the packed P, the variances Q they move by; mu and the diagonal of P before the frame was seen. */
export interface CoefficientPlaces {
  readonly r: number;
  readonly mu: number;
  readonly P: number;
  readonly Q: number;
  readonly priorMu: number;
  readonly priorP: number;
}

/** Keeps mu and the diagonal of P as they stand before the frame is seen. */
export function keepPrior(m: Float64Array, { r, mu, P, priorMu, priorP }: CoefficientPlaces): void {
  for (let i = 0, diagonal = P; i < r; i++, diagonal += i + 1) {
    m[priorMu + i] = m[mu + i];
    m[priorP + i] = m[diagonal];
  }
}

/**
 * Q from how far the readings moved the coefficients, PBar and muBar being those before the frame; `share` times Q is what was new
 * in PBar (dt of a random walk), `frames` were learned so far:
 *
 *   g = Q_i / PBar_ii;   Q_i += max(1 / (frames + 20), 1 / 200) share g^2 ((mu_i - muBar_i)^2 - PBar_ii + P_ii)
 */
export function learnProcessNoise(
  m: Float64Array,
  { r, mu, P, Q, priorMu, priorP }: CoefficientPlaces,
  frames: number,
  share: number,
  min: number,
  max: number,
): void {
  const alpha = Math.max(1 / (frames + HEAD_START), 1 / MEMORY);
  for (let i = 0, diagonal = P; i < r; i++, diagonal += i + 1) {
    const prior = m[priorP + i];
    if (!(prior > 0)) continue;
    const g = m[Q + i] / prior;
    const move = m[mu + i] - m[priorMu + i];
    const grown = m[Q + i] + alpha * share * g * g * (move * move - prior + m[diagonal]);
    m[Q + i] = Math.min(Math.max(grown, min), max);
  }
}
