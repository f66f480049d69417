import { PsmfFilter } from '../../src';
import { rowKernels } from '../../src/linalg/kernel-choice';
import { cholesky } from '../../src/linalg/small';
import { MaternStep } from '../../src/dynamics/matern-step';
import type { Draws } from '../changepoint/draws';

/** The paper's settings for its Table 1. */
export const SETTINGS = {
  rank: 10,
  sigma2: 0.1,
  lengthScale: 0.1,
  step: 0.001,
  R: 0.001,
  V0: 1,
  P0: 1,
} as const;

/** The coefficients after each frame, by the paper's equations; robust: rPSMF. */
export function featuresByPaper(frames: readonly number[][], C0: number[][], robust: boolean): number[][] {
  const { sigma2, lengthScale, step, R, V0, P0 } = SETTINGS;
  const rank = C0[0].length;
  const dynamics = { type: 'matern', nu: 1.5, sigma2, lengthScale } as const;
  const filter = new PsmfFilter({ sensors: C0.length, rank, robust, dynamics, R, V0, P0, C0 });
  return frames.map((frame) => {
    filter.learnOne(frame, step);
    return filter.report().x.filter((_, i) => i % 2 === 0);
  });
}

/** Values and derivatives at the start as the authors draw them, from N(0, Q): x0[2 i], x0[2 i + 1] of coefficient i. */
export function drawStart(draws: Draws): number[] {
  const { Q } = discretise();
  const a = Math.sqrt(Q[0]);
  const b = Q[2] / a;
  const c = Math.sqrt(Q[3] - b * b);
  return Array.from({ length: SETTINGS.rank }, () => draws.normals(2)).flatMap(([u, v]) => [
    a * u,
    b * u + c * v,
  ]);
}

function discretise(): MaternStep {
  const matern = new MaternStep(2, Math.sqrt(3) / SETTINGS.lengthScale, SETTINGS.sigma2);
  matern.update(Float64Array.of(SETTINGS.step), 0);
  return matern;
}

/**
 * The coefficients as the authors' Matlab computes them, which differs from the paper in two ways: PBar is Q after the
 * first step, as P is never carried over, and the scalar a = g'Vg is added to every entry of R, not to its diagonal:
 *
 *   S = C H PBar H'C' + R I + a 11',   x = xBar + PBar H'C' S^-1 e,   N = a + R + tr(C H PBar H'C') / d
 *
 * H PBar H' is a multiple of the identity, p, and so is the covariance of value and derivative, c.
 */
export function featuresByAuthors(frames: readonly number[][], C0: number[][], x0: number[]): number[][] {
  const { rank: r, R, V0, P0 } = SETTINGS;
  const d = C0.length;
  const { A, Q } = discretise();
  const m = new Float64Array(d * r + 2 * d + r + d * d);
  const [C, e, VgN, ones, S] = [0, d * r, d * r + d, d * r + d + r, d * r + 2 * d + r];
  m.fill(1, ones, ones + d);
  C0.forEach((row, j) => m.set(row, C + j * r));
  const V = Float64Array.from({ length: r * r }, (_, i) => (i % (r + 1) === 0 ? V0 : 0));
  const x = Float64Array.from(x0);

  return frames.map((frame, t) => {
    const first = t === 0 ? P0 : 0;
    const p = first * (A[0] * A[0] + A[1] * A[1]) + Q[0];
    const c = first * (A[2] * A[0] + A[3] * A[1]) + Q[2];
    const g = Float64Array.from({ length: r }, (_, i) => A[0] * x[2 * i] + A[1] * x[2 * i + 1]);
    const slope = g.map((_, i) => A[2] * x[2 * i] + A[3] * x[2 * i + 1]);
    const Vg = g.map((_, i) => g.reduce((sum, value, j) => sum + V[i * r + j] * value, 0));
    const a = Vg.reduce((sum, value, i) => sum + value * g[i], 0);
    let trace = 0;
    for (let i = 0; i < d; i++) {
      let predicted = 0;
      for (let l = 0; l < r; l++) predicted += m[C + i * r + l] * g[l];
      m[e + i] = frame[i] - predicted;
      for (let j = 0; j <= i; j++) {
        let dot = 0;
        for (let l = 0; l < r; l++) dot += m[C + i * r + l] * m[C + j * r + l];
        m[S + i * d + j] = (p * dot + a) / R + (i === j ? 1 : 0);
        if (i === j) trace += p * dot;
      }
    }
    cholesky(m, S, d, ones); // of S / R, which is at least I
    const weighted = solve(m, S, e, d).map((value) => value / R);
    for (let i = 0; i < r; i++) {
      let gain = 0;
      for (let j = 0; j < d; j++) gain += m[C + j * r + i] * weighted[j];
      x[2 * i] = g[i] + p * gain;
      x[2 * i + 1] = slope[i] + c * gain;
    }
    const N = a + R + trace / d;
    m.set(
      Vg.map((value) => value / N),
      VgN,
    );
    rowKernels(r).addOuter(m, C, e, d, VgN);
    for (let i = 0; i < r; i++) for (let j = 0; j < r; j++) V[i * r + j] -= (Vg[i] * Vg[j]) / N;
    return Array.from({ length: r }, (_, i) => x[2 * i]);
  });
}

/** L L' w = e for a lower triangular L. */
function solve(m: Float64Array, L: number, e: number, n: number): Float64Array {
  const w = m.slice(e, e + n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) w[i] -= m[L + i * n + j] * w[j];
    w[i] /= m[L + i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) w[i] -= m[L + j * n + i] * w[j];
    w[i] /= m[L + i * n + i];
  }
  return w;
}
