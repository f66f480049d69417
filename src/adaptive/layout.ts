import type { CoefficientPlaces } from '../factor/kernels/process-noise';
import { packedLength } from '../linalg/packed';
import { count, MAX_FIRST_ORDER, type Quantity } from './state';

const MAX_COVARIANCE = 1e8;
const MAX_ROW_VARIANCE = 1e4;
export const MAX_COEFFICIENT = 1e9;
/** Bounds that Q is learned in. */
export const MIN_PROCESS_NOISE = 1e-5;
export const MAX_PROCESS_NOISE = 10;
/** Neighbours at most. Never more than the rank, which sensors that join later leave as it is. */
const MAX_NEIGHBOURS = 4;

/** Modes: 0, other sensors were seen; 1, the frame was empty. Buckets: floor(log2 gap), at most 6. */
const MODES = 2;
export const BUCKETS = 7;

/**
 * A vector of the state, or a packed covariance of `size` rows: `length` numbers from `place` on. A class and not a literal of
 * spreads: those get a shape each, and V8 would compile every piece of a step anew when a former filter's is collected.
 */
export class Vector {
  constructor(
    readonly place: number,
    readonly length: number,
    readonly size: number,
    readonly isCovariance: boolean,
    readonly quantity: Quantity,
  ) {}
}

const bounded = (power: Quantity['power'], max: number, min = -max): Quantity => ({ power, min, max });

/**
 * Where every vector of a filter of rank r lies in its one array:
 *
 *   head | pooled losses | scratch | a row for each sensor: its vectors, losses, t
 *
 * mu has p = r + 1 entries, the last one the constant 1, which has no variance: covariances P are r x r. V is p x p. All are
 * packed lower triangles. A sensor that joins is appended at the end.
 */
export class Layout {
  readonly p: number;
  /** Neighbours of a sensor, and what it is regressed on: them, their mean change, its last value, 1. */
  readonly k: number;
  readonly n: number;
  /** Losses: a cell for each mode and gap bucket, in it the squared losses of the experts, their count, squared blend errors. */
  readonly cell: number;
  readonly cells: number;
  /** mu, P: of the filter, and of the one that does not see the held-out group; Q; mu as the window began. */
  readonly head: Readonly<Record<'seed' | 'mu' | 'P' | 'heldOutMu' | 'heldOutP' | 'Q' | 'startMu', Vector>>;
  readonly coefficients: CoefficientPlaces;
  readonly pooled: number;
  /** What a sensor is regressed on. */
  readonly regressors: number;
  readonly rows: number;
  readonly stride: number;
  /** Places within a row. */
  readonly row: Readonly<
    Record<'C' | 'V' | 'startC' | 'startV' | 'neighbours' | 'weights' | 'A' | 'startWeights', Vector>
  >;
  readonly lossesOfRow: number;
  readonly tOfRow: number;

  constructor(
    readonly r: number,
    readonly experts: number,
  ) {
    const p = r + 1;
    const k = Math.min(MAX_NEIGHBOURS, r);
    const n = k + 3;
    this.p = p;
    this.k = k;
    this.n = n;
    this.cell = experts + 2;
    this.cells = MODES * BUCKETS * this.cell;

    let end = 0;
    const take = (length: number): number => (end += length) - length;
    const vector = (size: number, quantity: Quantity): Vector =>
      new Vector(take(size), size, size, false, quantity);
    const square = (size: number, quantity: Quantity): Vector => {
      const length = packedLength(size);
      return new Vector(take(length), length, size, true, quantity);
    };
    const coefficients = bounded(0, MAX_COEFFICIENT);
    const row = bounded(1, MAX_FIRST_ORDER);
    const weights = bounded(0, MAX_FIRST_ORDER);
    this.head = {
      seed: vector(1, count),
      mu: vector(p, coefficients),
      P: square(r, bounded(0, MAX_COVARIANCE)),
      heldOutMu: vector(p, coefficients),
      heldOutP: square(r, bounded(0, MAX_COVARIANCE)),
      Q: vector(r, bounded(0, MAX_PROCESS_NOISE, 0)),
      startMu: vector(p, coefficients),
    };
    this.pooled = take(this.cells);
    const { mu, P, Q } = this.head;
    const places = { mu: mu.place, P: P.place, Q: Q.place };
    this.coefficients = { r, ...places, priorMu: take(r), priorP: take(r) };
    this.regressors = take(n);
    this.rows = end;

    end = 0;
    this.row = {
      C: vector(p, row),
      V: square(p, bounded(0, MAX_ROW_VARIANCE)),
      startC: vector(p, row),
      startV: square(p, bounded(2, MAX_ROW_VARIANCE)),
      neighbours: vector(k, count),
      weights: vector(n, weights),
      A: square(n, bounded(0, MAX_ROW_VARIANCE)),
      startWeights: vector(n, weights),
    };
    this.lossesOfRow = take(this.cells);
    this.tOfRow = take(r);
    this.stride = end;
  }

  /** Where the cell of a mode and gap bucket lies, from the start of the losses. */
  cellAt(mode: number, bucket: number): number {
    return (mode * BUCKETS + bucket) * this.cell;
  }
}

const layouts: Layout[] = [];

/** One for all filters of a rank. */
export function layoutOf(r: number, experts: number): Layout {
  let layout = layouts.find((known) => known.r === r && known.experts === experts);
  if (layout === undefined) layouts.push((layout = new Layout(r, experts)));
  return layout;
}
