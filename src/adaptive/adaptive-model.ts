import { checkDt, checkHorizon, checkReadings } from '../arguments';
import { PsmfError } from '../errors';
import { MAX_SENSORS } from '../filter/options';
import type { Estimate } from '../filter/predict';
import { assignEstimates, clearEstimate, createFrameEstimates, type FrameEstimates } from './estimates';
import { copyFilter, growFilter, replaceInFilter, type Filter } from './filter';
import type { Variant } from './variant';
import { forecastFrames } from './forecast';
import type { HeldOut } from './held-out';
import { copyGroupWeights } from './held-out-group';
import { History } from './history';
import { copyFeatures } from './kernels/coefficients';
import { sharedMovement } from './kernels/neighbours';
import {
  readConfig,
  readSensors,
  type AdaptiveConfig,
  type AdaptiveOptions,
  type AdaptiveState,
} from './options';
import { createFrame, fillFrame } from './reading';
import { concatenate, stateParts, unpackState } from './snapshot';
import { learnFrame } from './step';
import { defaultVariant, referenceVariant } from './variant';
import { activateMoving, WarmStart } from './warm-start';

export { BUCKETS } from './layout';

const NONE = new Float64Array(0);
const NO_BREAKDOWNS = new Uint8Array(0);
/** Frames between two looks at whether a sensor without units has begun to move. */
const LOOK_EVERY = 8;

/**
 * The default model: standardises, learns and calibrates by itself, frame by frame, without settings.
 * Past the warm start (320 frames) `learnOne` allocates nothing.
 */
export class AdaptiveModel {
  /** The one that copies are lent from: a frame that is answered and not learned takes no new memory. */
  static #spare: AdaptiveModel | null = null;

  #config: AdaptiveConfig;
  #variant: Variant;
  #seq = 0;
  #history: History;
  #filter: Filter | null = null;
  #warmStart: WarmStart | null;
  #frame: Float64Array;
  #estimates: FrameEstimates;
  #features = new Float64Array(0);

  constructor(options: AdaptiveOptions);
  /** @internal composed of other parts, to measure what each is worth. */
  constructor(options: AdaptiveOptions, variant: Variant);
  constructor(options: AdaptiveOptions, variant?: Variant) {
    this.#config = readConfig(options);
    this.#variant = variant ?? (this.#config.reference ? referenceVariant : defaultVariant);
    const sensors = readSensors(options);
    this.#history = new History(sensors, this.#variant);
    this.#warmStart = new WarmStart(this.#config, this.#variant, sensors);
    this.#frame = createFrame(sensors);
    this.#estimates = createFrameEstimates(sensors);
  }

  /** A model that goes on exactly where the snapshot was taken. */
  static restore(state: AdaptiveState): AdaptiveModel {
    const model = new AdaptiveModel({ ...state.config, sensors: state.sensors });
    const { seq, history, filter, warmStart } = unpackState(
      model.config,
      model.#variant,
      state.sensors,
      state.data,
    );
    model.#seq = seq;
    model.#history = history;
    model.#warmStart = warmStart;
    if (filter) model.#adopt(filter);
    model.#letReadingsGo();
    return model;
  }

  snapshot(): AdaptiveState {
    return { config: this.config, sensors: this.sensors, data: concatenate(this.parts) };
  }

  /** The numbers of a snapshot one after the other, most of them the model's own: to be copied before it goes on. */
  get parts(): readonly Float64Array[] {
    return stateParts({
      seq: this.#seq,
      history: this.#history,
      filter: this.#filter,
      warmStart: this.#warmStart,
    });
  }

