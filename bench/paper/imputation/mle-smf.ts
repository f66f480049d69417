import { Matrix, solve } from 'ml-matrix';
import { RANK, reconstruct, type Completion, type Problem } from './problem';
import { EPOCHS, SETTINGS } from './psmf';
import { observe } from './observed-rows';

/** Step of the dictionary in pass i. */
export const stepSize = (pass: number): number => 1e-6 / pass ** 0.7;

/**
 * Matrix factorisation by maximum likelihood, the paper's MLE-SMF: a Kalman filter on x whose dictionary is a parameter,
 *
 *   P̄ = P + q I;  S = M C P̄ C' M + R;  eta = tr(M C P̄ C' M + M R M)/d
 *   x = x̄ + P̄ C'M S^-1 e;  P = P̄ - P̄ C'M S^-1 M C P̄;  C += gamma/eta e x'
 *
 * with S^-1 through (P̄^-1 + C'M C/rho)^-1, which is r x r.
 */
export function completeByMle(problem: Problem): Completion {
  const { times, sensors, seen, removed, X0 } = problem;
  const { rho, q } = SETTINGS;
  const C = problem.C0.map((row) => [...row]);
  const hidden = new Map(removed.map(({ cell, truth }) => [cell, truth]));
  let x = [...X0[times - 1]];
  let P = Matrix.eye(RANK);
  const X: number[][] = [];
  let covered = 0;
  for (let pass = 1; pass <= EPOCHS; pass++) {
    X.length = 0;
    for (let k = 0; k < times; k++) {
      const row = k * sensors;
      const PBar = Matrix.add(P, Matrix.eye(RANK).mul(q));
      const { count, gram, h, e } = observe(seen, row, C, x);
      // tr(M C P̄ C' M) = tr(C'MC P̄)
      const eta = (Matrix.mul(gram, PBar).sum() + count * rho) / sensors;
      if (pass === EPOCHS) {
        for (let j = 0; j < sensors; j++) {
          const truth = hidden.get(row + j);
          if (truth === undefined) continue;
          const predicted = C[j].reduce((sum, c, i) => sum + c * x[i], 0);
          if (Math.abs(truth - predicted) < 2 * Math.sqrt(eta)) covered++;
        }
      }
      // P = (I + P̄ G/rho)^-1 P̄;  x = x̄ + P h/rho
      P = solve(Matrix.add(Matrix.eye(RANK), PBar.mmul(gram).div(rho)), PBar);
      P = Matrix.add(P, P.transpose()).div(2);
      const gain = P.mmul(Matrix.columnVector(h)).div(rho);
      x = x.map((value, i) => value + gain.get(i, 0));
      if (count > 0) {
        const rate = stepSize(pass) / eta;
        for (const [j, residual] of e) C[j] = C[j].map((c, i) => c + rate * residual * x[i]);
      }
      X.push(x);
    }
  }
  return { estimates: reconstruct(problem, C, X), coverage: covered / removed.length };
}
