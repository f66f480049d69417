import { copyInto, copySensor, type Numbers } from './numbers';
import {
  BUCKETS,
  CHALLENGERS,
  CUT_BELOW,
  LONGEST_OF,
  MODES,
  OWN_BUCKETS,
  type Sums,
  arraysOf,
  createSums,
  growSums,
  learnSums,
  ownBucketOf,
} from './stack-sums';
import { StackWeights } from './stack-weights';

/** Memory of a sensor's own sums, in weights; the pooled ones remember half as many times longer as there are sensors. */
const OWN_MEMORY = 300;
/** Differences and errors beyond so many deviations of the sensor count as that. */
const LARGEST = 8;
/** For the two shortest buckets a difference beyond so many times its usual size is cut back. */
const CUT_AT = 4;
const POOLED_WORTH_CUT = 3;
/** What the pooled errors are worth in a variance, in weights. */
const POOLED_WORTH = 5;
/** How fast intervals follow how often they held, and the share they should miss. */
const NUDGE = 0.03;
const MISSES = 0.05;
const LARGEST_SQUARE = 16;
const LARGEST_RATIO = 25;
/** Errors of gaps so long have been measured from so much weight on: of single frames, which are many, and of longer gaps. */
const LEAST_MEASURED_SINGLE = 20;
const LEAST_MEASURED = 2;

/** Buckets by the gap's length: 1, 2-3, 4-7, ... 128 and more. */
export const bucketOf = (gap: number): number =>
  gap < 2 ? 0 : Math.min(BUCKETS - 1, 31 - Math.clz32(Math.min(gap, 1 << 30)));

/**
 * How far each challenger is let in beside the estimate of the model, by sensor, mode (0: others seen; 1: nothing seen) and
 * length of the gap. In deviations of the sensor: D_e = f_e - f_0, r = y - f_0, estimate = f_0 + sum w_e D_e.
 */
export class Stack {
  sensors: number;
  readonly pooled: Sums;
  own: Sums;
  /** What was asked last. */
  mean = 0;
  variance = 0;
  /** Whether intervals of gaps so long have been held against readings. */
  isMeasured = false;
  readonly #weights: StackWeights;
  readonly #D = new Float64Array(CHALLENGERS);
  readonly #raw = new Float64Array(CHALLENGERS);
  #change = 0;
  #modelVariance = 1;
  #plainVariance = 1;

  constructor(sensors: number) {
    this.sensors = sensors;
    this.pooled = createSums(1, BUCKETS);
    this.own = createSums(sensors, OWN_BUCKETS);
    this.#weights = new StackWeights(sensors);
  }

  addSensor(): void {
    this.sensors += 1;
    this.own = growSums(this.own, this.sensors, OWN_BUCKETS);
    this.#weights.addSensor();
  }

  clearSensor(j: number): void {
    copySensor(arraysOf(this.own), arraysOf(createSums(1, OWN_BUCKETS)), j);
    this.#weights.clearSensor(j);
  }

  /** The frame that is asked about next. `isLearned`: it is taken in, and what is worked out for it is part of the state. */
  advance(frame: number, isLearned: boolean): void {
    this.#weights.advance(frame, isLearned);
  }

  /** Root mean square of the final error of sensor j in gaps of one frame, in its deviations; NaN before enough were measured. */
  singleError(j: number): number {
    const cell = j * MODES * OWN_BUCKETS;
    const weight = this.own.weight[cell];
    return weight >= LEAST_MEASURED_SINGLE ? Math.sqrt(this.own.errorSquare[cell] / weight) : NaN;
  }

  /** One with the same numbers. */
  copy(): Stack {
    const copy = new Stack(this.sensors);
    copyInto(copy.arrays, this.arrays);
    return copy;
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [...arraysOf(this.pooled), ...arraysOf(this.own), ...this.#weights.arrays];
  }

  /**
   * The estimate of sensor j whose gap is in `bucket`: mean and variance. `model` and `modelVariance` are f_0 and its variance,
   * `unit` the sensor's deviation, the challengers' NaN where they say nothing. `isPooled`: others' evidence counts too.
   */
  estimate(
    j: number,
    mode: number,
    bucket: number,
    unit: number,
    model: number,
    modelVariance: number,
    challengers: Float64Array,
    isPooled: boolean,
  ): void {
    const isAny = this.#measure(j, mode, bucket, unit, model, challengers);
    this.#change = 0;
    if (isAny) {
      const w = this.#weights.of(this.own, this.pooled, j, mode, bucket, isPooled);
      for (let e = 0; e < CHALLENGERS; e++) this.#change += w[e] * this.#D[e];
    }
    this.mean = model + unit * this.#change;
    const measuredAt = this.#measuredAt(mode, bucket);
    this.isMeasured = measuredAt === bucket && this.#isMeasured(mode, bucket);
    const own = (j * MODES + mode) * OWN_BUCKETS + ownBucketOf(measuredAt);
    const square = unit * unit;
    this.variance = square * this.#vary(own, mode * BUCKETS + measuredAt, modelVariance / square);
  }

  /** The bucket itself, or the longest below it whose errors have been measured. */
  #measuredAt(mode: number, bucket: number): number {
    let at = bucket;
    while (at > 0 && !this.#isMeasured(mode, at)) at -= 1;
    return this.#isMeasured(mode, at) ? at : bucket;
  }

  #isMeasured(mode: number, bucket: number): boolean {
    const least = bucket === 0 ? LEAST_MEASURED_SINGLE : LEAST_MEASURED;
    return this.pooled.weight[mode * BUCKETS + bucket] >= least;
  }

