import { MAX_SQUARE } from '../linalg/limits';
import { packedLength, type FactorRow } from '../linalg/packed';

/** Bounds that a running filter keeps with room to spare: readings and z end at 1e60, variances of coefficients at 1e6. */
const MIN_SCALE = 1e-60;
const MAX_UNIT = 1e62;
const MAX_FIRST_ORDER = 1e70;
const MAX_COVARIANCE = 1e8;
const MAX_ROW_VARIANCE = 1e4;
export const MAX_COEFFICIENT = 1e9;
export const MAX_PROCESS_NOISE = 10;
export const MAX_DECAY = 0.999;
/** R is never learned below this, nor may a change of units take it there. */
export const MIN_NOISE = 1e-8;
/** Neighbours at most. Never more than the rank, which sensors that join later leave as it is. */
const MAX_NEIGHBOURS = 4;

/** Modes: 0, other sensors were seen; 1, the frame was empty. Buckets: floor(log2 gap), at most 6. */
export const MODES = 2;
export const BUCKETS = 7;

/** A number of the state: the power of the unit it scales with when its sensor changes units, and its range. */
export interface Quantity {
  readonly power: 0 | 1 | 2;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

const flag: Quantity = { power: 0, min: 0, max: 1, isWhole: true };
const count: Quantity = { power: 0, min: 0, max: Number.MAX_SAFE_INTEGER, isWhole: true };
const time: Quantity = { power: 0, min: 0, max: MAX_SQUARE };
const value: Quantity = { power: 1, min: -MAX_FIRST_ORDER, max: MAX_FIRST_ORDER };
const variance: Quantity = { power: 2, min: 0, max: MAX_SQUARE };
const covariance: Quantity = { power: 2, min: -MAX_SQUARE, max: MAX_SQUARE };
const decay: Quantity = { power: 0, min: 0, max: MAX_DECAY };

/** Doubles begin as NaN: V8 keeps a field as a double, without a new object for each new value, if it begins as one. */
const UNSET = NaN;

/** What is known of one sensor, in z = (reading - location) / scale. Snapshots hold the fields in this order; add at the end. */
export class SensorState {
  /** 1 once the sensor has units. */
  active = 0;
  location = UNSET;
  scale = UNSET;
  /** Readings in a row that its units do not fit. */
  misfits = 0;
  /** b, B, phi, q: the sensor's own AR(1) offset, its variance, decay and noise. */
  offset = UNSET;
  offsetVariance = UNSET;
  decay = UNSET;
  offsetNoise = UNSET;
  /** R, the measurement noise. */
  noise = UNSET;
  /** Autocovariances of what the other sensors do not explain, at lags 0, 1, 2; how many went in; the last two of them. */
  gamma0 = UNSET;
  gamma1 = UNSET;
  gamma2 = UNSET;
  count = 0;
  lag1 = UNSET;
  lag2 = UNSET;
  hasLag1 = 0;
  hasLag2 = 0;
  /** Surprising readings in a row. */
  surprises = 0;
  /** Time since the last reading, in nominal periods. */
  gap = UNSET;
  /** Of the simple experts: readings seen, last value, running mean, trend, range. */
  seen = 0;
  last = UNSET;
  mean = UNSET;
  trend = UNSET;
  low = UNSET;
  high = UNSET;
  /** b and B of the filter that does not see the held-out group; 1: the sensor is in that group. */
  heldOutOffset = UNSET;
  heldOutOffsetVariance = UNSET;
  isHeldOut = 0;
  /** As they stood when the window began; offset and variance move on by phi and q of that moment. */
  startReady = 0;
  startOffset = UNSET;
  startOffsetVariance = UNSET;
  startDecay = UNSET;
  startOffsetNoise = UNSET;
  startNoise = UNSET;
  /** h = C P C' and mu'V mu at that moment. */
  startModelVariance = UNSET;
  startRowVariance = UNSET;
  startLast = UNSET;
  startTrend = UNSET;
  startGap = UNSET;
  /** The error of the first of the surprising readings in a row. */
  firstSurprise = UNSET;
  /** From -1 to 1: how far the factor model has lately been better than the last value at gaps of one frame. */
  advantage = UNSET;
  /** What stands for the last reading in the regression on neighbours: it, or what the regression said since; and while held out. */
  carried = UNSET;
  heldOutCarried = UNSET;
  /** Readings the regression has learned from, and the mean square of its misses. */
  regressionCount = 0;
  regressionNoise = UNSET;
  /** |C|^2 + gamma0 when the sensor's neighbours were last looked over. */
  movement = UNSET;
}

export type SensorField = keyof SensorState;

export const sensorQuantities: Readonly<Record<SensorField, Quantity>> = {
  active: flag,
  location: { power: 0, min: -MAX_UNIT, max: MAX_UNIT },
  scale: { power: 0, min: MIN_SCALE, max: MAX_UNIT },
  misfits: count,
  offset: value,
  offsetVariance: variance,
  decay,
  offsetNoise: variance,
  noise: { ...variance, min: MIN_NOISE },
  gamma0: variance,
  gamma1: covariance,
  gamma2: covariance,
  count,
  lag1: value,
  lag2: value,
  hasLag1: flag,
  hasLag2: flag,
  surprises: count,
  gap: time,
  seen: count,
  last: value,
  mean: value,
  trend: value,
  low: value,
  high: value,
  heldOutOffset: value,
  heldOutOffsetVariance: variance,
  isHeldOut: flag,
  startReady: flag,
  startOffset: value,
  startOffsetVariance: variance,
  startDecay: decay,
  startOffsetNoise: variance,
  startNoise: variance,
  startModelVariance: variance,
  startRowVariance: variance,
  startLast: value,
  startTrend: value,
  startGap: time,
  firstSurprise: value,
  advantage: { power: 0, min: -1, max: 1 },
  carried: value,
  heldOutCarried: value,
  regressionCount: count,
  regressionNoise: { power: 0, min: 0, max: MAX_SQUARE },
  movement: variance,
};

/** One sensor: what is known of it, where its vectors lie in the filter's array, and what the frame being learned shows of it. */
export class Sensor extends SensorState implements FactorRow {
  /** Its row of the dictionary and the covariance of that; both as they stood when the window began. */
  readonly C: number;
  readonly V: number;
  readonly startC: number;
  readonly startV: number;
  /** Of the regression: its neighbours' numbers, the weights, their covariance, the weights as the window began. */
  readonly neighbours: number;
  readonly weights: number;
  readonly A: number;
  readonly startWeights: number;
  readonly losses: number;
  /** t = P C'. */
  readonly t: number;

