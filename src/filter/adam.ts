import type { Parameters } from '../dynamics/parameters';
import type { Layout } from './layout';

/**
 * One step of Adam against the gradient gathered since the last one, projected onto what theta may be; step i:
 *
 *   M = b1 M + (1 - b1) g,   S = b2 S + (1 - b2) g^2
 *   theta <- Proj(theta - rate (M / (1 - b1^i)) / (sqrt(S / (1 - b2^i)) + epsilon))
 */
export function updateParameters(m: Float64Array, at: Layout, parameters: Parameters): void {
  const { p, theta, gradient, mean, square } = at;
  const { rate, beta1, beta2, epsilon, lower, upper } = parameters;
  m[at.updates] += 1;
  const meanShare = 1 - Math.pow(beta1, m[at.updates]);
  const squareShare = 1 - Math.pow(beta2, m[at.updates]);
  for (let i = 0; i < p; i++) {
    const g = m[gradient + i];
    m[mean + i] = beta1 * m[mean + i] + (1 - beta1) * g;
    m[square + i] = beta2 * m[square + i] + (1 - beta2) * g * g;
    const step = (rate * (m[mean + i] / meanShare)) / (Math.sqrt(m[square + i] / squareShare) + epsilon);
    m[theta + i] = Math.min(upper, Math.max(lower, m[theta + i] - step));
    m[gradient + i] = 0;
  }
  parameters.project?.(m, theta);
}
