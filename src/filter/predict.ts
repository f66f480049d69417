import type { StepContext } from './context';
import { weighDictionary } from './dictionary';
import { scalar } from './layout';
import { packCoefficientCovariance } from './observation';
import { holdState, keepPrediction, predictionInRange } from './range';

/** One number for each sensor: a mean and its variance. */
export interface Estimate {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

export const createEstimate = (d: number): Estimate => ({
  mean: new Float64Array(d),
  variance: new Float64Array(d),
});

/**
 * Rolls the coefficients one frame forward on `head`, a copy of the model's head that a forecast may spend:
 * x <- f(x), P <- F P F' + Q.
 */
export function rollForward(head: Float64Array, context: StepContext): void {
  const { at, model } = context;
  head[scalar.k] += 1;
  model.predict(head, at);
  if (!predictionInRange(head, at)) holdState(head, at);
  keepPrediction(head, at);
}

/**
 * What `head` says of every sensor: mean c_j'H x, variance c_j'H P H'c_j + g'Vg, plus R_j for a reading.
 * Uses the scratch of `m`, none of its state.
 */
export function estimateSensors(
  m: Float64Array,
  head: Float64Array,
  context: StepContext,
  reading: boolean,
  out: Estimate,
): void {
  const { at, rows } = context;
  const { d, r, C, R, w, G, x, xBar, size, g } = at;
  for (let i = 0; i < size; i++) head[xBar + i] = head[x + i];
  weighDictionary(head, context);
  packCoefficientCovariance(head, at, at.P, G);
  for (let i = 0; i < r * r; i++) m[G + i] = head[G + i];
  rows.quadratics(m, C, d, G, w);
  const a = head[scalar.a];
  const noise = reading ? head[scalar.noise] : 0;
  for (let j = 0; j < d; j++) {
    let mean = 0;
    for (let i = 0; i < r; i++) mean += m[C + j * r + i] * head[g + i];
    out.mean[j] = mean;
    out.variance[j] = Math.max(0, m[w + j]) + a + noise * m[R + j];
  }
}
