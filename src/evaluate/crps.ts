/** Where the series gives way to the continued fraction: both reach full precision there. */
const SERIES_UP_TO = 3;
const SMALLEST_TERM = 1e-17;
const FRACTION_DEPTH = 60;

/** erf x = 2/sqrt(pi) e^(-x^2) (x + 2x^3/3 + 4x^5/(3 5) + ...), all terms of one sign; by its continued fraction for large x. */
export function erf(x: number): number {
  const size = Math.abs(x);
  return Math.sign(x) * (size < SERIES_UP_TO ? erfBySeries(size) : 1 - erfcByFraction(size));
}

function erfBySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > SMALLEST_TERM * sum; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** erfc x = e^(-x^2)/sqrt(pi) / (x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...)))) */
function erfcByFraction(x: number): number {
  let tail = x;
  for (let n = FRACTION_DEPTH; n >= 1; n--) tail = x + n / 2 / tail;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * tail);
}

/**
 * Continuous ranked probability score of N(mean, sd^2) when `error` = truth - mean:
 * sd (z (2 Phi(z) - 1) + 2 phi(z) - 1/sqrt(pi)) with z = error/sd; |error| where sd is 0.
 */
export function gaussianCrps(error: number, sd: number): number {
  if (sd === 0) return Math.abs(error);
  const z = error / sd;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return sd * (z * erf(z / Math.SQRT2) + 2 * density - 1 / Math.sqrt(Math.PI));
}
