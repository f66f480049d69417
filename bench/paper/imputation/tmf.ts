import { Matrix, solve } from 'ml-matrix';
import { stepSize } from './mle-smf';
import { observe } from './observed-rows';
import { RANK, reconstruct, type Completion, type Problem } from './problem';
import { EPOCHS } from './psmf';

/**
 * Temporal matrix factorisation with an identity weight, as the paper compares with:
 *
 *   x = (C'MC + 2 I)^-1 (2 x_prev + C'M y);  C += gamma e x_prev'  with e = M (y - C x_prev)
 */
export function completeByTmf(problem: Problem): Completion {
  const { times, sensors, seen, X0 } = problem;
  const C = problem.C0.map((row) => [...row]);
  let x = [...X0[times - 1]];
  const X: number[][] = [];
  for (let pass = 1; pass <= EPOCHS; pass++) {
    X.length = 0;
    for (let k = 0; k < times; k++) {
      const { gram, h, e } = observe(seen, k * sensors, C, x);
      // (C'MC + 2 I)^-1 (2 x_prev + C'M y) = x_prev + (C'MC + 2 I)^-1 C'M e
      const change = solve(Matrix.add(gram, Matrix.eye(RANK).mul(2)), Matrix.columnVector(h));
      const previous = x;
      x = previous.map((value, i) => value + change.get(i, 0));
      for (const [j, residual] of e) C[j] = C[j].map((c, i) => c + stepSize(pass) * residual * previous[i]);
      X.push(x);
    }
  }
  return { estimates: reconstruct(problem, C, X), coverage: null };
}
