import { isObserved } from '../linalg/limits';
import type { StepContext } from './context';
import { scalar } from './layout';

/** A gradient this large is a frame that leads nowhere: it is left out, so that Adam's squares stay in range. */
const MAX_GRADIENT = 1e60;

/**
 * -log p(y_O) of the last frame before it was learned, with the dictionary integrated out and without constants: what the
 * parameters descend (paper, eq. 20; with gaps, Supplement E). With m readings, q = e'e and s = a + eta = N,
 *
 *   PSMF:  m/2 log s + q / (2 s)         rPSMF:  m/2 log s + (lambda + m)/2 log(1 + q / (lambda s))
 */
export function marginalLoss(m: Float64Array, context: StepContext): number {
  const observed = m[scalar.count];
  if (observed === 0) return 0;
  const s = m[scalar.N];
  const q = m[scalar.squares];
  if (!context.robust) return 0.5 * (observed * Math.log(s) + q / s);
  const lambda = m[scalar.priorLambda];
  return 0.5 * (observed * Math.log(s) + (lambda + observed) * Math.log1p(q / (lambda * s)));
}

/**
 * The gradient of that loss in theta. eta, x, C and V are constants: only f_theta(x) is differentiated, grad = (df/dtheta)' v,
 *
 *   PSMF:  v = m Vg / s - q Vg / s^2 - C'e / s
 *   rPSMF: v = m Vg / s - (lambda + m) / (lambda s + q) (C'e + q Vg / s)
 *
 * Both are v = alpha Vg - beta C'e. Called before the readings correct anything.
 */
export function differentiateFrame(m: Float64Array, context: StepContext): void {
  const { at, model, robust } = context;
  const { r, order, size, v, Vg } = at;
  const s = m[scalar.N];
  const q = m[scalar.squares];
  const observed = m[scalar.count];
  const lambda = m[scalar.lambda];
  const beta = robust ? (lambda + observed) / (lambda * s + q) : 1 / s;
  const alpha = observed / s - (beta * q) / s;
  m.fill(0, v, v + size);
  for (let j = 0; j < at.d; j++) {
    const e = m[at.e + j];
    if (!isObserved(e)) continue;
    for (let i = 0; i < r; i++) m[v + i * order] -= beta * m[at.C + j * r + i] * e;
  }
  for (let i = 0; i < r; i++) m[v + i * order] += alpha * m[Vg + i];
  model.accumulateGradient?.(m, at, v, at.frameGradient);
}

export function clearFrameGradient(m: Float64Array, context: StepContext): void {
  m.fill(0, context.at.frameGradient, context.at.frameGradient + context.at.p);
}

/** gradient += the frame's, unless that is out of range. */
export function addFrameGradient(m: Float64Array, context: StepContext): void {
  const { gradient, frameGradient, p } = context.at;
  let largest = 0;
  for (let i = 0; i < p; i++) {
    const size = Math.abs(m[frameGradient + i]);
    largest = size <= largest ? largest : size; // a NaN stays
  }
  if (!(largest < MAX_GRADIENT)) return;
  for (let i = 0; i < p; i++) m[gradient + i] += m[frameGradient + i];
}
