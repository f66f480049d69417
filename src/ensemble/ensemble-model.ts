import { AdaptiveModel } from '../adaptive/adaptive-model';
import {
  assignEstimates,
  clearEstimate,
  createFrameEstimates,
  type FrameEstimates,
} from '../adaptive/estimates';
import type { AdaptiveConfig } from '../adaptive/options';
import { damagedState } from '../errors';
import type { Estimate } from '../filter/predict';
import { believe } from './believed';
import { Challengers } from './challengers';
import { FrozenMix } from './frozen-mix';
import { EarlyFrames } from './early-frames';
import type { Forecasts } from './held-out-window';
import { copyInto, copySensor, packNumbers, unpackNumbers } from './numbers';
import { RhythmClock, type Rhythm } from './rhythm-clock';
import { SensorSpread } from './sensor-spread';
import { chooseBlocks, needsBlocks } from './similar-blocks';
import { HiddenErrors, type Coverage, type PackedErrors } from './hidden-errors';
import { measuredGap, type MeasuredFill } from './measured-fill';
import { Stack, bucketOf } from './stack';
import { BUCKETS, CHALLENGERS } from './stack-sums';

/** Frames after which the challengers begin; a stream that has told no time by then has none. */
const WAIT_FOR_TIMES = 45;
/** For so many frames every reading is scored, later one in four; and of more sensors than this one in two, three, ... */
const ALL_SCORED_FOR = 1000;
const SCORED_LATER = 4;
const ALL_SCORED_UP_TO = 40;
/** Fills are counted in windows that begin after so many frames: before, the model is still being built. */
const MEASURED_FROM = 400;
/** Half widths of intervals, and errors that are counted as such, in deviations. */
const INTERVAL_DEVIATIONS = 2;
const LARGEST_ERROR = 8;

export interface EnsembleOptions {
  readonly config: AdaptiveConfig;
  readonly sensors: number;
  readonly rhythm: Rhythm;
  readonly timeZone: string;
  /** Another stack than the usual one: to measure what its parts are worth. */
  readonly createStack?: (sensors: number) => Stack;
}

/** What the ensemble's numbers mean, beside what the model's mean. */
export interface EnsembleMeta {
  readonly rhythm: Rhythm;
  readonly timeZone: string;
  /** The usual time between frames as the challengers began; null: no times; absent: they have not begun. */
  readonly frameMs?: number | null;
  readonly blocks?: readonly (readonly number[])[];
  readonly lastTime: number | null;
  readonly advancing: number;
  /** Frames kept to choose blocks from; absent: none. */
  readonly early?: number;
  /** How fills of hidden readings fared; absent: none were measured. */
  readonly hidden?: PackedErrors;
}

export interface EnsembleState {
  readonly model: Float64Array;
  readonly meta: EnsembleMeta;
  readonly data: Float64Array;
}

/** Estimates, and where intervals of gaps so long have been held against readings. */
export interface EnsembleEstimates extends FrameEstimates {
  readonly measured: Uint8Array;
}

/**
 * The default model with challengers beside it: a seasonal profile and two regressions on all other sensors, let in only as
 * far as they have proved themselves against its estimate.
 */
export class EnsembleModel {
  readonly #options: EnsembleOptions;
  readonly #model: AdaptiveModel;
  #estimates: EnsembleEstimates;
  #spread: SensorSpread;
  #stack: Stack;
  #mix: FrozenMix;
  #isBroken = false;
  readonly #hidden: HiddenErrors;
  #features: Float64Array = new Float64Array(0);
  #challengers: Challengers | null = null;
  #frameMs: number | null = null;
  #believed: Float64Array;
  readonly #said = new Float64Array(CHALLENGERS);
  /** The time of the last frame, and how many frames were later than the one before. */
  #lastTime: number | null = null;
  #advancing = 0;
  /** Kept until the challengers begin, where there are so many sensors that they need blocks. */
  #early: EarlyFrames;

