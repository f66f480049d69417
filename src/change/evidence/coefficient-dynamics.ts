import type { CoefficientPlaces } from '../../factor/kernels/process-noise';
import { entryAt, packedLength } from '../../linalg/packed';

/**
 * Where the coefficients lie in an array: positions x with their covariance P, and, where the process has them, rates of change v.
 * Pvx = cov(v, x) is r x r, row-major; P and Pvv are packed lower triangles.
 */
export interface MovingPlaces extends CoefficientPlaces {
  readonly v: number;
  readonly Pvx: number;
  readonly Pvv: number;
  /** G, r x r, while the rates are set apart; scratch for the factors of P, packed. */
  readonly G: number;
  readonly factors: number;
}

/** How the coefficients move from one frame to the next. */
export interface CoefficientDynamics {
  /** Numbers of state for each coefficient. */
  readonly order: 1 | 2;
  readonly firstVariance: number;
  readonly leastVariance: number;
  readonly mostVariance: number;
  /** Variances of position and rate before the first frame, for a process of variance 1. */
  readonly start: readonly [number, number];
  /** x, v, and their covariances, dt later. Returns the share of Q that is new in a position. */
  predict(m: Float64Array, at: MovingPlaces, dt: number): number;
  /** Before readings correct x and P: what they say nothing of is set apart. */
  setApart(m: Float64Array, at: MovingPlaces): void;
  /** Thereafter: it follows the positions. */
  rejoin(m: Float64Array, at: MovingPlaces): void;
}

export const randomWalk: CoefficientDynamics = {
  order: 1,
  firstVariance: 0.1,
  leastVariance: 1e-5,
  mostVariance: 10,
  start: [1, 0],
  predict(m, { r, P, Q }, dt) {
    for (let i = 0; i < r; i++) m[P + entryAt(i, i)] += m[Q + i] * dt;
    return dt;
  },
  setApart: () => {},
  rejoin: () => {},
};

/** Frames over which a coefficient's process keeps its shape. */
const LENGTH = 20;
const KAPPA = Math.sqrt(3) / LENGTH;
/** A pivot of P below this share of its variance is rounding. */
const MIN_PIVOT = 1e-12;

/**
 * A Matérn-3/2 Gaussian process for each coefficient, exact for any dt:
 *
 *   A = e^(-k dt) [[1 + k dt, dt], [-k^2 dt, 1 - k dt]],   P_inf = diag(1, k^2),   Q(dt) = P_inf - A P_inf A'
 *
 * Readings follow the positions. Of the rates they say what the positions say, v = u + G x with G = Pvx P^-1, and nothing of u: so
 * they correct x and P by the kernels of any factor model, and v follows. Exact, and a quarter of the numbers.
 */
export const maternProcess: CoefficientDynamics = {
  order: 2,
  firstVariance: 1,
  leastVariance: 0.01,
  mostVariance: 1e5,
  start: [1, KAPPA * KAPPA],

  predict(m, { r, mu, v, P, Pvx, Pvv, Q }, dt) {
    const decay = Math.exp(-KAPPA * dt);
    const a = decay * (1 + KAPPA * dt);
    const b = decay * dt;
    const c = -decay * KAPPA * KAPPA * dt;
    const e = decay * (1 - KAPPA * dt);
    const K2 = KAPPA * KAPPA;
    const share = Math.max(1 - (a * a + b * b * K2), 0);
    for (let i = 0, k = 0; i < r; i++) {
      const position = m[mu + i];
      const rate = m[v + i];
      m[mu + i] = a * position + b * rate;
      m[v + i] = c * position + e * rate;
      for (let j = 0; j <= i; j++, k++) {
        const xx = m[P + k];
        const vv = m[Pvv + k];
        const vx = m[Pvx + i * r + j];
        const xv = m[Pvx + j * r + i];
        m[P + k] = a * a * xx + a * b * (vx + xv) + b * b * vv;
        m[Pvv + k] = c * c * xx + c * e * (vx + xv) + e * e * vv;
        m[Pvx + i * r + j] = a * (c * xx + e * vx) + b * (c * xv + e * vv);
        m[Pvx + j * r + i] = a * (c * xx + e * xv) + b * (c * vx + e * vv);
      }
      const variance = m[Q + i];
      m[P + k - 1] += share * variance;
      m[Pvv + k - 1] += Math.max(K2 - (c * c + e * e * K2), 0) * variance;
      m[Pvx + i * r + i] -= (a * c + b * e * K2) * variance;
    }
    return share;
  },

  /** G = Pvx P^-1;  v <- u = v - G x;  Pvv <- var u = Pvv - G Pvx'. */
  setApart(m, { r, mu, v, P, Pvx, Pvv, G, factors }) {
    factorise(m, P, factors, r);
    for (let i = 0, k = Pvv; i < r; i++) {
      const g = G + i * r;
      for (let j = 0; j < r; j++) m[g + j] = m[Pvx + i * r + j];
      solve(m, factors, g, r);
      for (let j = 0; j < r; j++) m[v + i] -= m[g + j] * m[mu + j];
      for (let j = 0; j <= i; j++, k++) for (let l = 0; l < r; l++) m[k] -= m[g + l] * m[Pvx + j * r + l];
      m[k - 1] = Math.max(m[k - 1], 0);
    }
  },

  /** v = u + G x;  Pvx = G P;  Pvv = var u + G P G'. */
  rejoin(m, { r, mu, v, P, Pvx, Pvv, G }) {
    for (let i = 0, k = Pvv; i < r; i++) {
      const g = G + i * r;
      for (let j = 0; j < r; j++) {
        let sum = 0;
        for (let l = 0; l < r; l++) sum += m[g + l] * m[P + entryAt(l, j)];
        m[Pvx + i * r + j] = sum;
        m[v + i] += m[g + j] * m[mu + j];
      }
      for (let j = 0; j <= i; j++, k++)
        for (let l = 0; l < r; l++) m[k] += m[Pvx + i * r + l] * m[G + j * r + l];
    }
  },
};

/**
 * A = U D^-1 U' of packed A, U lower triangular with D in its diagonal, which is kept inverted: 0 where it is rounding, so that nothing
 * goes that way.
 */
function factorise(m: Float64Array, A: number, U: number, n: number): void {
  for (let i = 0, k = 0; i < n; i++) {
    const rowI = U + packedLength(i);
    for (let j = 0; j <= i; j++, k++) {
      const rowJ = U + packedLength(j);
      let sum = m[A + k];
      for (let l = 0; l < j; l++) sum -= m[rowI + l] * m[rowJ + l] * m[U + entryAt(l, l)];
      if (j < i) m[rowI + j] = sum;
      else m[rowI + j] = sum > MIN_PIVOT * m[A + k] ? 1 / sum : 0;
    }
  }
}

/** g <- A^-1 g. */
function solve(m: Float64Array, U: number, g: number, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < i; l++) m[g + i] -= m[U + entryAt(i, l)] * m[g + l];
    m[g + i] *= m[U + entryAt(i, i)];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let l = i + 1; l < n; l++) m[g + i] -= m[U + entryAt(i, i)] * m[U + entryAt(l, i)] * m[g + l];
  }
}
