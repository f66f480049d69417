import type { FilterContext } from './context';
import { scalar } from './slots';

const MEMORY = 200;
const HEAD_START = 20;
const LEAST = 1e-5;
export const LARGEST_PROCESS_NOISE = 10;

/**
 * Q from how far the readings moved the coefficients, PBar and muBar being those before the frame:
 *
 *   g = Q_i dt / PBar_ii;   Q_i dt += max(1 / (n + 20), 1 / 200) g^2 ((mu_i - muBar_i)^2 - PBar_ii + P_ii)
 */
export function learnProcessNoise(m: Float64Array, context: FilterContext): void {
  const { r, Q, own, priorMu, priorP } = context.at;
  const dt = m[scalar.dt];
  const alpha = Math.max(1 / (m[scalar.learned] + HEAD_START), 1 / MEMORY);
  for (let i = 0, diagonal = own.P; i < r; i++, diagonal += i + 1) {
    const prior = m[priorP + i];
    if (!(prior > 0)) continue;
    const g = m[Q + i] / prior;
    const move = m[own.mu + i] - m[priorMu + i];
    const grown = m[Q + i] + alpha * dt * g * g * (move * move - prior + m[diagonal]);
    m[Q + i] = Math.min(Math.max(grown, LEAST), LARGEST_PROCESS_NOISE);
  }
}
