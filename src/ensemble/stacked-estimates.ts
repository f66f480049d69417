import type { AdaptiveModel } from '../adaptive/adaptive-model';
import type { HeldOut } from '../adaptive/held-out';
import type { Estimate } from '../filter/predict';
import { AskedQuestions } from './asked-questions';
import type { EnsembleEstimates } from './ensemble-estimates';
import { FrozenMix } from './frozen-mix';
import type { HeldOutFills } from './held-out-fills';
import type { Forecasts, HeldOutWindow } from './held-out-window';
import { HiddenErrors } from './hidden-errors';
import { measuredGap, type MeasuredFill } from './measured-fill';
import { copyInto, copySensor, type Numbers } from './numbers';
import { SensorSpread } from './sensor-spread';
import { Stack, bucketOf } from './stack';
import { StackQuestion } from './stack-question';
import { BUCKETS } from './stack-sums';
import type { WindowVotes } from './window-votes';

/** For so many frames every reading is scored, later one in four; and of more sensors than this one in two, three, ... */
const ALL_SCORED_FOR = 1000;
const SCORED_LATER = 4;
const ALL_SCORED_UP_TO = 40;
/** With everything hidden every second frame is asked about, and every second sensor of it will do. */
const EMPTY_STANDS_FOR = 4;
/** Fills are counted in windows that begin after so many frames: before, the model is still being built. */
const MEASURED_FROM = 400;
/** Half widths of intervals, and errors that are counted as such, in deviations. */
const INTERVAL_DEVIATIONS = 2;
const LARGEST_ERROR = 8;

/** What is being asked, of whichever model: a question lasts no longer than its answer, but for those kept. */
const question = new StackQuestion(0);
/** What was asked of each sensor whose reading is scored, had it been missing: sensors `every` apart, one after the other. */
const asked = new AskedQuestions();

/**
 * The model's estimate of each sensor with as much of the challengers' as the stack lets in, and what readings say of both:
 * those that came, each as if it had been left out, and those that a window hides.
 */
export class StackedEstimates {
  readonly #experts: number;
  readonly #createStack: (sensors: number) => Stack;
  #spread: SensorSpread;
  #stack: Stack;
  #mix: FrozenMix;
  readonly hidden: HiddenErrors;
  #sensors: number;
  /** The frame asked about last. */
  #frame = 0;

  /** `createStack`: another stack than the usual one. */
  constructor(sensors: number, experts: number, createStack = (d: number): Stack => new Stack(d)) {
    this.#experts = experts;
    this.#createStack = createStack;
    this.#spread = new SensorSpread(sensors);
    this.#stack = createStack(sensors);
    this.#mix = new FrozenMix(sensors, experts);
    this.hidden = new HiddenErrors(sensors);
    this.#sensors = sensors;
  }

  /** How far each sensor spreads. */
  get spread(): Readonly<SensorSpread> {
    return this.#spread;
  }

