import { correctCoefficients } from '../../../src/filter/coefficients';
import { correctDictionary, weighDictionary } from '../../../src/filter/dictionary';
import { scalar } from '../../../src/filter/layout';
import { gatherRows } from '../../../src/filter/observation';
import { correctionInRange, keepPrediction } from '../../../src/filter/range';
import type { StepContext } from '../../../src/filter/context';
import type { SourceLayout } from './layout';

export interface SourceContext extends StepContext {
  readonly at: SourceLayout;
}

/** An innovation beyond this many spreads counts as that many. */
const HUBER = 3;
/** Slowest forgetting of the spread, and what clipping takes from the variance of a normal innovation. */
const FORGETTING = 0.01;
const CLIPPING_LOSS = 1.03;
const LEAST_VARIANCE = 1e-8;

/**
 * One PSMF step on the standardised readings at m[at.e], dt at m[at.dt], with Huberised innovations: a spike moves neither
 * x nor C by more than three spreads. Leaves the raw innovations, NaN where missing, at m[at.innovation].
 */
export function filterStep(m: Float64Array, context: SourceContext): void {
  const { at, model, rows } = context;
  model.predict(m, at); //           xBar = A x,  PBar = A P A' + Q
  weighDictionary(m, context); //    g = H xBar,  a = g'Vg
  rows.residuals(m, at.C, at.g, at.d, at.e, at.yPred); // e = z - C g
  clipInnovations(m, at); //         e clipped to 3 spreads; members only
  gatherRows(m, context); //         G = C'C / (R + a),  h = C'e / (R + a),  N = a + tr(C'C H PBar H') / m + R
  if (m[scalar.count] === 0) {
    keepPrediction(m, at);
    return;
  }
  correctCoefficients(m, context); // x = xBar + P H'h,  P = (PBar^-1 + H'G H)^-1
  if (correctionInRange(m, at)) {
    for (let j = 0; j < at.d; j++) m[at.e + j] = m[at.clipped + j];
    correctDictionary(m, context); // C += e (Vg)'/N,  V -= (Vg)(Vg)'/N
  } else {
    keepPrediction(m, at);
  }
}

/**
 * Clips the innovations, and leaves those of the members at m[at.e]: only they correct x. The row of a sensor that came in
 * later is learned all the same, but its coming disturbs nobody's prediction.
 *
 *   s^2 <- (1 - w) s^2 + 1.03 w e^2 with the clipped e, w = max(0.01, 1 / (k + 1)) at step k of the sensor
 */
function clipInnovations(m: Float64Array, at: SourceLayout): void {
  const { d, e, innovation, clipped, spread, steps } = at;
  for (let j = 0; j < d; j++) {
    const raw = m[e + j];
    m[innovation + j] = raw;
    m[clipped + j] = raw;
    m[steps + j] += 1;
    if (raw !== raw) continue;
    const limit = HUBER * m[spread + j];
    const bounded = Math.min(limit, Math.max(-limit, raw));
    const weight = Math.max(FORGETTING, 1 / (m[steps + j] + 1));
    const variance =
      (1 - weight) * m[spread + j] * m[spread + j] + CLIPPING_LOSS * weight * bounded * bounded;
    m[spread + j] = Math.sqrt(Math.max(variance, LEAST_VARIANCE));
    m[clipped + j] = bounded;
    m[e + j] = m[at.member + j] === 1 ? bounded : NaN;
  }
}
