import { packedKernels } from '../linalg/kernel-choice';
import { setIdentity, type PackedKernels } from '../linalg/packed';
import { nextUniform } from '../random';
import { createHeldOut, type HeldOut } from './held-out';
import { assignSensor } from './kernels/sensor-state';
import { clearSensor } from './kernels/sensor-units';
import { Layout } from './layout';
import { Sensor } from './sensor';
import { assignFilter, FilterState } from './state';

/** Groups held out in turn: at most this many, and never more than sensors. */
const MAX_GROUPS = 6;
/** Experts at most. */
const MAX_EXPERTS = 16;

/** The frame being learned: its dt, the sensors observed in it, the prior of the sensor at hand. */
export class Frame {
  dt = NaN;
  observed = 0;
  priorMean = NaN;
  priorVariance = NaN;
}

/** A sensor without its own reading: rho = z - b - C mu;  De = D / w;  den = De - h;  el, vs, u = el + b. */
export class LeaveOneOut {
  residual = NaN;
  effective = NaN;
  remaining = NaN;
  error = NaN;
  variance = NaN;
  unshared = NaN;
}

/** What the experts are asked: a sensor's reading, had there been none for `horizon` nominal periods. And what comes of it. */
export class Question {
  /** 0: other sensors were seen; 1: the frame was empty. */
  mode = 0;
  /** floor(log2 horizon), from 0 to 6. */
  bucket = 0;
  /** Whether the sensor is held out, and the state as the window began is to answer. */
  isHeldOut = false;
  horizon = NaN;
  /** What the factor model says, from all the other sensors. */
  modelMean = NaN;
  modelVariance = NaN;
  /** The answer of the expert at hand: its forecast, and what its error counts times; Infinity: it has no part in the mix. */
  forecast = NaN;
  doubt = NaN;
  /** What the simple experts learn: the reading, a spike of it cut back. */
  value = NaN;
  /** The mix: mean, variance; what the variance is calibrated by; where the gap lies between two buckets. */
  mean = NaN;
  variance = NaN;
  ratio = NaN;
  between = NaN;
  /** Of all experts. */
  readonly forecasts = new Float64Array(MAX_EXPERTS);
  readonly doubts = new Float64Array(MAX_EXPERTS);
  readonly errors = new Float64Array(MAX_EXPERTS);
  readonly errorsBelow = new Float64Array(MAX_EXPERTS);
}

/** One of the forecasts that are mixed for a missing sensor. What it remembers of a sensor is declared in state.ts. */
export interface Expert {
  readonly name: string;
  /** Puts its answer into `question.forecast`, which holds the factor model's, and its `doubt`, which is 1. */
  forecast(sensor: Sensor, question: Question, filter: Filter): void;
  /**
   * Takes in the reading: `question.value` has spikes cut back, `question.forecast` is its own. The readings seen, the last of
   * them, their range and the gap are still those before it.
   */
  learn(sensor: Sensor, question: Question, filter: Filter): void;
  /** The sensor had no reading; its own forecast is in `question.forecast`. */
  miss(sensor: Sensor, question: Question, filter: Filter): void;
  /** A frame in which the sensor is held out, and others are seen. */
  followHeldOut(sensor: Sensor, filter: Filter): void;
  /** A window of the held-out group begins: keeps what forecasts are to start from. */
  beginWindow(sensor: Sensor, filter: Filter): void;
  /** As before any reading; and free to learn again, what was learned holding no more. */
  start(sensor: Sensor, filter: Filter): void;
  reopen(sensor: Sensor, filter: Filter): void;
  /** The sensor's level has shifted for good, its location with it: z has gone back, what came between was on the way. */
  followShift(sensor: Sensor): void;
  /** A frame with readings has been learned. */
  finishFrame(filter: Filter): void;
  /** A sensor has joined as the last. */
  join(filter: Filter): void;
  /** Another sensor has taken the place of this one, of which nothing is known. */
  replace(sensor: Sensor, filter: Filter): void;
  /** The sensor has taken new units, z -> k z; its own fields have been rescaled. */
  rescale(sensor: Sensor, k: number, filter: Filter): void;
}

