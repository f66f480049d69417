import { logGamma } from '../../src/filter/log-gamma';

/** A change is expected once in so many frames; runs less probable than this are given up. */
const EXPECTED_RUN = 200;
const NEGLIGIBLE = Math.log(1e-300);
/** The most probable run must shrink by more than so many frames, and stay so for as many, to count as a change. */
const HELD = 10;

/** One run: normal-inverse-Wishart statistics with Psi = L L'. */
interface Run {
  readonly start: number;
  logPosterior: number;
  n: number;
  readonly mean: Float64Array;
  readonly L: Float64Array;
  /** log |Psi|, which log(1 + v' Psi^-1 v) is added to when v v' is added to Psi. */
  logDeterminant: number;
}

/**
 * Bayesian online changepoint detection with a full covariance (Adams and MacKay), as the paper's authors run it for
 * comparison: normal-inverse-Wishart prior with kappa0 = 1, nu0 = 2 d - 1, Psi0 = 2 I about mean 0. A change is where the
 * most probable run began, once that has shrunk and held; runs that began by then are given up.
 *
 * @returns the first frame of every run that held, in the order they were believed.
 */
export function changesByMbocpd(frames: readonly (readonly number[])[]): number[] {
  const d = frames[0].length;
  const changes: number[] = [];
  let runs: Run[] = [createRun(0, d, 0)];
  let [length, held, shrunk] = [0, 0, false];
  frames.forEach((x, t) => {
    const { start } = runs.reduce((best, run) => (run.logPosterior > best.logPosterior ? run : best));
    const grown = t - start - length;
    length = t - start;
    runs = extendRuns(runs, x, t);
    if (grown < -HELD) {
      shrunk = true;
    } else if (shrunk) {
      held += 1;
      const believed = Math.abs(grown) < HELD && held > HELD;
      if (believed) {
        changes.push(start);
        runs = runs.filter((run) => run.start > start);
      }
      if (believed || Math.abs(grown) >= HELD) [held, shrunk] = [0, false];
    }
  });
  return changes;
}

/** p(run | x) ~ p(run) p(x | run); each then ends with probability 1 / EXPECTED_RUN, for one that begins after x. */
function extendRuns(runs: readonly Run[], x: readonly number[], t: number): Run[] {
  let most = -Infinity;
  for (const run of runs) {
    run.logPosterior += absorb(run, x);
    most = Math.max(most, run.logPosterior);
  }
  const total = most + Math.log(runs.reduce((sum, run) => sum + Math.exp(run.logPosterior - most), 0));
  for (const run of runs) run.logPosterior += Math.log(1 - 1 / EXPECTED_RUN) - total;
  const fresh = createRun(t + 1, x.length, Math.log(1 / EXPECTED_RUN));
  return [...runs.filter((run) => run.logPosterior > NEGLIGIBLE), fresh];
}

function createRun(start: number, d: number, logPosterior: number): Run {
  const L = Float64Array.from({ length: d * d }, (_, i) => (i % (d + 1) === 0 ? Math.SQRT2 : 0));
  return { start, logPosterior, n: 0, mean: new Float64Array(d), L, logDeterminant: d * Math.LN2 };
}

/**
 * log p(x | run), a Student-t of nu - d + 1 degrees of freedom, then x becomes part of the run:
 * mean += (x - mean) / (kappa + 1),  Psi += kappa / (kappa + 1) (x - mean)(x - mean)'.
 */
function absorb(run: Run, x: readonly number[]): number {
  const { mean, L } = run;
  const d = mean.length;
  const kappa = 1 + run.n;
  const dof = d + run.n;
  const shrink = Math.sqrt(kappa / (kappa + 1));
  const v = new Float64Array(d);
  const y = new Float64Array(d);
  let squares = 0;
  for (let i = 0; i < d; i++) {
    v[i] = shrink * (x[i] - mean[i]);
    let sum = v[i];
    for (let j = 0; j < i; j++) sum -= L[i * d + j] * y[j];
    y[i] = sum / L[i * d + i];
    squares += y[i] * y[i];
  }
  const density =
    logGamma((dof + d) / 2) -
    logGamma(dof / 2) -
    (d / 2) * Math.log(Math.PI) -
    run.logDeterminant / 2 +
    d * Math.log(shrink) -
    ((dof + d) / 2) * Math.log1p(squares);
  for (let i = 0; i < d; i++) mean[i] += v[i] / shrink / (kappa + 1);
  updateCholesky(L, v, d);
  run.logDeterminant += Math.log1p(squares);
  run.n += 1;
  return density;
}

/** L L' + v v' = L L' anew, by rotations; v is spent. */
function updateCholesky(L: Float64Array, v: Float64Array, d: number): void {
  for (let k = 0; k < d; k++) {
    const old = L[k * d + k];
    const radius = Math.sqrt(old * old + v[k] * v[k]);
    const c = old / radius;
    const s = v[k] / radius;
    L[k * d + k] = radius;
    for (let i = k + 1; i < d; i++) {
      const former = L[i * d + k];
      L[i * d + k] = c * former + s * v[i];
      v[i] = c * v[i] - s * former;
    }
  }
}
