import { scalar } from './layout';
import type { StepContext } from './step';

/** The noise multiplier never sinks below this, so that readings predicted exactly for years cannot make R vanish. */
const LEAST_NOISE = 1e-60;

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
  const omega = m[scalar.omega];
  const rootPhi = Math.sqrt(m[scalar.phi]);
  for (let i = 0; i < size * size; i++) m[P + i] *= omega;
  for (let i = 0; i < r * r; i++) m[S + i] *= rootPhi;
  m[scalar.noise] = Math.max(m[scalar.noise] * omega, LEAST_NOISE);
  m[scalar.lambda] = Math.min(m[scalar.lambda] + increment(m, context), context.lambdaMax);
}

function increment(m: Float64Array, context: StepContext): number {
  return context.variant === 'paper' ? m[scalar.count] : context.at.d;
}