const nothing = (): void => undefined;

const silent: Omit<Expert, 'name' | 'forecast'> = {
  learn: nothing,
  miss: nothing,
  followHeldOut: nothing,
  beginWindow: nothing,
  start: nothing,
  reopen: nothing,
  followShift: nothing,
  finishFrame: nothing,
  join: nothing,
  replace: nothing,
  rescale: nothing,
};

/** An expert with nothing to do where it has no method. All have one shape, methods in one order: among five V8 would look up each call. */
export const defineExpert = (methods: Pick<Expert, 'name' | 'forecast'> & Partial<Expert>): Expert => ({
  ...silent,
  ...methods,
});

/** What a filter is made of: the experts, the factor model first; and how the default model differs from the golden vectors. */
export interface Variant {
  readonly experts: readonly Expert[];
  /** Power of the mean loss that an expert is weighed by. */
  readonly weightPower: 3 | 4;
  /** Pooled losses are brought to the level of the sensor's own. */
  readonly levelsPooledLosses: boolean;
  /** Losses are interpolated between gap buckets. */
  readonly interpolatesLosses: boolean;
  /** Windows of the held-out group pause half of the time once much has been seen, and then three quarters. */
  readonly pausesWindows: boolean;
  /** The location follows a level that has shifted for good. */
  readonly followsShifts: boolean;
  /** A sensor the factor model has suddenly become bad at learns its row anew. */
  readonly relearns: boolean;
  /** A sensor that gets units late begins with what its history knows. */
  readonly recallsHistory: boolean;
  /** Readings before a sensor first moves do not count. */
  readonly skipsStillStart: boolean;
  /** A replay of many sensors is sliced. */
  readonly slicesReplays: boolean;
  /** Intervals from few readings are widened. */
  readonly widensFewReadings: boolean;
}

/** One process learns one frame at a time: what is on the way is kept once. */
const frame = new Frame();
const out = new LeaveOneOut();
const question = new Question();

/** One filter: all it has learned. */
export class Filter extends FilterState {
  readonly at: Layout;
  /** The vectors. */
  readonly m: Float64Array;
  readonly sensors: readonly Sensor[];
  /** Kernels of size r, for P; of size p = r + 1, for V and products with mu; of the size of the regression. */
  readonly small: PackedKernels;
  readonly full: PackedKernels;
  readonly regression: PackedKernels;
  /** Where the last value stands among the experts; -1: it is none of them. */
  readonly lastValue: number;
  /** How the group held out fared in the last frame. */
  readonly heldOut: HeldOut;
  readonly frame = frame;
  readonly out = out;
  readonly question = question;

  /** Without any numbers yet; `known` are the sensors of a filter that this one takes the place of. */
  constructor(
    readonly d: number,
    readonly r: number,
    readonly variant: Variant,
    known: readonly (Sensor | undefined)[] = [],
  ) {
    super();
    const at = new Layout(r, variant.experts.length);
    this.at = at;
    this.m = new Float64Array(at.rows + d * at.stride);
    this.sensors = Array.from({ length: d }, (_, j) => known[j] ?? new Sensor(j, at));
    this.heldOut = createHeldOut(d, variant.experts.length);
    this.lastValue = variant.experts.findIndex(({ name }) => name === 'last value');
    this.small = packedKernels(r);
    this.full = packedKernels(r + 1);
    this.regression = packedKernels(at.n);
  }
}

/** A fresh filter: mu = [0; 1], P = I, Q = 0.1, every sensor without units. */
export function createFilter(d: number, rank: number, variant: Variant, seed: number): Filter {
  const filter = new Filter(d, rank, variant);
  const { m, at } = filter;
  const { mu, P, heldOutMu, heldOutP, Q } = at.head;
  m.fill(seed, at.head.seed.place, at.head.seed.place + 1);
  for (const { place, length } of [mu, heldOutMu]) m.fill(1, place + length - 1, place + length);
  for (const { place } of [P, heldOutP]) setIdentity(m, place, rank);
  m.fill(0.1, Q.place, Q.place + rank);
  filter.groups = Math.min(MAX_GROUPS, d);
  filter.windowTime = 0;
  for (const sensor of filter.sensors) startSensor(filter, sensor);
  return filter;
}

