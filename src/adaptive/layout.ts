import { packedLength } from '../linalg/packed';
import { CELLS, EXPERTS, SCALARS, SENSOR_SCALARS, sensor } from './slots';

/** Companions at most. Never more than the rank, which sensors that join later leave as it is. */
const MOST_COMPANIONS = 4;

/**
 * One belief about the coefficients and offsets: the filter's own, or the shadow's. mu and P are offsets into the array,
 * the others into a record.
 */
export interface Belief {
  readonly mu: number;
  readonly P: number;
  readonly offset: number;
  readonly offsetVariance: number;
  readonly unexplained: number;
  readonly observed: number;
}

/**
 * Offsets of everything a filter owns, in one Float64Array:
 *
 *   scalars | coefficients | pooled losses | scratch | sensor records
 *
 * mu has p = r + 1 entries, the last one the constant 1, which has no variance: covariances P are r x r. V is p x p. All are
 * packed lower triangles. A record holds the sensor's scalars, then its row C, V, both as they stood when the shadow's
 * window began, its losses, its regression on companions, and t and h: everything of a joining sensor is appended at the end.
 *
 * A class and not a literal of spreads: those get a hidden class each, and every piece of a step would run a third slower
 * from the second filter on.
 */
export class Layout {
  readonly p: number;
  /** Companions of a sensor, and what it is regressed on: them, their mean change, its last value, 1. */
  readonly k: number;
  readonly n: number;
  readonly own: Belief;
  readonly shadow: Belief;
  readonly Q: number;
  readonly startMu: number;
  readonly pooled: number;
  /** Where the head's scratch begins; it ends at `records`. */
  readonly scratch: number;
  /** mu and the diagonal of P before the frame was seen. */
  readonly priorMu: number;
  readonly priorP: number;
  /** x, the coefficients without sensor j. */
  readonly x: number;
  /** What a sensor is regressed on. */
  readonly regressors: number;
  /** The experts' forecasts and mean squared errors. */
  readonly forecasts: number;
  readonly errors: number;
  /** The errors at the bucket below, to interpolate from. */
  readonly errorsBelow: number;
  readonly records: number;
  readonly stride: number;
  readonly length: number;
  /** Within a record: */
  readonly C: number;
  readonly V: number;
  readonly startC: number;
  readonly startV: number;
  readonly losses: number;
  /** The companions' numbers; the weights of the regression, their covariance, and the weights as the window began. */
  readonly companions: number;
  readonly weights: number;
  readonly A: number;
  readonly startWeights: number;
  /** t = P C', and after it h = C P C'. */
  readonly t: number;
  readonly h: number;

  constructor(
    readonly d: number,
    readonly r: number,
  ) {
    const p = r + 1;
    const take = counter(SCALARS);
    this.p = p;
    this.k = Math.min(MOST_COMPANIONS, r);
    this.n = this.k + 3;
    this.own = {
      mu: take(p),
      P: take(packedLength(r)),
      offset: sensor.offset,
      offsetVariance: sensor.offsetVariance,
      unexplained: sensor.unexplained,
      observed: sensor.observed,
    };
    this.shadow = {
      mu: take(p),
      P: take(packedLength(r)),
      offset: sensor.shadowOffset,
      offsetVariance: sensor.shadowOffsetVariance,
      unexplained: sensor.shadowUnexplained,
      observed: sensor.shadowObserved,
    };
    this.Q = take(r);
    this.startMu = take(p);
    this.pooled = take(CELLS);
    this.scratch = take(0);
    this.priorMu = take(r);
    this.priorP = take(r);
    this.x = take(p);
    this.regressors = take(this.n);
    this.forecasts = take(EXPERTS);
    this.errors = take(EXPERTS);
    this.errorsBelow = take(EXPERTS);
    this.records = take(0);

    const takeOfRecord = counter(SENSOR_SCALARS);
    this.C = takeOfRecord(p);
    this.V = takeOfRecord(packedLength(p));
    this.startC = takeOfRecord(p);
    this.startV = takeOfRecord(packedLength(p));
    this.losses = takeOfRecord(CELLS);
    this.companions = takeOfRecord(this.k);
    this.weights = takeOfRecord(this.n);
    this.A = takeOfRecord(packedLength(this.n));
    this.startWeights = takeOfRecord(this.n);
    this.t = takeOfRecord(r);
    this.h = takeOfRecord(1);
    this.stride = takeOfRecord(0);
    this.length = this.records + d * this.stride;
  }
}

/** Hands out stretches of an array, one after the other. */
function counter(start: number): (length: number) => number {
  let end = start;
  return (length) => (end += length) - length;
}
