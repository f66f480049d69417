import type { StepContext } from './context';
import { scalar } from './layout';

/**
 * The robust layer never takes the multiplier of P, Q and R, or the trace of V, below this: readings that stand still would
 * make them subnormal, where products lose their digits, then zero, and zero cannot be scaled up again.
 */
export const LEAST = 1e-24;

/**
 * rPSMF (paper, Section 3.4 and Supplement D): Student-t noise with lambda degrees of freedom. With D = m observed sensors
 * (d in the authors' code):
 *
 *   omega = (lambda + e'S^-1 e) / (lambda + D),   phi = (lambda + e'e / N) / (lambda + D)
 */
export function robustFactors(m: Float64Array, context: StepContext): void {
  const lambda = m[scalar.lambda];
  const total = lambda + increment(m, context);
  m[scalar.omega] = (lambda + m[scalar.nis]) / total;
  m[scalar.phi] = (lambda + m[scalar.squares] / m[scalar.N]) / total;
}

/** P, Q, R *= omega; V *= phi; lambda += D, at most lambdaMax. */
export function applyRobustScaling(m: Float64Array, context: StepContext): void {
  const { P, S, size, r } = context.at;
  const omega = Math.max(m[scalar.omega], LEAST / m[scalar.noise]);
  const rootPhi = Math.sqrt(Math.max(m[scalar.phi], Math.min(1, LEAST / m[scalar.traceV])));
  for (let i = 0; i < size * size; i++) m[P + i] *= omega;
  for (let i = 0; i < r * r; i++) m[S + i] *= rootPhi;
  m[scalar.noise] *= omega;
  m[scalar.lambda] = Math.min(m[scalar.lambda] + increment(m, context), context.lambdaMax);
}

function increment(m: Float64Array, context: StepContext): number {
  return context.variant === 'paper' ? m[scalar.count] : context.at.d;
}
