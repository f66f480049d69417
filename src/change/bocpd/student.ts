import { logGamma } from '../../filter/log-gamma';

/**
 * Values of one sensor within one run: normal, with mean and precision from a normal-gamma prior that is worth PRIOR
 * standardised values. After n values with sum s and sum of squares ss:
 *
 *   kappa = kappa0 + n,  mean = s / kappa,  alpha = alpha0 + n / 2,  beta = beta0 + (ss - s^2 / kappa) / 2
 */
export const PRIOR = { kappa: 2, alpha: 2, beta: 2 } as const;

/** Values for which log Gamma(alpha + 1/2) - log Gamma(alpha) is tabulated, by n, once somebody asks. */
const TABULATED = 4096;
let table: Float64Array | null = null;
const tabulate = (): Float64Array =>
  Float64Array.from({ length: TABULATED }, (_, n) => {
    const alpha = PRIOR.alpha + n / 2;
    return logGamma(alpha + 0.5) - logGamma(alpha);
  });
const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/** log of the Student-t density of the next value x, of 2 alpha degrees of freedom. */
export function logPredictive(x: number, n: number, s: number, ss: number): number {
  const kappa = PRIOR.kappa + n;
  const alpha = PRIOR.alpha + n / 2;
  const mean = s / kappa;
  const beta = PRIOR.beta + 0.5 * Math.max(0, ss - s * mean);
  const spread = (beta * (kappa + 1)) / kappa;
  const deviation = x - mean;
  // Stirling: log Gamma(a + 1/2) - log Gamma(a) = log(a)/2 - 1/(8a) + 1/(192 a^3) - ..., exact to 1e-17 for these a.
  const gammas =
    n < TABULATED
      ? (table ??= tabulate())[n]
      : 0.5 * Math.log(alpha) - 1 / (8 * alpha) + 1 / (192 * alpha * alpha * alpha);
  return (
    gammas -
    HALF_LOG_2PI -
    0.5 * Math.log(spread) -
    (alpha + 0.5) * Math.log1p((deviation * deviation) / (2 * spread))
  );
}

/** log of the probability of n values at once, whatever their mean and precision. */
export function logMarginal(n: number, s: number, ss: number): number {
  const { kappa, alpha, beta } = PRIOR;
  const after = beta + 0.5 * Math.max(0, ss - (s * s) / (kappa + n));
  return (
    logGamma(alpha + n / 2) -
    logGamma(alpha) +
    alpha * Math.log(beta) -
    (alpha + n / 2) * Math.log(after) +
    0.5 * Math.log(kappa / (kappa + n)) -
    n * HALF_LOG_2PI
  );
}
