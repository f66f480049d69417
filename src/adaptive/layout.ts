import { packedLength } from '../linalg/packed';

/** Scalars at the head of the flat array. Doubles live here and not in arguments, where V8 would box them. */
export const scalar = {
  /** State of the generator that draws dictionary rows. */
  seed: 0,
  /** Frames with a reading since the filter was built. */
  learned: 1,
  /** G, the number of groups the shadow outage goes round. */
  groups: 2,
  /** The shadow outage: frames into the window (0: none yet), its length, its number, and the time since its start. */
  windowFrames: 3,
  windowLength: 4,
  windowIndex: 5,
  windowTime: 6,
  /** Of the frame being learned: dt, the observed sensors, and whether anyone will see the estimates. */
  dt: 7,
  observed: 8,
  live: 9,
  /** Scratch of single pieces. */
  horizon: 10,
  /** Mean and variance of the blended experts. */
  blendMean: 11,
  blendVariance: 12,
  /** Scalars on their way into and out of the packed kernels. */
  divisor: 13,
  dot: 14,
  quadratic: 15,
  factor: 16,
} as const;
const SCALARS = 17;
/** The scalars that are state; the others describe the last frame. */
export const STATE_SCALARS = 7;

/** One sensor's scalars, relative to the start of its record. z stands for (reading - location) / scale. */
export const sensor = {
  /** 1 once the sensor has units. */
  active: 0,
  location: 1,
  scale: 2,
  /** Readings in a row beyond the guard's limit. */
  guard: 3,
  /** b, B, phi, q: the sensor's own AR(1) offset, its variance, decay and noise. */
  offset: 4,
  offsetVariance: 5,
  decay: 6,
  drift: 7,
  /** R, the measurement noise. */
  noise: 8,
  /** Autocovariances of what the other sensors do not explain, at lags 0, 1, 2; how many went in; the last two of them. */
  gamma0: 9,
  gamma1: 10,
  gamma2: 11,
  count: 12,
  lag1: 13,
  lag2: 14,
  hasLag1: 15,
  hasLag2: 16,
  /** Surprising readings in a row. */
  strikes: 17,
  /** Time since the last reading, in nominal periods. */
  gap: 18,
  /** The simple predictors: readings seen, last value, running mean, trend, range. */
  seen: 19,
  last: 20,
  mean: 21,
  trend: 22,
  low: 23,
  high: 24,
  /** b and B of the shadow filter. */
  shadowOffset: 25,
  shadowOffsetVariance: 26,
  /** As they stood when the shadow's window began; offset and variance move on by phi and q of that moment. */
  startReady: 27,
  startOffset: 28,
  startOffsetVariance: 29,
  startDecay: 30,
  startDrift: 31,
  startNoise: 32,
  /** h = C P C' and mu'V mu at that moment. */
  startModelVariance: 33,
  startRowVariance: 34,
  startLast: 35,
  startTrend: 36,
  startGap: 37,
  /** Of the frame being learned: whether the reading counts, the reading, and z. */
  observed: 38,
  reading: 39,
  z: 40,
  /** Prior mean and variance, before the frame was seen. */
  priorMean: 41,
  priorVariance: 42,
  /** D = R + B + mu'V mu: the variance the coefficients do not explain; w: the robust weight. */
  unexplained: 43,
  weight: 44,
  shadowUnexplained: 45,
  /** C mu and h = C P C' after the coefficients were corrected. */
  signal: 46,
  signalVariance: 47,
  /** rho = z - b - C mu;  De = D / w;  den = De - h. */
  residual: 48,
  effective: 49,
  remaining: 50,
  /** With sensor j left out: the residual el, and vs, the variance of C x;  u = el + b. */
  outResidual: 51,
  outVariance: 52,
  unshared: 53,
  /** The model's estimate had the sensor been missing, and its variance; then the calibrated mix. */
  modelMean: 54,
  modelVariance: 55,
  estimate: 56,
  estimateVariance: 57,
  /** The denoised value C mu + b and its variance h + B. */
  denoised: 58,
  denoisedVariance: 59,
} as const;
const SENSOR_SCALARS = 60;
/** Where a record's state ends and what describes the last frame begins. */
export const FRAME_SCALARS = { start: sensor.observed, end: SENSOR_SCALARS } as const;

/** Model, last value, running mean, trend. */
export const EXPERTS = 4;
/** Modes: 0, other sensors were seen; 1, the frame was empty. Buckets: floor(log2 gap), at most 6. */
export const MODES = 2;
export const BUCKETS = 7;
/** A cell of loss statistics: squared losses of the experts, their count, squared blend errors in units of v. */
export const cell = { losses: 0, count: EXPERTS, calibration: EXPERTS + 1, size: EXPERTS + 2 } as const;
const CELLS = MODES * BUCKETS * cell.size;

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
}

/**
 * Offsets of everything a filter owns, in one Float64Array:
 *
 *   scalars | coefficients | pooled losses | scratch | sensor records
 *
 * mu has p = r + 1 entries, the last one the constant 1, which has no variance: covariances P are r x r. V is p x p. All are
 * packed lower triangles. A record holds the sensor's scalars, then its row C, V, both as they stood when the shadow's
 * window began, and its losses: everything of a joining sensor is appended at the end.
 */
export interface Layout {
  readonly d: number;
  readonly r: number;
  readonly p: number;
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
  /** t = P C', and after it C P C'. */
  readonly t: number;
  /** x, the coefficients without sensor j; V x and after it x'V x. */
  readonly x: number;
  readonly Vx: number;
  /** The experts' forecasts, mean squared errors and weights. */
  readonly forecasts: number;
  readonly errors: number;
  readonly weights: number;
  readonly records: number;
  readonly stride: number;
  /** Within a record: */
  readonly C: number;
  readonly V: number;
  readonly startC: number;
  readonly startV: number;
  readonly losses: number;
  readonly length: number;
}

export function createLayout(d: number, r: number): Layout {
  const p = r + 1;
  const counter = (start: number): ((length: number) => number) => {
    let end = start;
    return (length) => (end += length) - length;
  };
  const take = counter(SCALARS);
  const own: Belief = {
    mu: take(p),
    P: take(packedLength(r)),
    offset: sensor.offset,
    offsetVariance: sensor.offsetVariance,
    unexplained: sensor.unexplained,
  };
  const shadow: Belief = {
    mu: take(p),
    P: take(packedLength(r)),
    offset: sensor.shadowOffset,
    offsetVariance: sensor.shadowOffsetVariance,
    unexplained: sensor.shadowUnexplained,
  };
  const head = {
    Q: take(r),
    startMu: take(p),
    pooled: take(CELLS),
    scratch: take(0),
    priorMu: take(r),
    priorP: take(r),
    t: take(r + 1),
    x: take(p),
    Vx: take(p + 1),
    forecasts: take(EXPERTS),
    errors: take(EXPERTS),
    weights: take(EXPERTS),
  };
  const records = take(0);
  const takeOfRecord = counter(SENSOR_SCALARS);
  const record = {
    C: takeOfRecord(p),
    V: takeOfRecord(packedLength(p)),
    startC: takeOfRecord(p),
    startV: takeOfRecord(packedLength(p)),
    losses: takeOfRecord(CELLS),
  };
  const stride = takeOfRecord(0);
  return { ...head, ...record, own, shadow, d, r, p, records, stride, length: records + d * stride };
}