  /** A model with the same numbers, on loan until the next call on any model. */
  lendCopy(): AdaptiveModel {
    const copy = (AdaptiveModel.#spare ??= new AdaptiveModel({ sensors: 1 }));
    copy.#assign(this);
    return copy;
  }

  #assign(other: AdaptiveModel): void {
    const { sensors } = other;
    if (sensors !== this.sensors) {
      this.#frame = createFrame(sensors);
      this.#estimates = createFrameEstimates(sensors);
    }
    this.#config = other.#config;
    this.#variant = other.#variant;
    this.#seq = other.#seq;
    this.#history.assign(other.#history);
    assignEstimates(this.#estimates, other.#estimates);
    this.#warmStart = other.#warmStart?.copy() ?? null;
    this.#filter = other.#filter && copyFilter(other.#filter, this.#filter);
    this.#features = other.#features.slice();
  }

  get config(): AdaptiveConfig {
    return this.#config;
  }

  get sensors(): number {
    return this.#history.sensors;
  }

  /** Frames taken in since the model was made, empty ones included. */
  get seq(): number {
    return this.#seq;
  }

  /** "warming" until the first filter has been built, from 40 frames. */
  get phase(): 'warming' | 'ready' {
    return this.#filter ? 'ready' : 'warming';
  }

  /** What the last frame showed; the arrays are overwritten by the next frame, and replaced when a sensor joins. */
  get estimates(): FrameEstimates {
    return this.#estimates;
  }

  /** How the sensors held out in turn fared in the last frame; null while warming. Overwritten by the next frame. */
  get heldOut(): HeldOut | null {
    return this.#filter?.heldOut ?? null;
  }

  /** By how much the level of each sensor was found to have shifted for good in the last frame; empty while warming. */
  get shifts(): Readonly<Float64Array> {
    return this.#filter?.shifts ?? NONE;
  }

  /** 1 for each sensor on which the factor model was found to have broken down in the last frame; empty while warming. */
  get breakdowns(): Readonly<Uint8Array> {
    return this.#filter?.breakdowns ?? NO_BREAKDOWNS;
  }

  /** What the experts of the sensors held out weigh now, by sensor, gap bucket and expert. */
  copyGroupWeights(out: Float32Array): void {
    if (this.#filter) copyGroupWeights(this.#filter, out);
  }

  /** How much of its movement sensor j shares with another, from 0 to 1; 0 while warming. */
  sharedMovement(j: number, other: number): number {
    const filter = this.#filter;
    return filter === null ? 0 : sharedMovement(filter, filter.sensors[j], filter.sensors[other]);
  }

  get experts(): number {
    return this.#variant.experts.length;
  }

  /** The coefficients after the last frame; empty while warming. Replaced when the filter is rebuilt. */
  get features(): Float64Array {
    return this.#features;
  }

  /**
   * Takes in one frame: a reading for each sensor, dt nominal periods after the last frame.
   * NaN, and anything else that is not a finite number of sensible size, is a missing reading.
   */
  learnOne(readings: ArrayLike<number>, dt = 1): void {
    checkReadings(readings, this.sensors);
    checkDt(dt);
    fillFrame(this.#frame, readings, dt);
    this.#describeSensors();
    this.#history.record(this.#frame);
    this.#warmStart?.record(this.#frame);
    if (this.#filter) {
      learnFrame(this.#filter, this.#frame, this.#estimates);
      copyFeatures(this.#filter, this.#features);
    }
    this.#history.copyGaps(this.#estimates.gap);
    this.#seq += 1;
    if (this.#seq % LOOK_EVERY === 0 || this.#warmStart?.isDue(this.#seq)) this.#activateSensors();
    if (this.#warmStart) this.#goOnStarting(this.#warmStart);
  }

  /** The next frame's readings, dt nominal periods ahead, as they would be estimated if none came. Changes nothing. */
  predictOne(dt = 1): Estimate {
    return this.forecast(1, dt)[0];
  }

  /** The next h frames' readings, dt nominal periods apart, as they would be estimated if none came. Changes nothing. */
  forecast(h: number, dt = 1): Estimate[] {
    checkHorizon(h);
    checkDt(dt);
    return forecastFrames(this.#filter, this.#history, h, dt);
  }

  /** Adds a sensor as the last column; the rest goes on as it was. */
  addSensor(): void {
    if (this.sensors >= MAX_SENSORS) {
      throw new PsmfError(
        'TOO_MANY_SENSORS',
        'The number of sensors',
        `at most ${MAX_SENSORS}`,
        `${this.sensors + 1}`,
        'Split the stream.',
      );
    }
    this.#history.addSensor();
    this.#warmStart?.addSensor();
    if (this.#filter) this.#filter = growFilter(this.#filter);
    this.#frame = createFrame(this.sensors);
    this.#estimates = createFrameEstimates(this.sensors);
  }

  /** Column j is from now on of another sensor, of which nothing is known; the rest goes on as it was. */
  replaceSensor(j: number): void {
    this.#history.clearSensor(j);
    this.#warmStart?.clearSensor(j);
    if (this.#filter) this.#filter = replaceInFilter(this.#filter, j);
    clearEstimate(this.#estimates, j);
  }

  /** Sensors without units, as their history before the frame describes them. */
  #describeSensors(): void {
    const { active } = this.#estimates;
    for (let j = 0; j < active.length; j++) {
      if (active[j] === 0) this.#history.describe(j, this.#estimates);
    }
  }

  /** Gives units to sensors that have begun to move, in the filter at work and in the one being built. */
  #activateSensors(): void {
    const atWork = this.#filter;
    const replay = this.#warmStart?.replay;
    if (replay) activateMoving(replay.filter, atWork, this.#history);
    if (atWork) activateMoving(atWork, atWork, this.#history);
    this.#letReadingsGo();
  }

  /** Once a filter is to stay, readings are kept of sensors that may still get units from them. */
  #letReadingsGo(): void {
    if (this.#filter === null || this.#warmStart !== null) return;
    const { sensors } = this.#filter;
    this.#history.keepReadings((j) => sensors[j].active !== 1);
  }

  #goOnStarting(warmStart: WarmStart): void {
    if (warmStart.isDue(this.#seq)) warmStart.begin();
    const built = warmStart.advance(this.#filter);
    if (built) this.#adopt(built);
    if (!warmStart.isOver(this.#seq)) return;
    this.#warmStart = null;
    this.#letReadingsGo();
  }

  #adopt(filter: Filter): void {
    this.#filter = filter;
    this.#features = new Float64Array(filter.r);
    copyFeatures(filter, this.#features);
  }
}
