import { multiply, multiplyTransposed } from '../linalg/small';
import { scalar, type Layout } from './layout';
import type { StepContext } from './step';

/** Below this N = a, which only the authors' empty frames reach, V has no weight left along g to take away. */
const LEAST_N = 1e-200;

/** g = H xBar; a = g'Vg and V g, from V = S S': a = |S'g|^2 cannot be negative. */
export function weighDictionary(m: Float64Array, at: Layout): void {
  const { r, order, xBar, g, S, Sg, Vg } = at;
  for (let i = 0; i < r; i++) m[g + i] = m[xBar + i * order];
  multiplyTransposed(m, S, g, Sg, r);
  multiply(m, S, Sg, Vg, r);
  let a = 0;
  for (let i = 0; i < r; i++) a += m[Sg + i] * m[Sg + i];
  m[scalar.a] = a;
}

/**
 * C += e (Vg)'/N over the observed rows, V -= (Vg)(Vg)'/N (paper, eqs. 13-14; V is not masked).
 *
 * V is the posterior covariance of a scalar measurement g'c of noise eta = N - a, so Potter's square-root update applies:
 * S -= gamma (S f) f' with f = S'g and gamma = 1 / (N + sqrt(N eta)). Subtracting from V itself would cancel down to
 * rounding noise, and a negative direction in V feeds on itself, once g'Vg / eta passes 1e16.
 */
export function correctDictionary(m: Float64Array, context: StepContext): void {
  const { at, rows } = context;
  const { r, S, Sg, Vg, b } = at;
  const N = m[scalar.N];
  if (N < LEAST_N) return;
  for (let i = 0; i < r; i++) m[b + i] = m[Vg + i] / N;
  rows.addOuter(m, at.C, at.e, at.d, b);
  const gamma = 1 / (N + Math.sqrt(N * m[scalar.eta]));
  for (let i = 0; i < r; i++) {
    const scaled = gamma * m[Vg + i];
    for (let j = 0; j < r; j++) m[S + i * r + j] -= scaled * m[Sg + j];
  }
}
