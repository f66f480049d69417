import { logGamma } from '../../src/filter/log-gamma';

/** A change is expected once in so many frames; runs less probable than this are given up. */
const EXPECTED_RUN = 250;
const NEGLIGIBLE = Math.log(1e-6);

/** One run: normal-inverse-Wishart statistics with Psi = L L'. */
interface Run {
  readonly start: number;
  logPosterior: number;
  n: number;
  readonly mean: Float64Array;
  readonly L: Float64Array;
}

/**
 * Bayesian online changepoint detection with a full covariance (Adams and MacKay; normal-inverse-Wishart prior with
 * kappa0 = 1, nu0 = d + 2, Psi0 = `scale` I about mean 0), for comparison.
 *
 * @returns the frame at which the most probable run at the end began.
 */
export function lastChangeByMbocpd(frames: readonly (readonly number[])[], scale: number): number {
  const d = frames[0].length;
  let runs: Run[] = [createRun(0, d, scale)];
  frames.forEach((x, t) => {
    if (t > 0) {
      const fresh = createRun(t, d, scale);
      fresh.logPosterior = Math.log(1 / EXPECTED_RUN) - Math.log(1 - 1 / EXPECTED_RUN);
      runs.push(fresh);
    }
    let most = -Infinity;
    for (const run of runs) {
      run.logPosterior += absorb(run, x);
      most = Math.max(most, run.logPosterior);
    }
    const total = most + Math.log(runs.reduce((sum, run) => sum + Math.exp(run.logPosterior - most), 0));
    for (const run of runs) run.logPosterior -= total;
    runs = runs.filter((run) => run.logPosterior > NEGLIGIBLE);
  });
  return runs.reduce((best, run) => (run.logPosterior > best.logPosterior ? run : best)).start;
}

/**
 * The same model when exactly one change is assumed, at t: the most probable split of p(x before t) p(x from t on), each
 * one run. The evidence of a run does not depend on the order of its frames, so the second factor is summed up backwards.
 */
export function placeOneChange(frames: readonly (readonly number[])[], scale: number): number {
  const evidence = (ordered: readonly (readonly number[])[]): number[] => {
    const run = createRun(0, frames[0].length, scale);
    let total = 0;
    return [0, ...ordered.map((x) => (total += absorb(run, x)))];
  };
  const before = evidence(frames);
  const after = evidence([...frames].reverse()).reverse();
  let best = 1;
  for (let t = 1; t < frames.length; t++) {
    if (before[t] + after[t] > before[best] + after[best]) best = t;
  }
  return best;
}

function createRun(start: number, d: number, scale: number): Run {
  const L = Float64Array.from({ length: d * d }, (_, i) => (i % (d + 1) === 0 ? Math.sqrt(scale) : 0));
  return { start, logPosterior: 0, n: 0, mean: new Float64Array(d), L };
}

/**
 * log p(x | run), a Student-t of nu - d + 1 degrees of freedom, then x becomes part of the run:
 * mean += (x - mean) / (kappa + 1),  Psi += kappa / (kappa + 1) (x - mean)(x - mean)'.
 */
function absorb(run: Run, x: readonly number[]): number {
  const { mean, L } = run;
  const d = mean.length;
  const kappa = 1 + run.n;
  const dof = d + 2 + run.n - d + 1;
  const shrink = Math.sqrt(kappa / (kappa + 1));
  const v = Float64Array.from(x, (value, i) => shrink * (value - mean[i]));
  let squares = 0;
  let logDeterminant = 0;
  const y = v.slice();
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < i; j++) y[i] -= L[i * d + j] * y[j];
    y[i] /= L[i * d + i];
    squares += y[i] * y[i];
    logDeterminant += Math.log(L[i * d + i]);
  }
  const density =
    logGamma((dof + d) / 2) -
    logGamma(dof / 2) -
    (d / 2) * Math.log(Math.PI) -
    logDeterminant +
    d * Math.log(shrink) -
    ((dof + d) / 2) * Math.log1p(squares);
  for (let i = 0; i < d; i++) mean[i] += v[i] / shrink / (kappa + 1);
  updateCholesky(L, v, d);
  run.n += 1;
  return density;
}

/** L L' + v v' = L L' anew, by rotations; v is spent. */
function updateCholesky(L: Float64Array, v: Float64Array, d: number): void {
  for (let k = 0; k < d; k++) {
    const old = L[k * d + k];
    const radius = Math.hypot(old, v[k]);
    const [c, s] = [radius / old, v[k] / old];
    L[k * d + k] = radius;
    for (let i = k + 1; i < d; i++) {
      L[i * d + k] = (L[i * d + k] + s * v[i]) / c;
      v[i] = c * v[i] - s * L[i * d + k];
    }
  }
}
