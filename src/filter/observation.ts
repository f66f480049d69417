import { isObserved } from '../linalg/limits';
import type { StepContext } from './context';
import { scalar, type Layout } from './layout';

/**
 * What the observed rows say, reduced to r x r: G = C'Rbar^-1 C and h = C'Rbar^-1 e with Rbar_j = R_j + a; e'Rbar^-1 e,
 * left in `nis`; and the expected noise
 *
 *   eta = (sum R_j + sum c_j' H PBar H' c_j) / m,   N = a + eta      (paper, eq. 15 and Supplement E)
 *
 * where the second sum is tr(H PBar H' C'C). The authors' code divides by d instead of m.
 */
export function gatherRows(m: Float64Array, context: StepContext): void {
  const { at, rows, squares, uniform, variant } = context;
  const { C, R, e, d, G, h, zeros } = at;
  const noise = m[scalar.noise];
  const a = m[scalar.a];

  rows.gram(m, C, e, d, zeros, G, h, scalar.count);
  const observed = m[scalar.count];
  squares.traceProduct(m, at.PBar, at.order * at.size, at.order, G, scalar.noiseSum);
  m[scalar.noiseSum] = Math.max(0, m[scalar.noiseSum]); // not negative, whatever the rounding of an ill-conditioned PBar
  if (observed === 0) {
    m[scalar.nis] = 0;
    m[scalar.eta] = 0;
    if (variant === 'paper' || context.robust) averageNoise(m, context);
    m[scalar.N] = a + m[scalar.eta];
    return;
  }
  if (uniform) {
    const Rj = noise * m[R];
    m[scalar.weight] = 1 / (Rj + a);
    m[scalar.noiseSum] += observed * Rj;
    m[scalar.nis] = m[scalar.weight] * m[scalar.squares];
  } else {
    weighRows(m, at);
    const unweighted = m[scalar.squares];
    rows.weightedGram(m, C, e, at.w, d, zeros, G, h, scalar.count);
    m[scalar.nis] = m[scalar.squares];
    m[scalar.squares] = unweighted;
    m[scalar.weight] = 1;
  }
  squares.scaleSymmetric(m, G, h, scalar.weight);
  m[scalar.eta] = m[scalar.noiseSum] / (variant === 'paper' ? observed : d);
  m[scalar.N] = a + m[scalar.eta];
}

/** w_j = 1 / Rbar_j for every row; adds R_j of the observed ones to noiseSum. */
function weighRows(m: Float64Array, at: Layout): void {
  const { d, R, e, w } = at;
  let total = 0;
  for (let j = 0; j < d; j++) {
    const Rj = m[scalar.noise] * m[R + j];
    m[w + j] = 1 / (Rj + m[scalar.a]);
    if (isObserved(m[e + j])) total += Rj;
  }
  m[scalar.noiseSum] += total;
}

/** With nothing observed, eta is the average over all sensors: it only serves the width of `bounds`. */
function averageNoise(m: Float64Array, context: StepContext): void {
  const { at, rows } = context;
  const { d, R, w } = at;
  packCoefficientCovariance(m, at, at.PBar, at.G);
  rows.quadratics(m, at.C, d, at.G, w);
  let sum = 0;
  for (let j = 0; j < d; j++) sum += m[scalar.noise] * m[R + j] + Math.max(0, m[w + j]);
  m[scalar.eta] = sum / d;
}

/** out = H P H', r x r: the covariance of the coefficients without their derivatives. */
export function packCoefficientCovariance(m: Float64Array, at: Layout, P: number, out: number): void {
  const { r, order, size } = at;
  for (let i = 0; i < r; i++) {
    for (let j = 0; j < r; j++) m[out + i * r + j] = m[P + i * order * size + j * order];
  }
}
