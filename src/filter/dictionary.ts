import type { StepContext } from './context';
import { scalar } from './layout';

/**
 * Share of |S|^2 |g|^2 below which N = a is rounding. Only the authors' empty frames get there: V has no weight left along g, and
 * what rounding has left of V g points anywhere.
 */
const NEGLIGIBLE = 1e-24;
const LEAST_N = 1e-200;

/** g = H xBar; a = g'Vg and V g, from V = S S': a = |S'g|^2 cannot be negative. */
export function weighDictionary(m: Float64Array, context: StepContext): void {
  const { at, squares } = context;
  const { r, order, xBar, g } = at;
  for (let i = 0; i < r; i++) m[g + i] = m[xBar + i * order];
  squares.weigh(m, at.S, g, at.Sg, at.Vg, scalar.a);
}

/**
 * C += e (Vg)'/N over the observed rows, V -= (Vg)(Vg)'/N (paper, eqs. 13-14; V is not masked).
 *
 * V is the posterior covariance of a scalar measurement g'c of noise eta = N - a, so Potter's square-root update applies:
 * S -= gamma (S f) f' with f = S'g and gamma = 1 / (N + sqrt(N eta)). Subtracting from V itself would cancel down to
 * rounding noise, and a negative direction in V feeds on itself, once g'Vg / eta passes 1e16.
 */
export function correctDictionary(m: Float64Array, context: StepContext): void {
  const { at, rows, squares } = context;
  const { r, Vg, b } = at;
  const N = m[scalar.N];
  if (m[scalar.eta] === 0 && N <= LEAST_N + NEGLIGIBLE * squareOf(m, at.S, r * r) * squareOf(m, at.g, r))
    return;
  for (let i = 0; i < r; i++) m[b + i] = m[Vg + i] / N;
  rows.addOuter(m, at.C, at.e, at.d, b);
  m[scalar.gamma] = 1 / (N + Math.sqrt(N * m[scalar.eta]));
  squares.downdate(m, at.S, Vg, at.Sg, scalar.gamma);
}

function squareOf(m: Float64Array, from: number, length: number): number {
  let sum = 0;
  for (let i = from; i < from + length; i++) sum += m[i] * m[i];
  return sum;
}
