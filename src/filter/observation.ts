import { isObserved } from '../linalg/limits';
import { scalar, type Layout } from './layout';
import type { StepContext } from './step';

/**
 * What the observed rows say, reduced to r x r: G = C'Rbar^-1 C and h = C'Rbar^-1 e with Rbar_j = R_j + a; e'Rbar^-1 e,
 * left in `nis`; and the expected noise
 *
 *   eta = (sum R_j + sum c_j' H PBar H' c_j) / m,   N = a + eta      (paper, eq. 15 and Supplement E)
 *
 * where the second sum is tr(H PBar H' C'C). The authors' code divides by d instead of m.
 */
export function gatherRows(m: Float64Array, context: StepContext): void {
  const { at, rows, uniform, variant } = context;
  const { C, R, e, d, G, h, zeros } = at;
  const noise = m[scalar.noise];
  const a = m[scalar.a];

  rows.gram(m, C, e, d, zeros, G, h, scalar.count);
  const observed = m[scalar.count];
  sumCoefficientNoise(m, at);
  if (observed === 0) {
    m[scalar.nis] = 0;
    m[scalar.eta] = 0;
    if (variant === 'paper' || context.robust) averageNoise(m, context);
    m[scalar.N] = a + m[scalar.eta];
    return;
  }
  if (uniform) {
    const Rj = noise * m[R];
    const weight = 1 / (Rj + a);
    m[scalar.noiseSum] += observed * Rj;
    m[scalar.nis] = weight * m[scalar.squares];
    scaleGram(m, at, weight);
  } else {
    weighRows(m, at);
    const squares = m[scalar.squares];
    rows.weightedGram(m, C, e, at.w, d, zeros, G, h, scalar.count);
    m[scalar.nis] = m[scalar.squares];
    m[scalar.squares] = squares;
    scaleGram(m, at, 1);
  }
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

/** noiseSum = tr(H PBar H' G), from the lower triangle of G; not negative, whatever the rounding of an ill-conditioned PBar. */
function sumCoefficientNoise(m: Float64Array, at: Layout): void {
  const { r, order, size, G, PBar } = at;
  let trace = 0;
  for (let i = 0; i < r; i++) {
    const rowP = PBar + i * order * size;
    const rowG = G + i * r;
    trace += m[rowP + i * order] * m[rowG + i];
    for (let j = 0; j < i; j++) trace += 2 * m[rowP + j * order] * m[rowG + j];
  }
  m[scalar.noiseSum] = Math.max(0, trace);
}

/** G and h times `weight`; fills the upper triangle of G. */
function scaleGram(m: Float64Array, at: Layout, weight: number): void {
  const { r, G, h } = at;
  for (let i = 0; i < r; i++) {
    m[h + i] *= weight;
    for (let j = 0; j <= i; j++) {
      const entry = weight * m[G + i * r + j];
      m[G + i * r + j] = entry;
      m[G + j * r + i] = entry;
    }
  }
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
