import { MAX_DECAY, MIN_NOISE } from '../factor/offset';
import { MAX_SQUARE } from '../linalg/limits';
import { storedCount, storedFlag, type StoredRange } from '../stored-range';

/** Bounds that a running filter keeps with room to spare: readings and z end at 1e60, variances of coefficients at 1e6. */
const MIN_SCALE = 1e-60;
const MAX_UNIT = 1e62;
export const MAX_FIRST_ORDER = 1e70;

/** A number of the state: the power of the unit it scales with when its sensor changes units, and its range. */
export interface Quantity extends StoredRange {
  readonly power: 0 | 1 | 2;
}

const flag: Quantity = { power: 0, ...storedFlag };
export const count: Quantity = { power: 0, ...storedCount };
export const time: Quantity = { power: 0, min: 0, max: MAX_SQUARE };
const value: Quantity = { power: 1, min: -MAX_FIRST_ORDER, max: MAX_FIRST_ORDER };
const variance: Quantity = { power: 2, min: 0, max: MAX_SQUARE };
const covariance: Quantity = { power: 2, min: -MAX_SQUARE, max: MAX_SQUARE };
const decay: Quantity = { power: 0, min: 0, max: MAX_DECAY };

/**
 * What is known of one sensor, in z = (reading - location) / scale. Snapshots hold it in this order; add at the end. The class with
 * these fields is written by scripts/emit-sensor-state.mjs.
 */
export const sensorQuantities = {
  /** 1 once the sensor has units. */
  active: flag,
  location: { power: 0, min: -MAX_UNIT, max: MAX_UNIT },
  scale: { power: 0, min: MIN_SCALE, max: MAX_UNIT },
  /** Readings in a row that its units do not fit. */
  misfits: count,
  /** b, B, phi, q: the sensor's own AR(1) offset, its variance, decay and noise. */
  offset: value,
  offsetVariance: variance,
  decay,
  offsetNoise: variance,
  /** R, the measurement noise. */
  noise: { ...variance, min: MIN_NOISE },
  /** Autocovariances of what the other sensors do not explain, at lags 0, 1, 2; how many went in; the last two of them. */
  gamma0: variance,
  gamma1: covariance,
  gamma2: covariance,
  count,
  lag1: value,
  lag2: value,
  hasLag1: flag,
  hasLag2: flag,
  /** Surprising readings in a row. */
  surprises: count,
  /** Time since the last reading, in nominal periods. */
  gap: time,
  /** Of the simple experts: readings seen, last value, running mean, trend, range. */
  seen: count,
  last: value,
  mean: value,
  trend: value,
  low: value,
  high: value,
  /** b and B of the filter that does not see the held-out group; 1: the sensor is in that group. */
  heldOutOffset: value,
  heldOutOffsetVariance: variance,
  isHeldOut: flag,
  /** As they stood when the window began; offset and variance move on by phi and q of that moment. */
  startReady: flag,
  startOffset: value,
  startOffsetVariance: variance,
  startDecay: decay,
  startOffsetNoise: variance,
  startNoise: variance,
  /** h = C P C' and mu'V mu at that moment. */
  startModelVariance: variance,
  startRowVariance: variance,
  startLast: value,
  startTrend: value,
  startGap: time,
  /** The error of the first of the surprising readings in a row. */
  firstSurprise: value,
  /** From -1 to 1: how far the factor model has lately been better than the last value at gaps of one frame. */
  advantage: { power: 0, min: -1, max: 1 },
  /** What stands for the last reading in the regression on neighbours: it, or what the regression said since; and while held out. */
  carried: value,
  heldOutCarried: value,
  /** Readings the regression has learned from, and the mean square of its misses. */
  regressionCount: count,
  regressionNoise: { power: 0, min: 0, max: MAX_SQUARE },
  /** |C|^2 + gamma0 when the sensor's neighbours were last looked over. */
  movement: variance,
} satisfies Readonly<Record<string, Quantity>>;

type SensorField = keyof typeof sensorQuantities;

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
  windowTime = NaN;
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
