import { isObserved } from '../linalg/limits';
import type { StepContext } from './context';
import { outcome, scalar } from './layout';
import { logGamma } from './log-gamma';

/**
 * log p(y_O) of the last frame, before it was learned: y_O ~ N(C g, S) or, for rPSMF, Student t with lambda degrees of
 * freedom and scale S, where S = C PBar C' + R + a I over the observed rows. By the determinant lemma
 *
 *   log det S = sum log Rbar_j + 2 sum log L_ii,   M = L L' as the correction left it
 *
 * Zero for a frame with nothing observed or refused.
 */
export function logLikelihood(m: Float64Array, context: StepContext): number {
  const { at, robust } = context;
  const { d, R, e, M, size } = at;
  const observed = m[scalar.count];
  if (observed === 0 || m[scalar.outcome] === outcome.refused) return 0;
  let logDet = 0;
  for (let j = 0; j < d; j++) {
    if (isObserved(m[e + j])) logDet += Math.log(m[scalar.priorNoise] * m[R + j] + m[scalar.a]);
  }
  for (let i = 0; i < size; i++) logDet += 2 * Math.log(m[M + i * (size + 1)]);
  const nis = m[scalar.nis];
  if (!robust) return -0.5 * (observed * Math.log(2 * Math.PI) + logDet + nis);
  const lambda = m[scalar.priorLambda];
  return (
    logGamma((lambda + observed) / 2) -
    logGamma(lambda / 2) -
    0.5 * (observed * Math.log(lambda * Math.PI) + logDet) -
    0.5 * (lambda + observed) * Math.log1p(nis / lambda)
  );
}