/** V = I; the row of C uniform with variance 1/r, its intercept 0. */
function startSensor(filter: Filter, sensor: Sensor): void {
  const { m, at, r } = filter;
  clearSensor(sensor);
  sensor.scale = 1;
  const width = Math.sqrt(3 / r);
  m.set(
    Float64Array.from({ length: r }, () => (2 * nextUniform(m, at.head.seed.place) - 1) * width),
    sensor.C,
  );
  setIdentity(m, sensor.V, at.p);
  for (const expert of filter.variant.experts) expert.start(sensor, filter);
  startNoise(sensor);
}

/** The sensor's offset and noise as they are assumed before any reading. */
function startNoise(sensor: Sensor): void {
  sensor.offset = 0;
  sensor.heldOutOffset = 0;
  sensor.offsetVariance = 0.1;
  sensor.heldOutOffsetVariance = 0.1;
  sensor.decay = 0.9;
  sensor.offsetNoise = 0.05;
  sensor.noise = 0.3;
  sensor.gamma0 = 0.4;
  sensor.gamma1 = 0.15;
  sensor.gamma2 = 0.13;
  sensor.count = 0;
  sensor.hasLag1 = 0;
  sensor.hasLag2 = 0;
  sensor.surprises = 0;
  sensor.firstSurprise = 0;
  sensor.startReady = 0;
}

/** The sensor forgets what it shares with the others, its offset and its noise; units, losses and simple experts stay. */
export function restartSensor(filter: Filter, sensor: Sensor): void {
  const { m, at } = filter;
  m.fill(0, sensor.C, sensor.C + at.p);
  setIdentity(m, sensor.V, at.p);
  for (const expert of filter.variant.experts) expert.start(sensor, filter);
  startNoise(sensor);
  sensor.signal = 0;
  sensor.h = 0;
}

/** The same filter again, in the memory of `old` where it fits. */
export function copyFilter(from: Filter, old: Filter | null = null): Filter {
  const fits = old !== null && old.d === from.d && old.r === from.r && old.variant === from.variant;
  const to = fits ? old : new Filter(from.d, from.r, from.variant);
  to.m.set(from.m);
  assignFilter(to, from);
  for (let j = 0; j < from.d; j++) assignSensor(to.sensors[j], from.sensors[j]);
  return to;
}

/** The same filter with one more sensor at the end, its row drawn next from the generator; rank and groups stay. */
export function growFilter(old: Filter): Filter {
  const filter = new Filter(old.d + 1, old.r, old.variant, old.sensors);
  filter.m.set(old.m);
  assignFilter(filter, old);
  startSensor(filter, filter.sensors[old.d]);
  for (const expert of filter.variant.experts) expert.join(filter);
  holdOut(filter, filter.sensors[old.d]);
  return filter;
}

/** The same filter with another sensor in the place of sensor j, its row drawn next from the generator. */
export function replaceInFilter(old: Filter, j: number): Filter {
  const known = old.sensors.map((sensor) => (sensor.index === j ? undefined : sensor));
  const filter = new Filter(old.d, old.r, old.variant, known);
  const { m, at } = filter;
  m.set(old.m);
  m.fill(0, at.rows + j * at.stride, at.rows + (j + 1) * at.stride);
  assignFilter(filter, old);
  startSensor(filter, filter.sensors[j]);
  for (const expert of filter.variant.experts) expert.replace(filter.sensors[j], filter);
  holdOut(filter, filter.sensors[j]);
  return filter;
}

/** Window k holds out the sensors with j mod G = k mod G. */
export function holdOut({ groups, windowIndex }: Filter, sensor: Sensor): void {
  sensor.isHeldOut = sensor.index % groups === windowIndex % groups ? 1 : 0;
}
