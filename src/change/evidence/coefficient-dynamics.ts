/** The state of r coefficients: positions first, then, where the process has them, their rates of change. */
export interface CoefficientState {
  readonly rank: number;
  readonly mean: Float64Array;
  /** Covariance, row-major, symmetric. */
  readonly P: Float64Array;
  /** Variance of each coefficient: of its process, or of a step of its walk. */
  readonly Q: Float64Array;
}

/** How the coefficients move from one frame to the next. */
export interface CoefficientDynamics {
  /** Numbers of state for each coefficient. */
  readonly order: 1 | 2;
  readonly firstVariance: number;
  readonly leastVariance: number;
  readonly mostVariance: number;
  /** Covariance of (position, rate) before the first frame, for a process of variance 1. */
  readonly start: readonly [number, number];
  /** mean <- A mean,  P <- A P A' + Q(dt). Returns the share of Q that is new in a position: Q(dt)_11 at variance 1. */
  predict(state: CoefficientState, dt: number): number;
}

export const randomWalk: CoefficientDynamics = {
  order: 1,
  firstVariance: 0.1,
  leastVariance: 1e-5,
  mostVariance: 10,
  start: [1, 0],
  predict({ rank, P, Q }, dt) {
    for (let i = 0; i < rank; i++) P[i * rank + i] += Q[i] * dt;
    return dt;
  },
};

/** Frames over which a coefficient's process keeps its shape. */
const LENGTH = 20;
const KAPPA = Math.sqrt(3) / LENGTH;

/**
 * A Matérn-3/2 Gaussian process for each coefficient, exact for any dt:
 *
 *   A = e^(-k dt) [[1 + k dt, dt], [-k^2 dt, 1 - k dt]],   P_inf = diag(1, k^2),   Q(dt) = P_inf - A P_inf A'
 */
export const maternProcess: CoefficientDynamics = {
  order: 2,
  firstVariance: 1,
  leastVariance: 0.01,
  mostVariance: 1e5,
  start: [1, KAPPA * KAPPA],
  predict({ rank, mean, P, Q }, dt) {
    const decay = Math.exp(-KAPPA * dt);
    const a = decay * (1 + KAPPA * dt);
    const b = decay * dt;
    const c = -decay * KAPPA * KAPPA * dt;
    const e = decay * (1 - KAPPA * dt);
    const K2 = KAPPA * KAPPA;
    const q11 = Math.max(1 - (a * a + b * b * K2), 0);
    const q12 = -(a * c + b * e * K2);
    const q22 = Math.max(K2 - (c * c + e * e * K2), 0);
    const size = 2 * rank;
    for (let i = 0; i < rank; i++) {
      const position = mean[i];
      const rate = mean[rank + i];
      mean[i] = a * position + b * rate;
      mean[rank + i] = c * position + e * rate;
      const upper = i * size;
      const lower = (rank + i) * size;
      for (let k = 0; k < size; k++) {
        const p = P[upper + k];
        const v = P[lower + k];
        P[upper + k] = a * p + b * v;
        P[lower + k] = c * p + e * v;
      }
    }
    for (let row = 0; row < size * size; row += size) {
      for (let i = 0; i < rank; i++) {
        const p = P[row + i];
        const v = P[row + rank + i];
        P[row + i] = a * p + b * v;
        P[row + rank + i] = c * p + e * v;
      }
    }
    for (let i = 0; i < rank; i++) {
      const rate = rank + i;
      P[i * size + i] += q11 * Q[i];
      P[i * size + rate] += q12 * Q[i];
      P[rate * size + i] += q12 * Q[i];
      P[rate * size + rate] += q22 * Q[i];
    }
    return q11;
  },
};
