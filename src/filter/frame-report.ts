import { PsmfError } from '../errors';
import { isObserved } from '../linalg/limits';
import type { StepContext } from './context';
import { outcome, scalar } from './layout';
import { holdState, predictionInRange } from './range';

type Rows = number[][];

/** The last frame, and the state after it, under the paper's letters. */
export interface FrameReport {
  readonly k: number;
  /** "refused": the frame would have left the range of doubles; time passed, nothing was learned from it. */
  readonly outcome: keyof typeof outcome;
  readonly observed: number;
  readonly xBar: number[];
  readonly PBar: Rows;
  readonly yPred: number[];
  /** y - yPred; NaN where not observed. */
  readonly residual: number[];
  readonly eta: number;
  readonly N: number;
  /** The paper's interval yPred -+ 2 sqrt(N); for rPSMF 2 sqrt(eta) where not observed. */
  readonly bounds: { readonly lower: number[]; readonly upper: number[] };
  /** Normalised innovation squared, e'S^-1 e. */
  readonly nis: number;
  readonly omega: number;
  readonly phi: number;
  readonly C: Rows;
  readonly V: Rows;
  readonly x: number[];
  readonly P: Rows;
  readonly Q: Rows;
  readonly R: number[];
  readonly lambda: number;
  /** The learned parameters after the frame, and its part of the gradient; empty where nothing is learned. */
  readonly theta: number[];
  readonly gradient: number[];
}

export function describeFrame(m: Float64Array, context: StepContext): FrameReport {
  const { at, robust } = context;
  const { d, r, size } = at;
  const vector = (from: number, length: number): number[] => Array.from(m.subarray(from, from + length));
  const matrix = (from: number, rows: number, columns: number): Rows =>
    Array.from({ length: rows }, (_, i) => vector(from + i * columns, columns));

  const yPred = vector(at.yPred, d);
  const residual = vector(at.e, d).map((e) => (isObserved(e) ? e : NaN));
  const { eta, N } = { eta: m[scalar.eta], N: m[scalar.N] };
  const halfWidth = residual.map((e) => 2 * Math.sqrt(robust && Number.isNaN(e) ? eta : N));

  const S = matrix(at.S, r, r);
  const scratch = m.slice(0, at.C);
  if (!canPredict(scratch, context)) holdState(scratch, at);
  const Q = Array.from({ length: size }, (_, i) =>
    Array.from(scratch.subarray(at.Q + i * size, at.Q + (i + 1) * size)),
  );
  const names = Object.keys(outcome) as (keyof typeof outcome)[];
  return {
    k: m[scalar.k],
    outcome: names.find((name) => outcome[name] === m[scalar.outcome]) ?? 'none',
    observed: m[scalar.count],
    xBar: vector(at.xBar, size),
    PBar: matrix(at.PBar, size, size),
    yPred,
    residual,
    eta,
    N,
    bounds: {
      lower: yPred.map((y, j) => y - halfWidth[j]),
      upper: yPred.map((y, j) => y + halfWidth[j]),
    },
    nis: m[scalar.nis],
    omega: m[scalar.omega],
    phi: m[scalar.phi],
    C: matrix(at.C, d, r),
    V: S.map((row) => S.map((other) => row.reduce((sum, s, i) => sum + s * other[i], 0))),
    x: vector(at.x, size),
    P: matrix(at.P, size, size),
    Q,
    R: vector(at.R, d).map((value) => m[scalar.noise] * value),
    lambda: m[scalar.lambda],
    theta: vector(at.theta, at.p),
    gradient: vector(at.frameGradient, at.p),
  };
}

/** Whether the next prediction is one to go by; F and Q are then filled. A function of the user may fail at what is only asked here. */
function canPredict(scratch: Float64Array, { at, model }: StepContext): boolean {
  try {
    model.predict(scratch, at);
    const inRange = predictionInRange(scratch, at);
    if (inRange) model.linearise(scratch, at);
    return inRange;
  } catch (error) {
    if (error instanceof PsmfError && error.code === 'BAD_FUNCTION') return false;
    throw error;
  }
}
