import type { Parameters } from '../dynamics/parameters';
import { updateParameters } from './adam';
import { correctCoefficients } from './coefficients';
import type { StepContext } from './context';
import { correctDictionary, weighDictionary } from './dictionary';
import { addFrameGradient, clearFrameGradient, differentiateFrame } from './gradient';
import { outcome, scalar } from './layout';
import { gatherRows } from './observation';
import { correctionInRange, holdState, keepPrediction, predictionInRange } from './range';
import { applyRobustScaling, robustFactors } from './robust';

/**
 * One PSMF step: predict x, let the observed rows correct x, then let them correct C.
 * Paper, Algorithm 1; robust: Supplement D; gaps: Supplement E. The readings stand at m[at.e], NaN = missing, and dt at
 * m[at.dt]. Overwrites state and scratch; allocates nothing. A frame that would leave the range of doubles is refused:
 * time passes, nothing is learned from it.
 */
export function step(m: Float64Array, context: StepContext): void {
  const { at, model, rows, robust, parameters } = context;

  model.predict(m, at); //                            xBar = f(x),  PBar = F P F' + Q
  const inRange = predictionInRange(m, at);
  if (!inRange) holdState(m, at); //                  f has run away: x stays where it was
  if (parameters) clearFrameGradient(m, context);

  weighDictionary(m, context); //                     g = H xBar,  a = g'Vg
  rows.residuals(m, at.C, at.g, at.d, at.e, at.yPred); // yPred = C g,  e = y - yPred
  gatherRows(m, context); //                          G = C'Rbar^-1 C,  h = C'Rbar^-1 e,  eta,  N = a + eta
  if (m[scalar.count] === 0) {
    keepPrediction(m, at); //                         nothing seen: x = xBar, P = PBar, and V must not shrink,
    m[scalar.outcome] = outcome.empty; //             except in the authors' PSMF, where N = a
    if (context.variant === 'reference' && !robust) correctDictionary(m, context);
    return;
  }

  if (parameters && inRange) differentiateFrame(m, context); // the gradient of -log p in theta

  correctCoefficients(m, context); //                 x = xBar + P H'h,  P = (PBar^-1 + H'G H)^-1
  if (robust) robustFactors(m, context); //           omega, phi
  if (!correctionInRange(m, at)) {
    keepPrediction(m, at); //                         time passes, nothing is learned; what the correction left
    m[scalar.nis] = 0; //                             in the scalars may not be finite
    m[scalar.omega] = 1;
    m[scalar.phi] = 1;
    m[scalar.outcome] = outcome.refused;
    return;
  }
  correctDictionary(m, context); //                   C += e (Vg)'/N,  V -= (Vg)(Vg)'/N
  if (robust) applyRobustScaling(m, context); //      P, V, Q, R and lambda
  if (parameters) learnParameters(m, context, parameters); // theta
  m[scalar.outcome] = outcome.learned;
}

function learnParameters(m: Float64Array, context: StepContext, parameters: Parameters): void {
  if (parameters.learning === 'never') return;
  addFrameGradient(m, context);
  if (parameters.learning === 'frame') updateParameters(m, context.at, parameters);
}

/** The frame's number, and what the robust layer will move as it stands before. */
export function beginFrame(m: Float64Array): void {
  m[scalar.k] += 1;
  m[scalar.seq] += 1;
  m[scalar.omega] = 1;
  m[scalar.phi] = 1;
  m[scalar.priorLambda] = m[scalar.lambda];
  m[scalar.priorNoise] = m[scalar.noise];
}
