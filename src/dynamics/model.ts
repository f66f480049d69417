import type { Parameters } from './parameters';

/**
 * Where a model finds the state and leaves its prediction inside the filter's flat array `m`.
 * Numbers are offsets; x has `size` entries, P, PBar, F and Q are size x size and row-major.
 */
export interface StateSlots {
  readonly size: number;
  /** Frames since the last frame, in nominal periods. */
  readonly dt: number;
  /** Index of the frame being predicted: 1 for the first. */
  readonly k: number;
  /** Multiplier of the process noise; the robust layer moves it. */
  readonly noise: number;
  readonly x: number;
  readonly P: number;
  readonly xBar: number;
  readonly PBar: number;
  readonly F: number;
  readonly Q: number;
  /** The learned parameters; read only by models that have some. */
  readonly theta: number;
}

/**
 * The dynamics of the coefficients: x_k = f_theta(x_{k-1}, k, dt) + N(0, noise Q(dt)).
 *
 * A coefficient may carry derivatives (a Gaussian process does): coefficient i is entry i * order of the state,
 * which is the observation matrix H of the paper's Supplement.
 */
export interface SubspaceModel {
  /** State entries per coefficient. */
  readonly order: number;
  /** What is learned of f beside the dictionary; absent where f is fixed. */
  readonly parameters?: Parameters;
  /** Whether f is the user's: it may throw, and the frame is then taken back. */
  readonly mayThrow?: boolean;
  /** x_0 where the user gives none; zeros where absent. */
  initialState?(): Float64Array;
  /** P_0 where the user gives none: size x size, row-major. */
  initialCovariance(): Float64Array;
  /** xBar = f(x), F = df/dx at the filtered mean, Q = noise Q(dt). */
  linearise(m: Float64Array, at: StateSlots): void;
  /** xBar = f(x), PBar = F P F' + noise Q(dt); allocates nothing. */
  predict(m: Float64Array, at: StateSlots): void;
  /** Models with parameters: grad += (df/dtheta)' v at the filtered mean; v has `size` entries. */
  accumulateGradient?(m: Float64Array, at: StateSlots, v: number, grad: number): void;
}

/** PBar = F P F' + Q for a dense F; `linearise` has filled F and Q. */
export function propagateCovariance(m: Float64Array, at: StateSlots, scratch: Float64Array): void {
  const { size: n, P, PBar, F, Q } = at;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let l = 0; l < n; l++) sum += m[F + i * n + l] * m[P + l * n + j];
      scratch[i * n + j] = sum;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = m[Q + i * n + j];
      for (let l = 0; l < n; l++) sum += scratch[i * n + l] * m[F + j * n + l];
      m[PBar + i * n + j] = sum;
      m[PBar + j * n + i] = sum;
    }
  }
}
