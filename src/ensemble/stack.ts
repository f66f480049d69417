import { learnCell } from './learn-cell';
import { carryOf } from './shorten-cell';
import { copyInto, copySensor, type Numbers } from './numbers';
import {
  BUCKETS,
  CHALLENGERS,
  CUT_BELOW,
  LONGEST_OF,
  MODES,
  OWN_BUCKETS,
  type Sums,
  areSound,
  arraysOf,
  createSums,
  growSums,
  ownBucketOf,
} from './stack-sums';
import type { StackQuestion } from './stack-question';
import { StackWeights } from './stack-weights';
import { WindowVotes, isVotedOn } from './window-votes';

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
  readonly votes = new WindowVotes();
  own: Sums;
  readonly #weights: StackWeights;

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
    copyInto(copy.votes.arrays, this.votes.arrays);
    return copy;
  }

  /** All arrays, by what they hold: the state, but for the votes. */
  get arrays(): Numbers[] {
    return [...arraysOf(this.pooled), ...arraysOf(this.own), ...this.#weights.arrays];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    return areSound(this.pooled) && areSound(this.own);
  }

  /** Answers a question: mean = f_0 + unit sum w_e D_e, and its variance. */
  estimate(question: StackQuestion): void {
    const { unit, mode, bucket, D } = question;
    question.change = 0;
    if (this.#measure(question)) {
      const w = this.#weights.of(this.own, this.pooled, this.votes, question);
      question.change = w[0] * D[0] + w[1] * D[1] + w[2] * D[2];
    }
    question.mean = question.model + unit * question.change;
    const measuredAt = this.#measuredAt(mode, bucket);
    question.isMeasured = measuredAt === bucket && this.#isMeasured(mode, bucket);
    this.#vary(question, measuredAt);
    question.variance = unit * unit * question.scaledVariance;
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

  /** The differences of the challengers; false where there are none. */
  #measure({ unit, model, bucket, mode, sensor, said, differences, D }: StackQuestion): boolean {
    let isAny = false;
    for (let e = 0; e < CHALLENGERS; e++) {
      const f = said[e];
      const difference = f === f ? Math.min(Math.max((f - model) / unit, -LARGEST), LARGEST) : 0;
      differences[e] = D[e] = difference;
      if (difference !== 0) isAny = true;
    }
    if (isAny && bucket < CUT_BELOW) this.#cutBack(sensor, mode * CUT_BELOW + bucket, D);
    return isAny;
  }

  /** A difference whose square is beyond 16 times its mean is cut back; one that has no mean yet is none. */
  #cutBack(sensor: number, pooled: number, D: Float64Array): void {
    const { differenceSquare, differenceWeight } = this.own;
    let at = (sensor * MODES * CUT_BELOW + pooled) * CHALLENGERS;
    let pool = pooled * CHALLENGERS;
    for (let e = 0; e < CHALLENGERS; e++, at++, pool++) {
      if (D[e] === 0) continue;
      const weight = this.pooled.differenceWeight[pool];
      const typical = weight > 0 ? this.pooled.differenceSquare[pool] / weight : 0;
      const mean =
        (differenceSquare[at] + POOLED_WORTH_CUT * typical) / (differenceWeight[at] + POOLED_WORTH_CUT);
      const limit = CUT_AT * CUT_AT * mean;
      const square = D[e] * D[e];
      if (!(weight > 0)) D[e] = 0;
      else if (square > limit) D[e] *= limit / square;
    }
  }

  /**
   * The geometric mean of the measured mean square of the final error and of the model's variance times how far that was off,
   * own and pooled, nudged by how often the interval held. In units of the sensor's deviation squared.
   */
  #vary(question: StackQuestion, measuredAt: number): void {
    const { mode, sensor, unit } = question;
    const { pooled: P, own: O } = this;
    const pooled = mode * BUCKETS + measuredAt;
    const own = (sensor * MODES + mode) * OWN_BUCKETS + ownBucketOf(measuredAt);
    const modelVariance = question.modelVariance / (unit * unit);
    question.saneVariance = question.scaledVariance = modelVariance;
    if (!this.#isMeasured(mode, measuredAt)) return;
    const weight = P.weight[pooled];
    const pooledSquare = P.errorSquare[pooled] / weight;
    const isSane = modelVariance > 1e-10 && modelVariance < 1e6;
    const v0 = isSane ? modelVariance : Math.max(pooledSquare, 1e-10);
    const ownWeight = O.weight[own];
    const square = (O.errorSquare[own] + POOLED_WORTH * pooledSquare) / (ownWeight + POOLED_WORTH);
    const ratio =
      (O.errorRatio[own] + (POOLED_WORTH * P.errorRatio[pooled]) / weight) / (ownWeight + POOLED_WORTH);
    question.saneVariance = v0;
    question.scaledVariance =
      Math.sqrt((square + 1e-12) * (v0 * ratio + 1e-12)) * Math.exp(2 * (P.nudge[pooled] + O.nudge[own]));
  }

  /** The reading of a question that was answered; it stands for so many frames. `frame` counts frames. */
  learn(question: StackQuestion, frame: number, frames: number): void {
    const { sensor, mode, bucket, unit } = question;
    const pooled = mode * BUCKETS + bucket;
    const ownBucket = ownBucketOf(bucket);
    const own = (sensor * MODES + mode) * OWN_BUCKETS + ownBucket;
    const weight = frames * (bucket === 0 ? 0.5 : 1 / (1 << bucket));
    const r = Math.min(Math.max((question.reading - question.model) / unit, -LARGEST), LARGEST);
    const square = (r - question.change) * (r - question.change);
    const isMissed = square > 4 * question.scaledVariance ? 1 : 0;
    const nudge = NUDGE * weight * (isMissed - MISSES);
    this.pooled.nudge[pooled] = within(this.pooled.nudge[pooled] + nudge / Math.sqrt(this.sensors), -1, 1.2);
    this.own.nudge[own] = within(this.own.nudge[own] + nudge, -0.7, 0.7);
    question.weight = weight;
    question.r = r;
    question.errorSquare = square;
    const short = mode * CUT_BELOW + bucket;
    question.keep = 1 - weight / OWN_MEMORY;
    question.carry = carryOf(frame, sensor);
    const ownBlock = Math.floor(frame / (2 << LONGEST_OF[ownBucket]));
    learnCell(this.own, own, sensor * MODES * CUT_BELOW + short, ownBlock, question);
    question.keep = 1 - weight / (OWN_MEMORY * Math.max(1, this.sensors / 2));
    const block = Math.floor(frame / Math.max(8, 2 << bucket));
    if (isVotedOn(bucket)) this.votes.learn(this.pooled, block, question);
    learnCell(this.pooled, pooled, short, block, question);
  }
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
