import { correctByLoops } from '../linalg/correction';
import type { StepContext } from './context';
import { scalar } from './layout';

/**
 * x = xBar + K e and P = (I - K C H) PBar with K = PBar H'C' S^-1, S = C H PBar H'C' + Rbar (paper, eqs. 17-18), through
 * the r x r form of src/linalg/correction.ts, which needs no d x d matrix and no inverse: P is symmetric and positive
 * semidefinite by construction, M >= I always factors, and PBar may be singular or zero. By the same lemma
 *
 *   e'S^-1 e = e'Rbar^-1 e - z'z
 */
export function correctCoefficients(m: Float64Array, context: StepContext): void {
  const { at, correction } = context;
  if (correction) {
    correction(m, at.PBar, at.G, at.h, at.xBar, at.P, at.x, at.M, scalar.explained);
  } else {
    correctByLoops(m, at, scalar.explained);
  }
  m[scalar.nis] = Math.max(0, m[scalar.nis] - m[scalar.explained]);
}