  #measure(
    j: number,
    mode: number,
    bucket: number,
    unit: number,
    model: number,
    challengers: Float64Array,
  ): boolean {
    let isAny = false;
    for (let e = 0; e < CHALLENGERS; e++) {
      const f = challengers[e];
      const difference = Number.isNaN(f) ? 0 : Math.min(Math.max((f - model) / unit, -LARGEST), LARGEST);
      this.#raw[e] = this.#D[e] = difference;
      if (difference === 0) continue;
      isAny = true;
      if (bucket >= CUT_BELOW) continue;
      const pooled = mode * CUT_BELOW + bucket;
      this.#D[e] *= this.#cutBack(j * MODES * CUT_BELOW + pooled, pooled, e, difference * difference);
    }
    return isAny;
  }

  /** 1, or less for a difference whose square is beyond 16 times its mean. */
  #cutBack(own: number, pooled: number, e: number, square: number): number {
    const at = own * CHALLENGERS + e;
    const pool = pooled * CHALLENGERS + e;
    const weight = this.pooled.differenceWeight[pool];
    if (!(weight > 0)) return 0;
    const typical = this.pooled.differenceSquare[pool] / weight;
    const mean =
      (this.own.differenceSquare[at] + POOLED_WORTH_CUT * typical) /
      (this.own.differenceWeight[at] + POOLED_WORTH_CUT);
    const limit = CUT_AT * CUT_AT * mean;
    return square > limit ? limit / square : 1;
  }

  /**
   * The geometric mean of the measured mean square of the final error and of the model's variance times how far that was off,
   * own and pooled, nudged by how often the interval held. In units of the sensor's deviation squared.
   */
  #vary(own: number, pooled: number, modelVariance: number): number {
    const { pooled: P, own: O } = this;
    const weight = P.weight[pooled];
    this.#modelVariance = this.#plainVariance = modelVariance;
    if (!this.#isMeasured(Math.floor(pooled / BUCKETS), pooled % BUCKETS)) return modelVariance;
    const pooledSquare = P.errorSquare[pooled] / weight;
    const isSane = modelVariance > 1e-10 && modelVariance < 1e6;
    const v0 = isSane ? modelVariance : Math.max(pooledSquare, 1e-10);
    const ownWeight = O.weight[own];
    const square = (O.errorSquare[own] + POOLED_WORTH * pooledSquare) / (ownWeight + POOLED_WORTH);
    const ratio =
      (O.errorRatio[own] + (POOLED_WORTH * P.errorRatio[pooled]) / weight) / (ownWeight + POOLED_WORTH);
    this.#modelVariance = v0;
    const variance = Math.sqrt((square + 1e-12) * (v0 * ratio + 1e-12));
    this.#plainVariance = variance * Math.exp(2 * (P.nudge[pooled] + O.nudge[own]));
    return this.#plainVariance;
  }

  /** The truth of what was asked last with the same arguments; `frame` counts frames. */
  learn(
    j: number,
    mode: number,
    bucket: number,
    unit: number,
    model: number,
    reading: number,
    frame: number,
    frames: number,
  ): void {
    const pooled = mode * BUCKETS + bucket;
    const ownBucket = ownBucketOf(bucket);
    const own = (j * MODES + mode) * OWN_BUCKETS + ownBucket;
    const r = Math.min(Math.max((reading - model) / unit, -LARGEST), LARGEST);
    const weight = frames * (bucket === 0 ? 0.5 : 1 / (1 << bucket));
    const error = r - this.#change;
    const isMissed = error * error > 4 * this.#plainVariance ? 1 : 0;
    const nudge = NUDGE * weight * (isMissed - MISSES);
    this.pooled.nudge[pooled] = within(this.pooled.nudge[pooled] + nudge / Math.sqrt(this.sensors), -1, 1.2);
    this.own.nudge[own] = within(this.own.nudge[own] + nudge, -0.7, 0.7);
    const ownBlock = Math.floor(frame / (2 << LONGEST_OF[ownBucket]));
    const pooledBlock = Math.floor(frame / Math.max(8, 2 << bucket));
    const pooledMemory = OWN_MEMORY * Math.max(1, this.sensors / 2);
    this.#learnErrors(this.own, own, weight, OWN_MEMORY, error);
    this.#learnErrors(this.pooled, pooled, weight, pooledMemory, error);
    if (bucket < CUT_BELOW) {
      const short = mode * CUT_BELOW + bucket;
      this.#learnDifferences(this.own, j * MODES * CUT_BELOW + short, weight, OWN_MEMORY);
      this.#learnDifferences(this.pooled, short, weight, pooledMemory);
    }
    learnSums(this.own, own, weight, OWN_MEMORY, ownBlock, this.#D, r);
    learnSums(this.pooled, pooled, weight, pooledMemory, pooledBlock, this.#D, r);
  }

  /** Before the sums are told: their weight is that of the errors so far. */
  #learnErrors(s: Sums, cell: number, weight: number, memory: number, error: number): void {
    const keep = 1 - weight / memory;
    const square = error * error;
    const most = s.weight[cell] > 3 ? LARGEST_SQUARE * (s.errorSquare[cell] / s.weight[cell]) : 1e9;
    s.errorSquare[cell] = keep * s.errorSquare[cell] + weight * Math.min(square, most);
    s.errorRatio[cell] =
      keep * s.errorRatio[cell] + weight * Math.min(square / this.#modelVariance, LARGEST_RATIO);
  }

  #learnDifferences(s: Sums, cell: number, weight: number, memory: number): void {
    const keep = 1 - weight / memory;
    for (let e = 0, at = cell * CHALLENGERS; e < CHALLENGERS; e++, at++) {
      if (this.#raw[e] === 0) continue;
      s.differenceSquare[at] = keep * s.differenceSquare[at] + weight * this.#raw[e] ** 2;
      s.differenceWeight[at] = keep * s.differenceWeight[at] + weight;
    }
  }
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