  /** 1: the reading counts; 1: the sensor corrects the coefficients. */
  observed = 0;
  corrects = 0;
  z = UNSET;
  /** D = R + B + mu'V mu: the variance the coefficients do not explain; w: the robust weight. */
  unexplained = UNSET;
  weight = UNSET;
  /** C mu and h = C P C'. */
  signal = UNSET;
  h = UNSET;
  /** z - b, what the coefficients are to explain, and D / w, the noise it has. */
  target = UNSET;
  effective = UNSET;
  /** What other sensors are told of it: z, a surprising one cut back; C mu + b where there is no reading, and then 1. */
  given = UNSET;
  isFilled = 0;
  /** What it gave in the last frame, and where the held-out group is not seen. */
  previous = UNSET;
  heldOutPrevious = UNSET;

  constructor(
    readonly index: number,
    at: Layout,
  ) {
    super();
    const row = at.rows + index * at.stride;
    this.C = row + at.row.C.place;
    this.V = row + at.row.V.place;
    this.startC = row + at.row.startC.place;
    this.startV = row + at.row.startV.place;
    this.neighbours = row + at.row.neighbours.place;
    this.weights = row + at.row.weights.place;
    this.A = row + at.row.A.place;
    this.startWeights = row + at.row.startWeights.place;
    this.losses = row + at.lossesOfRow;
    this.t = row + at.tOfRow;
  }
}

/** All a sensor knows, field by field: a loop over names takes thirty times as long, and a late frame copies every sensor. */
export function assignSensor(to: SensorState, from: SensorState): void {
  to.active = from.active;
  to.location = from.location;
  to.scale = from.scale;
  to.misfits = from.misfits;
  to.offset = from.offset;
  to.offsetVariance = from.offsetVariance;
  to.decay = from.decay;
  to.offsetNoise = from.offsetNoise;
  to.noise = from.noise;
  to.gamma0 = from.gamma0;
  to.gamma1 = from.gamma1;
  to.gamma2 = from.gamma2;
  to.count = from.count;
  to.lag1 = from.lag1;
  to.lag2 = from.lag2;
  to.hasLag1 = from.hasLag1;
  to.hasLag2 = from.hasLag2;
  to.surprises = from.surprises;
  to.gap = from.gap;
  to.seen = from.seen;
  to.last = from.last;
  to.mean = from.mean;
  to.trend = from.trend;
  to.low = from.low;
  to.high = from.high;
  to.heldOutOffset = from.heldOutOffset;
  to.heldOutOffsetVariance = from.heldOutOffsetVariance;
  to.isHeldOut = from.isHeldOut;
  to.startReady = from.startReady;
  to.startOffset = from.startOffset;
  to.startOffsetVariance = from.startOffsetVariance;
  to.startDecay = from.startDecay;
  to.startOffsetNoise = from.startOffsetNoise;
  to.startNoise = from.startNoise;
  to.startModelVariance = from.startModelVariance;
  to.startRowVariance = from.startRowVariance;
  to.startLast = from.startLast;
  to.startTrend = from.startTrend;
  to.startGap = from.startGap;
  to.firstSurprise = from.firstSurprise;
  to.advantage = from.advantage;
  to.carried = from.carried;
  to.heldOutCarried = from.heldOutCarried;
  to.regressionCount = from.regressionCount;
  to.regressionNoise = from.regressionNoise;
  to.movement = from.movement;
}

/** What is known of all sensors together. */
export class FilterState {
  /** Frames with a reading since the filter was built. */
  learned = 0;
  /** G, the number of groups that are held out in turn. */
  groups = 0;
  /** The window: frames into it (0: none yet), its length, its number, and the time since its start. */
  windowFrames = 0;
  windowLength = 0;
  windowIndex = 0;
  windowTime = UNSET;
  /** The sensor whose neighbours are looked over next. */
  visited = 0;
}

type FilterField = keyof FilterState;

export const filterQuantities: Readonly<Record<FilterField, Quantity>> = {
  learned: count,
  groups: { ...count, min: 1 },
  windowFrames: count,
  windowLength: count,
  windowIndex: count,
  windowTime: time,
  visited: count,
};

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
  readonly pooled: number;
  /** mu and the diagonal of P before the frame was seen; what a sensor is regressed on. */
  readonly priorMu: number;
  readonly priorP: number;
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
    this.priorMu = take(r);
    this.priorP = take(r);
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

/** Everything that is known of a sensor, z -> k z. What has no unit, and what cannot go on in another, stays as it is. */
export function rescaleSensor(m: Float64Array, at: Layout, sensor: Sensor, k: number): void {
  const factors = [1, k, k * k];
  for (const name of sensorFields) sensor[name] *= factors[sensorQuantities[name].power];
  const row = at.rows + sensor.index * at.stride;
  for (const { place, length, quantity } of Object.values(at.row)) {
    for (let i = row + place; i < row + place + length; i++) m[i] *= factors[quantity.power];
  }
  for (let cell = sensor.losses; cell < sensor.losses + at.cells; cell += at.cell) {
    for (let e = cell; e < cell + at.experts; e++) m[e] *= k * k;
  }
}

/** All fields of a sensor zero. */
export function clearSensor(sensor: Sensor): void {
  for (const name of sensorFields) sensor[name] = 0;
}

/** What is known of all sensors together, but for the vectors. */
export function assignFilter(to: FilterState, from: FilterState): void {
  for (const name of filterFields) to[name] = from[name];
}

/** Fields one after the other, as a snapshot holds them. */
export function numbersOf<Name extends string>(
  state: Record<Name, number>,
  names: readonly Name[],
): Float64Array {
  return Float64Array.from(names, (name) => state[name]);
}

export const sensorFields = Object.keys(sensorQuantities) as SensorField[];
export const filterFields = Object.keys(filterQuantities) as FilterField[];
