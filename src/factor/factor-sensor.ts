import type { FactorRow } from '../linalg/packed';

/**
 * A sensor of a factor model,  z = C [x; 1] + b + noise:  coefficients x that all sensors share, and of its own a row of the
 * dictionary and an AR(1) offset b. What the equations of this folder read and write of it.
 */
export interface FactorSensor extends FactorRow {
  /** Where the covariance of its row lies. */
  readonly V: number;
  /** b, B, phi, q: the offset, its variance, decay and noise. */
  offset: number;
  offsetVariance: number;
  decay: number;
  offsetNoise: number;
  /** R, the measurement noise. */
  noise: number;
  /** Autocovariances of what the other sensors do not explain, at lags 0, 1, 2; how many went in; the last two of them, if any. */
  gamma0: number;
  gamma1: number;
  gamma2: number;
  count: number;
  lag1: number;
  lag2: number;
  hasLag1: number;
  hasLag2: number;
  /** Surprising readings in a row. */
  surprises: number;
  /** Of the frame being learned: the reading; D = R + B + x'V x, the variance x does not explain; w, the robust weight. */
  z: number;
  unexplained: number;
  weight: number;
}