  /** All arrays, by what they hold: the state, but for the votes and the errors of hidden readings. */
  get arrays(): Numbers[] {
    return [...this.#spread.arrays, ...this.#mix.arrays, ...this.#stack.arrays];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    return this.#spread.isSound && this.#stack.isSound;
  }

  /** The numbers of a state that begins with these arrays and lacks so many: the weights of experts that came after it was stored. */
  addExperts(data: Float64Array, missing: number): Float64Array {
    const at = this.#spread.arrays.reduce((sum, { length }) => sum + length, 0);
    return this.#mix.addExperts(data, missing, at);
  }

  /** How the stack's blocks voted. */
  get votes(): WindowVotes {
    return this.#stack.votes;
  }

  /** Its votes were not stored: as the sums have it. */
  countVotes(): void {
    this.#stack.votes.startFrom(this.#stack.pooled);
  }

  /** One with the same numbers. */
  copy(): StackedEstimates {
    const copy = new StackedEstimates(this.#sensors, this.#experts, this.#createStack);
    copyInto(copy.arrays, this.arrays);
    copyInto(copy.votes.arrays, this.votes.arrays);
    return copy;
  }

  addSensor(): void {
    const sensors = this.#sensors + 1;
    const spread = new SensorSpread(sensors);
    copyInto(spread.arrays, this.#spread.arrays);
    this.#spread = spread;
    const mix = new FrozenMix(sensors, this.#experts);
    copyInto(mix.arrays, this.#mix.arrays);
    this.#mix = mix;
    this.#stack.addSensor();
    this.hidden.addSensor();
    this.#sensors = sensors;
  }

  /** The evidence is forgotten. */
  startAgain(): void {
    const sensors = this.#sensors;
    this.#stack = this.#createStack(sensors);
    this.#spread = new SensorSpread(sensors);
  }

  /** Sensor j is from now on another, of which nothing is known. */
  replaceSensor(j: number): void {
    copySensor(this.#spread.arrays, new SensorSpread(1).arrays, j);
    copySensor(this.#mix.arrays, new FrozenMix(1, this.#experts).arrays, j);
    this.#stack.clearSensor(j);
    this.hidden.clearSensor(j);
  }

  /** What sensor j shows from now on is not what its evidence is of. */
  measureAnew(j: number): void {
    this.#spread.measureAnew(j);
    this.#stack.clearSensor(j);
    this.hidden.clearSensor(j);
  }

  /** The level of sensor j has shifted. */
  shift(j: number, by: number): void {
    this.#spread.mean[j] += by;
  }

  /** How far off fills of sensor j were, by the length of the gap, while others were seen. */
  measuredFill(j: number): MeasuredFill {
    const deviation = this.#spread.unit(j);
    const errors = Array.from({ length: BUCKETS }, (_, bucket) => ({
      gap: measuredGap(bucket),
      error: deviation * (bucket === 0 ? this.#stack.singleError(j) : this.hidden.error(j, bucket)),
    }));
    return { deviation, errors: errors.filter(({ error }) => Number.isFinite(error)) };
  }

  /** The variance of sensor j. */
  variance(j: number): number {
    return this.#spread.variance[j];
  }

  /** The frame that is asked about next. `isLearned`: it is taken in, and what is worked out for it is part of the state. */
  advance(frame: number, isLearned: boolean): void {
    this.#frame = frame;
    this.#stack.advance(frame, isLearned);
  }

  /**
   * Changes the model's estimates in `out` as far as the challengers may; `believed` are the readings of the frame, dt after the
   * last. False where there were numbers that no reading leads to: they change nothing.
   */
  answer(
    out: EnsembleEstimates,
    readings: Float64Array,
    believed: Float64Array,
    dt: number,
    said: Forecasts,
  ): boolean {
    const { gap } = this.#spread;
    const mode = countReadings(believed) === 0 ? 1 : 0;
    const every = scoredEvery(this.#frame, believed.length);
    const scored = this.#frame % every;
    asked.makeRoomFor(Math.ceil(believed.length / every));
    let isSound = true;
    for (let j = 0; j < believed.length; j++) {
      const isSeen = !Number.isNaN(believed[j]);
      question.sensor = j;
      question.mode = mode;
      question.bucket = bucketOf(gap[j] + (isSeen ? 1 : dt));
      question.model = out.mean[j];
      question.modelVariance = out.sd[j] * out.sd[j];
      const isAnswered = this.#ask(said);
      if (j % every === scored) asked.keep((j / every) | 0, question);
      if (!isAnswered) continue;
      if (!isFinite(question.mean + question.variance)) {
        isSound = false;
        continue;
      }
      out.mean[j] = question.mean;
      out.sd[j] = Math.sqrt(question.variance);
      out.measured[j] = question.isMeasured ? 1 : 0;
      if (isSeen) out.residual[j] = (readings[j] - out.mean[j]) / out.sd[j];
    }
    return isSound;
  }

  /** Changes the model's forecast of a frame `elapsed` after the last, likewise. */
  answerAhead({ mean, variance }: Estimate, elapsed: number, said: Forecasts): void {
    question.mode = 1;
    for (let j = 0; j < mean.length; j++) {
      question.sensor = j;
      question.bucket = bucketOf(this.#spread.gap[j] + elapsed);
      question.model = mean[j];
      question.modelVariance = variance[j];
      if (!this.#ask(said) || !isFinite(question.mean + question.variance)) continue;
      mean[j] = question.mean;
      variance[j] = question.variance;
    }
  }

  /** Asks the stack; false where the sensor has not moved yet, or the model has no estimate. */
  #ask(said: Forecasts): boolean {
    const { sensor } = question;
    const unit = Math.sqrt(this.#spread.variance[sensor]);
    question.unit = unit;
    if (!(unit > 0 && unit < Infinity) || !(question.modelVariance > 0)) return false;
    question.said[0] = said.seasonal[sensor];
    question.said[1] = said.present[sensor];
    question.said[2] = said.dynamic[sensor];
    question.isPooled = this.#spread.isLikeOthers(sensor);
    this.#stack.estimate(question);
    return true;
  }

  /** Every reading of the frame answered last, number `frame`, that others were seen with says how far off they were without it. */
  scoreReadings(believed: Float64Array, frame: number): void {
    if (countReadings(believed) < 2) return;
    const every = scoredEvery(frame, believed.length);
    for (let j = frame % every; j < believed.length; j += every) {
      if (Number.isNaN(believed[j])) continue;
      asked.recall((j / every) | 0, j, question);
      if (!(question.unit > 0 && question.modelVariance > 0)) continue;
      question.reading = believed[j];
      this.#stack.learn(question, frame, every);
    }
  }

  /** So does every reading that the running window hides of a block that it follows; `fills` takes how those of its group were filled. */
  scoreHeldOut(
    believed: Float64Array,
    frame: number,
    heldOut: HeldOut,
    window: HeldOutWindow,
    fills: HeldOutFills | null,
  ): void {
    const [groupMean, emptyMean] = heldOut.mean;
    const half = (frame >> 1) & 1;
    for (let j = 0; j < believed.length; j++) {
      if (Number.isNaN(believed[j]) || window.isFollowed[j] === 0) continue;
      if (!Number.isNaN(groupMean[j])) this.#scoreGroup(j, believed, frame, heldOut, window, fills);
      if ((j & 1) === half && !Number.isNaN(emptyMean[j]))
        this.#scoreEmpty(j, believed, frame, heldOut, window);
    }
  }

  /** Sensor j while the group is hidden that it is of. */
  #scoreGroup(
    j: number,
    believed: Float64Array,
    frame: number,
    heldOut: HeldOut,
    window: HeldOutWindow,
    fills: HeldOutFills | null,
  ): void {
    const sd = heldOut.sd[0][j];
    question.sensor = j;
    question.mode = 0;
    question.bucket = bucketOf(heldOut.gap[j]);
    this.#mix.answer(heldOut, question);
    question.modelVariance = sd * sd;
    if (!this.#ask(window.group)) return;
    fills?.note(j, question.mean, question.variance, believed[j]);
    question.reading = believed[j];
    this.#stack.learn(question, frame, 1);
    if (frame - heldOut.frames >= MEASURED_FROM) this.#noteHidden();
  }

  /** Sensor j while everything is hidden. */
  #scoreEmpty(
    j: number,
    believed: Float64Array,
    frame: number,
    heldOut: HeldOut,
    window: HeldOutWindow,
  ): void {
    const sd = heldOut.sd[1][j];
    question.sensor = j;
    question.mode = 1;
    question.bucket = bucketOf(heldOut.gap[j]);
    question.model = heldOut.mean[1][j];
    question.modelVariance = sd * sd;
    if (!this.#ask(window.all)) return;
    question.reading = believed[j];
    this.#stack.learn(question, frame, EMPTY_STANDS_FOR);
  }

  /** How the fill of a hidden reading fared. */
  #noteHidden(): void {
    const { sensor, bucket, unit, mean, variance, reading } = question;
    const error = (reading - mean) / unit;
    const isHeld = (reading - mean) * (reading - mean) <= INTERVAL_DEVIATIONS ** 2 * variance;
    this.hidden.learn(sensor, bucket, Math.max(-LARGEST_ERROR, Math.min(LARGEST_ERROR, error)), isHeld);
  }

  /** A window begins: what the model would say in an outage from now on. */
  beginWindow(model: AdaptiveModel): void {
    this.#mix.begin(model);
  }

  /** Takes in the readings themselves, dt after the last: how far each sensor spreads, how long it is silent. */
  learn(believed: Float64Array, dt: number): void {
    this.#spread.learn(believed, dt);
  }
}

/** One sensor in so many has its reading scored: those whose column leaves the same rest as the frame. */
function scoredEvery(frame: number, sensors: number): number {
  const fewest = frame < ALL_SCORED_FOR ? 1 : SCORED_LATER;
  return Math.max(fewest, 1 + Math.floor(sensors / ALL_SCORED_UP_TO));
}

function countReadings(believed: Float64Array): number {
  let count = 0;
  for (let j = 0; j < believed.length; j++) if (!Number.isNaN(believed[j])) count += 1;
  return count;
}