  constructor(options: EnsembleOptions, model?: AdaptiveModel) {
    const { sensors, config } = options;
    this.#options = options;
    this.#model = model ?? new AdaptiveModel({ ...config, sensors });
    this.#estimates = createEstimates(this.#model);
    this.#spread = new SensorSpread(sensors);
    this.#stack = options.createStack?.(sensors) ?? new Stack(sensors);
    this.#mix = new FrozenMix(sensors, this.#model.experts);
    this.#hidden = new HiddenErrors(sensors);
    this.#believed = new Float64Array(sensors);
    this.#early = new EarlyFrames(sensors);
  }

  /**
   * Goes on where the snapshot was taken. Without meta, as stored before there were challengers, or with those of another
   * rhythm, they start empty.
   */
  static restore(
    options: EnsembleOptions,
    state: { readonly model: Float64Array; readonly meta: EnsembleMeta | null; readonly data: Float64Array },
  ): EnsembleModel {
    const { config, sensors } = options;
    const model = AdaptiveModel.restore({ config, sensors, data: state.model });
    const restored = new EnsembleModel(options, model);
    const { meta } = state;
    if (meta === null || meta.rhythm !== options.rhythm || meta.timeZone !== options.timeZone)
      return restored;
    restored.#lastTime = meta.lastTime;
    restored.#advancing = meta.advancing;
    if (meta.hidden !== undefined && !restored.#hidden.unpack(meta.hidden))
      throw damagedState('its errors of hidden readings', 'what a snapshot gave', 'something else');
    if (meta.frameMs !== undefined && meta.blocks !== undefined)
      restored.#begin(
        meta.frameMs,
        meta.blocks.map((block) => Int32Array.from(block)),
      );
    restored.#early.resize(meta.early ?? 0);
    if (unpackNumbers(restored.#arrays, state.data)) return restored;
    throw damagedState('its challengers', 'numbers that a snapshot gave', 'others');
  }

  snapshot(): EnsembleState {
    const challengers = this.#challengers;
    const { rhythm, timeZone } = this.#options;
    const begun = challengers && {
      frameMs: this.#frameMs,
      blocks: challengers.blocks.map((columns) => [...columns]),
    };
    return {
      model: this.#model.snapshot().data,
      meta: {
        ...{ rhythm, timeZone, ...begun, lastTime: this.#lastTime, advancing: this.#advancing },
        ...(this.#early.length > 0 ? { early: this.#early.length } : {}),
        ...(this.#hidden.hidden > 0 ? { hidden: this.#hidden.pack() } : {}),
      },
      data: packNumbers(this.#arrays),
    };
  }

  get #arrays() {
    return [
      ...this.#spread.arrays,
      ...this.#mix.arrays,
      ...this.#stack.arrays,
      ...(this.#challengers?.arrays ?? []),
      ...this.#early.arrays,
    ];
  }

  get sensors(): number {
    return this.#model.sensors;
  }

  get seq(): number {
    return this.#model.seq;
  }

  get phase(): 'warming' | 'ready' {
    return this.#model.phase;
  }

  /** The coefficients after the last frame answered; empty while warming. */
  get features(): Float64Array {
    return this.#features;
  }

  /** What the last frame showed; the arrays are overwritten by the next frame, and replaced when a sensor joins. */
  get estimates(): EnsembleEstimates {
    return this.#estimates;
  }

  /** How intervals fared on readings that the model hid from itself. */
  get coverage(): Coverage {
    return this.#hidden.coverage;
  }

  /** How far off fills of sensor j were, by the length of the gap, while others were seen. */
  measuredFill(j: number): MeasuredFill {
    const deviation = this.#spread.unit(j);
    const errors = Array.from({ length: BUCKETS }, (_, bucket) => ({
      gap: measuredGap(bucket),
      error: deviation * (bucket === 0 ? this.#stack.singleError(j) : this.#hidden.error(j, bucket)),
    }));
    return { deviation, errors: errors.filter(({ error }) => Number.isFinite(error)) };
  }

  sharedMovement(j: number, other: number): number {
    return this.#model.sharedMovement(j, other);
  }

  addSensor(): void {
    this.#model.addSensor();
    const { sensors } = this;
    const spread = new SensorSpread(sensors);
    copyInto(spread.arrays, this.#spread.arrays);
    this.#spread = spread;
    this.#stack.addSensor();
    this.#hidden.addSensor();
    const mix = new FrozenMix(sensors, this.#model.experts);
    copyInto(mix.arrays, this.#mix.arrays);
    this.#mix = mix;
    this.#believed = new Float64Array(sensors);
    this.#early = this.#early.withSensor();
    this.#challengers = this.#challengers?.withSensor() ?? null;
    this.#estimates = createEstimates(this.#model);
  }

  /** Column j is from now on of another sensor, of which nothing is known; the rest goes on as it was. */
  replaceSensor(j: number): void {
    this.#model.replaceSensor(j);
    copySensor(this.#spread.arrays, new SensorSpread(1).arrays, j);
    copySensor(this.#mix.arrays, new FrozenMix(1, this.#model.experts).arrays, j);
    this.#stack.clearSensor(j);
    this.#hidden.clearSensor(j);
    this.#early.clearSensor(j);
    this.#challengers = this.#challengers?.withReplaced(j) ?? null;
    clearEstimate(this.#estimates, j);
    this.#estimates.measured[j] = 0;
  }

  /** Takes in one frame, dt nominal periods after the last, at `time` (epoch ms); NaN is a gap. */
  learnOne(readings: Float64Array, dt: number, time: number, frameMs: number | null): void {
    this.#model.learnOne(readings, dt);
    this.#answer(this.#model, readings, dt, time, true);
    if (this.#isBroken) this.#startAgain();
    else if (this.#challengers !== null) this.#learn(this.#challengers, dt);
    else this.#wait(time, frameMs);
    this.#spread.learn(this.#believed, dt);
    this.#lastTime = time;
  }

  /** Writes the estimates of a frame as if it were learned. Changes nothing else. */
  predictOne(readings: Float64Array, dt: number, time: number): void {
    const copy = this.#model.lendCopy();
    copy.learnOne(readings, dt);
    this.#answer(copy, readings, dt, time, false);
  }

  /** The h frames after a frame, as if it were learned. Changes nothing. */
  forecastAfter(
    readings: Float64Array,
    dt: number,
    time: number,
    frameMs: number | null,
    h: number,
  ): Estimate[] {
    const { data } = this.#model.snapshot();
    const { config } = this.#options;
    const twin = new EnsembleModel(
      { ...this.#options, sensors: this.sensors },
      AdaptiveModel.restore({ config, sensors: this.sensors, data }),
    );
    copyInto(twin.#spread.arrays, this.#spread.arrays);
    twin.#stack = this.#stack.copy();
    copyInto(twin.#mix.arrays, this.#mix.arrays);
    twin.#challengers = this.#challengers?.copy() ?? null;
    twin.#early = this.#early.copy();
    twin.#frameMs = this.#frameMs;
    twin.#lastTime = this.#lastTime;
    twin.#advancing = this.#advancing;
    twin.learnOne(readings, dt, time, frameMs);
    return twin.forecast(h);
  }

  /** The next h frames, dt nominal periods apart, as they would be estimated if nothing were read. Changes nothing. */
  forecast(h: number, dt = 1): Estimate[] {
    const forecast = this.#model.forecast(h, dt);
    const challengers = this.#challengers;
    if (challengers === null) return forecast;
    challengers.beginAhead();
    this.#stack.advance(this.seq, false);
    forecast.forEach(({ mean, variance }, k) => {
      const elapsed = (k + 1) * dt;
      if (this.#lastTime !== null && this.#frameMs !== null)
        challengers.clock.tell(this.#lastTime + elapsed * this.#frameMs, this.seq);
      const said = challengers.lookAhead(dt, elapsed);
      for (let j = 0; j < this.sensors; j++) {
        const gap = this.#spread.gap[j] + elapsed;
        if (!this.#ask(j, 1, gap, mean[j], variance[j], said)) continue;
        if (!Number.isFinite(this.#stack.mean + this.#stack.variance)) continue;
        mean[j] = this.#stack.mean;
        variance[j] = this.#stack.variance;
      }
    });
    return forecast;
  }

  /** The estimate of every sensor, had it been missing: the model's, and what the challengers may change of it. */
  #answer(model: AdaptiveModel, readings: Float64Array, dt: number, time: number, isLearned: boolean): void {
    const out = this.#estimates;
    const challengers = this.#challengers;
    assignEstimates(out, model.estimates);
    this.#features = model.features;
    out.measured.fill(0);
    const believed = this.#believed;
    const seen = believe(readings, model.estimates, believed);
    if (challengers === null) return;
    challengers.clock.tell(time, model.seq);
    const said = challengers.answer(believed, dt);
    this.#stack.advance(model.seq, isLearned);
    const mode = seen === 0 ? 1 : 0;
    for (let j = 0; j < believed.length; j++) {
      const isSeen = !Number.isNaN(believed[j]);
      const gap = this.#spread.gap[j] + (isSeen ? 1 : dt);
      if (!this.#ask(j, mode, gap, out.mean[j], out.sd[j] ** 2, said)) continue;
      if (!Number.isFinite(this.#stack.mean + this.#stack.variance)) {
        this.#isBroken ||= isLearned;
        continue;
      }
      out.mean[j] = this.#stack.mean;
      out.sd[j] = Math.sqrt(this.#stack.variance);
      out.measured[j] = this.#stack.isMeasured ? 1 : 0;
      if (isSeen) out.residual[j] = (readings[j] - out.mean[j]) / out.sd[j];
    }
  }

  #learn(challengers: Challengers, dt: number): void {
    const believed = this.#believed;
    this.#scoreReadings(challengers.forecasts);
    this.#scoreHeldOut(challengers, dt);
    challengers.learn(believed, dt);
    if (this.#model.heldOut?.hasBegun !== true) return;
    challengers.window.begin(this.#model.heldOut.hidden);
    this.#mix.begin(this.#model);
  }

  /** Every reading that others were seen with says how far off they were without it. */
  #scoreReadings(said: Forecasts): void {
    const believed = this.#believed;
    const { mean, sd } = this.#model.estimates;
    let seen = 0;
    for (let j = 0; j < believed.length; j++) if (!Number.isNaN(believed[j])) seen += 1;
    if (seen < 2) return;
    const frame = this.seq;
    const fewest = frame < ALL_SCORED_FOR ? 1 : SCORED_LATER;
    const every = Math.max(fewest, 1 + Math.floor(believed.length / ALL_SCORED_UP_TO));
    for (let j = frame % every; j < believed.length; j += every) {
      if (Number.isNaN(believed[j])) continue;
      this.#score(j, 0, this.#spread.gap[j] + 1, mean[j], sd[j], said, every);
    }
  }

  /** So does every reading that the running window hides. */
  #scoreHeldOut({ window, clock }: Challengers, dt: number): void {
    const { heldOut } = this.#model;
    // A filter that has just been built anew has a window that began before anyone was told.
    if (heldOut === null || !heldOut.isOpen || heldOut.elapsed !== window.elapsed[0] + dt) return;
    const believed = this.#believed;
    window.step(believed, dt, clock.inputs, heldOut.isAsked);
    const [mean, emptyMean] = heldOut.mean;
    const [sd, emptySd] = heldOut.sd;
    const half = (this.seq >> 1) & 1;
    for (let j = 0; j < believed.length; j++) {
      if (Number.isNaN(believed[j])) continue;
      const gap = heldOut.gap[j];
      if (!Number.isNaN(mean[j])) {
        this.#score(j, 0, gap, this.#mix.mean(heldOut, j), sd[j], window.group, 1);
        if (this.seq - heldOut.frames >= MEASURED_FROM) this.#noteHidden(j, gap);
      }
      // Every second frame is asked about, and every second sensor of it will do.
      if ((j & 1) === half && !Number.isNaN(emptyMean[j]))
        this.#score(j, 1, gap, emptyMean[j], emptySd[j], window.all, 4);
    }
  }

  /** How what was asked last fared on the hidden reading. */
  #noteHidden(j: number, gap: number): void {
    const unit = this.#spread.unit(j);
    if (!(unit > 0)) return;
    const { mean, variance } = this.#stack;
    const error = (this.#believed[j] - mean) / unit;
    const isHeld = error * error * unit * unit <= INTERVAL_DEVIATIONS ** 2 * variance;
    this.#hidden.learn(j, bucketOf(gap), Math.max(-LARGEST_ERROR, Math.min(LARGEST_ERROR, error)), isHeld);
  }

  #score(
    j: number,
    mode: number,
    gap: number,
    mean: number,
    sd: number,
    said: Forecasts,
    frames: number,
  ): void {
    if (!this.#ask(j, mode, gap, mean, sd * sd, said)) return;
    const unit = this.#spread.unit(j);
    this.#stack.learn(j, mode, bucketOf(gap), unit, mean, this.#believed[j], this.seq, frames);
  }

  /** Asks the stack; false where the sensor has not moved yet, or the model has no estimate. */
  #ask(j: number, mode: number, gap: number, mean: number, variance: number, said: Forecasts): boolean {
    const unit = this.#spread.unit(j);
    if (!(unit > 0 && unit < Infinity) || !(variance > 0)) return false;
    this.#said[0] = said.seasonal[j];
    this.#said[1] = said.present[j];
    this.#said[2] = said.dynamic[j];
    const isPooled = this.#spread.isSteady(j);
    this.#stack.estimate(j, mode, bucketOf(gap), unit, mean, variance, this.#said, isPooled);
    return true;
  }

  /** Until the time between frames is known, or it is clear that they have none. */
  #wait(time: number, frameMs: number | null): void {
    if (this.#lastTime !== null && time > this.#lastTime) this.#advancing += 1;
    const hasTimes = 2 * this.#advancing > this.seq;
    if (needsBlocks(this.sensors)) this.#early.add(this.#believed);
    if (this.seq < WAIT_FOR_TIMES || (hasTimes && frameMs === null)) return;
    this.#begin(hasTimes ? frameMs : null, chooseBlocks(this.sensors, this.#early.frames));
    this.#early = new EarlyFrames(this.sensors);
  }

  /** Numbers that no reading leads to, as of a damaged state: the challengers learn afresh, the model's estimate stands. */
  #startAgain(): void {
    this.#isBroken = false;
    this.#challengers = null;
    this.#stack = new Stack(this.sensors);
    this.#spread = new SensorSpread(this.sensors);
  }

  #begin(frameMs: number | null, blocks: readonly Int32Array[]): void {
    const { rhythm, timeZone } = this.#options;
    this.#frameMs = frameMs;
    this.#challengers = Challengers.create(new RhythmClock(rhythm, timeZone, frameMs), blocks);
  }
}

/** Of so many sensors, nothing known of any. */
export const createEnsembleEstimates = (sensors: number): EnsembleEstimates => ({
  ...createFrameEstimates(sensors),
  measured: new Uint8Array(sensors),
});

function createEstimates({ estimates, sensors }: AdaptiveModel): EnsembleEstimates {
  const created = createEnsembleEstimates(sensors);
  assignEstimates(created, estimates);
  return created;
}
