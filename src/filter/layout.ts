import type { CorrectionSlots } from '../linalg/correction';
import type { StateSlots } from '../dynamics/model';

/** Scalars at the head of the flat array. Doubles live here and not in fields or arguments, where V8 would box them. */
export const scalar = {
  /** Index of the last frame of this pass: frames seen, empty ones included. */
  k: 0,
  /** Frames seen since the model was made; never restarts. */
  seq: 1,
  /** Frames in the smoother's memory. */
  recorded: 2,
  /** Degrees of freedom of the robust layer. */
  lambda: 3,
  /** Q and R are this many times their configured values. */
  noise: 4,
  /** State of the generator that draws the rows of joining sensors. */
  seed: 5,
  /** Of the frame being learned, or of the last one learned: */
  dt: 6,
  outcome: 7,
  /** How many sensors were observed; the next slot holds e'e over them. */
  count: 8,
  squares: 9,
  /** a = g'Vg. */
  a: 10,
  /** eta before the division: the noise of the observed rows, summed. */
  noiseSum: 11,
  eta: 12,
  N: 13,
  /** 1 / Rbar where R is uniform; the factor of the update of S. */
  weight: 14,
  gamma: 15,
  /** e'S^-1 e, the normalised innovation squared, and the part z'z of e'Rbar^-1 e that it leaves out. */
  nis: 16,
  explained: 17,
  omega: 18,
  phi: 19,
  /** lambda and noise before the robust layer moved them. */
  priorLambda: 20,
  priorNoise: 21,
  /** tr V before the frame. */
  traceV: 22,
} as const;
const SCALARS = 23;
/** The scalars that are state; the others describe the last frame. */
const STATE_SCALARS = 6;

/** Values of the `outcome` scalar. */
export const outcome = { none: 0, learned: 1, empty: 2, refused: 3 } as const;

/**
 * Offsets of everything a model owns, in one Float64Array:
 *
 *   scalars | x P S parameters | scratch of the small matrices | C R history | scratch of the rows
 *
 * The two stretches of state are what a snapshot holds. The head, up to C, is all that rolling x forward touches, so a
 * forecast works on a copy of it.
 */
export interface Layout extends StateSlots, CorrectionSlots {
  readonly d: number;
  readonly r: number;
  readonly order: number;
  /** S with V = S S', r x r. */
  readonly S: number;
  /** Of p learned parameters: theta, the gradient gathered since the last step of Adam, its moments and its count of steps. */
  readonly p: number;
  readonly gradient: number;
  readonly mean: number;
  readonly square: number;
  readonly updates: number;
  /** The last frame's part of the gradient, and its derivative in the predicted state. */
  readonly frameGradient: number;
  readonly v: number;
  /** g = H xBar, the predicted coefficients. */
  readonly g: number;
  /** S'g and V g. */
  readonly Sg: number;
  readonly Vg: number;
  /** T with PBar = T'T; then W = L^-1 T with P = W'W. */
  readonly T: number;
  /** G = C' Rbar^-1 C and h = C' Rbar^-1 e over the observed rows. */
  readonly G: number;
  readonly h: number;
  /** M = I + T H'G H T', then its Cholesky factor L. */
  readonly M: number;
  /** T H'G. */
  readonly TG: number;
  /** z = W H'h. */
  readonly z: number;
  /** b = V g / N. */
  readonly b: number;
  /** r zeros: the row that stands in for none. */
  readonly zeros: number;
  readonly C: number;
  readonly R: number;
  readonly history: number;
  /** Readings, then residuals. */
  readonly e: number;
  readonly yPred: number;
  /** Weights 1 / Rbar_j, or the variances a caller asked for. */
  readonly w: number;
  readonly length: number;
  /** The stretches of state, as [start, end). */
  readonly state: readonly (readonly [number, number])[];
}

/** One frame of the smoother's memory: xBar, F, Q of the transition into it, then x and P after it. */
export const historyEntry = (size: number): number => 2 * size + 3 * size * size;

export function createLayout(d: number, r: number, order: number, lag: number, p = 0): Layout {
  const size = r * order;
  let end = 0;
  const take = (length: number): number => {
    end += length;
    return end - length;
  };
  take(SCALARS);
  const x = take(size);
  const P = take(size * size);
  const S = take(r * r);
  const learned = {
    theta: take(p),
    gradient: take(p),
    mean: take(p),
    square: take(p),
    updates: take(Math.min(1, p)),
  };
  const headState = end;
  const head = {
    xBar: take(size),
    PBar: take(size * size),
    F: take(size * size),
    Q: take(size * size),
    g: take(r),
    Sg: take(r),
    Vg: take(r),
    T: take(size * size),
    G: take(r * r),
    h: take(r),
    M: take(size * size),
    TG: take(size * r),
    z: take(size),
    b: take(r),
    zeros: take(r),
    frameGradient: take(p),
    v: take(p === 0 ? 0 : size),
  };
  const C = take(d * r);
  const R = take(d);
  const history = take(lag === 0 ? 0 : (lag + 1) * historyEntry(size));
  const rowState = end;
  return {
    ...learned,
    ...head,
    ...{ p, d, r, order, size, x, P, S, C, R, history },
    ...{ dt: scalar.dt, k: scalar.k, noise: scalar.noise },
    e: take(d),
    yPred: take(d),
    w: take(d),
    length: end,
    state: [
      [0, STATE_SCALARS],
      [x, headState],
      [C, rowState],
    ],
  };
}
