import { AdaptiveModel } from '../adaptive/adaptive-model';
import { assignEstimates, clearEstimate } from '../adaptive/estimates';
import { damagedState } from '../errors';
import type { Estimate } from '../filter/predict';
import { believe } from './believed';
import { Challengers } from './challengers';
import { REMEMBERED } from './cycles';
import { EarlyFrames } from './early-frames';
import { createEnsembleEstimates, type EnsembleEstimates } from './ensemble-estimates';
import type { EnsembleMeta, EnsembleOptions, EnsembleParts, EnsembleState } from './ensemble-state';
import { FrameHistory } from './frame-history';
import type { Coverage } from './hidden-errors';
import type { MeasuredFill } from './measured-fill';
import { packNumbers, unpackNumbers } from './numbers';
import { PeriodFinder } from './period-finder';
import { RhythmClock } from './rhythm-clock';
import { chooseBlocks, needsBlocks } from './similar-blocks';
import { StackedEstimates } from './stacked-estimates';

/** Frames after which the challengers begin; a stream that has told no time by then has none. */
const WAIT_FOR_TIMES = 45;

/**
 * The default model with challengers beside it: a seasonal profile and two regressions on all other sensors, let in only as
 * far as they have proved themselves against its estimate.
 */
export class EnsembleModel {
  readonly #options: EnsembleOptions;
  readonly #model: AdaptiveModel;
  #estimates: EnsembleEstimates;
  #stacked: StackedEstimates;
  #features: Float64Array = new Float64Array(0);
  #challengers: Challengers | null = null;
  #frameMs: number | null = null;
  /** Rhythms that take more frames to show are no inputs of the regressions. */
  #remembered = REMEMBERED;
  /** Of a stream without times, where rhythms are learned. */
  #finder: PeriodFinder | null = null;
  /** The period that the challengers go by, in frames, as it was found. */
  #period: number | null = null;
  #believed: Float64Array;
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
    this.#stacked = new StackedEstimates(sensors, this.#model.experts, options.createStack);
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
    if (meta.hidden !== undefined && !restored.#stacked.hidden.unpack(meta.hidden))
      throw damagedState('its errors of hidden readings', 'what a snapshot gave', 'something else');
    if (meta.frameMs !== undefined && meta.blocks !== undefined)
      restored.#begin(
        meta.frameMs,
        meta.blocks.map((block) => Int32Array.from(block)),
        meta.period,
        meta.remembered ?? Infinity,
      );
    restored.#early.resize(meta.early ?? 0);
    const isWhole = unpackNumbers(restored.#arrays, state.data);
    if (!isWhole || restored.#finder?.isSound(restored.#period) === false)
      throw damagedState('its challengers', 'numbers that a snapshot gave', 'others');
    restored.#finder?.unpack();
    // Stored before periods were looked for.
    if (meta.period === undefined) restored.#lookForPeriod();
    return restored;
  }

  snapshot(): EnsembleState {
    const { model, meta, data } = this.parts;
    return { model: packNumbers(model), meta, data: packNumbers(data) };
  }

  /** A snapshot whose numbers are still the model's own: to be copied before it goes on. */
  get parts(): EnsembleParts {
    const challengers = this.#challengers;
    const { rhythm, timeZone } = this.#options;
    const { hidden } = this.#stacked;
    const begun = challengers && {
      frameMs: this.#frameMs,
      blocks: challengers.blocks.map((columns) => [...columns]),
      ...(this.#finder === null ? {} : { period: this.#period }),
      ...(this.#remembered < Infinity ? { remembered: this.#remembered } : {}),
    };
    return {
      model: this.#model.parts,
      meta: {
        ...{ rhythm, timeZone, ...begun, lastTime: this.#lastTime, advancing: this.#advancing },
        ...(this.#early.length > 0 ? { early: this.#early.length } : {}),
        ...(hidden.hidden > 0 ? { hidden: hidden.pack() } : {}),
      },
      data: this.#arrays,
    };
  }

  get #arrays() {
    return [
      ...this.#stacked.arrays,
      ...(this.#challengers?.arrays ?? []),
      ...this.#early.arrays,
      ...(this.#finder?.arrays ?? []),
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
    return this.#stacked.hidden.coverage;
  }

  /** How far off fills of sensor j were, by the length of the gap, while others were seen. */
  measuredFill(j: number): MeasuredFill {
    return this.#stacked.measuredFill(j);
  }

  /** The length of the rhythm that moves sensor j, in ms; null: none does. */
  rhythm(j: number): number | null {
    if (this.#challengers === null || this.#frameMs === null) return null;
    return this.#challengers.rhythmOf(j, this.#stacked.variance(j))?.ms ?? null;
  }

  sharedMovement(j: number, other: number): number {
    return this.#model.sharedMovement(j, other);
  }

  addSensor(): void {
    this.#model.addSensor();
    const { sensors } = this;
    this.#stacked.addSensor();
    this.#believed = new Float64Array(sensors);
    this.#early = this.#early.withSensor();
    this.#challengers = this.#challengers?.withSensor() ?? null;
    this.#finder = this.#finder?.withSensor() ?? null;
    this.#estimates = createEstimates(this.#model);
  }

  /** Column j is from now on of another sensor, of which nothing is known; the rest goes on as it was. */
  replaceSensor(j: number): void {
    this.#model.replaceSensor(j);
    this.#stacked.replaceSensor(j);
    this.#early.clearSensor(j);
    this.#challengers = this.#challengers?.withReplaced(j) ?? null;
    this.#finder?.clearSensor(j);
    clearEstimate(this.#estimates, j);
    this.#estimates.measured[j] = 0;
  }

  /** Takes in one frame, dt nominal periods after the last, at `time` (epoch ms); NaN is a gap. */
  learnOne(readings: Float64Array, dt: number, time: number, frameMs: number | null): void {
    this.#model.learnOne(readings, dt);
    const isSound = this.#answer(this.#model, readings, dt, time, true);
    if (!isSound) this.#startAgain();
    else if (this.#challengers !== null) {
      this.#learn(this.#challengers, dt);
      this.#followPeriod(this.#challengers, dt);
    } else this.#wait(time, frameMs);
    this.#stacked.learn(this.#believed, dt);
    this.#followShifts();
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
    twin.#stacked = this.#stacked.copy();
    twin.#challengers = this.#challengers?.copy() ?? null;
    twin.#early = this.#early.copy();
    twin.#frameMs = this.#frameMs;
    twin.#remembered = this.#remembered;
    twin.#finder = this.#finder?.copy() ?? null;
    twin.#period = this.#period;
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
    this.#stacked.advance(this.seq, false);
    forecast.forEach((estimate, k) => {
      const elapsed = (k + 1) * dt;
      if (this.#period !== null) this.#tellFrames(challengers, elapsed);
      else if (this.#lastTime !== null && this.#frameMs !== null)
        challengers.clock.tell(this.#lastTime + elapsed * this.#frameMs);
      this.#stacked.answerAhead(estimate, elapsed, challengers.lookAhead(dt, elapsed));
    });
    return forecast;
  }

  /**
   * The estimate of every sensor, had it been missing: the model's, and what the challengers may change of it. False where they
   * had numbers that no reading leads to, as of a damaged state.
   */
  #answer(
    model: AdaptiveModel,
    readings: Float64Array,
    dt: number,
    time: number,
    isLearned: boolean,
  ): boolean {
    const out = this.#estimates;
    const believed = this.#believed;
    const challengers = this.#challengers;
    assignEstimates(out, model.estimates);
    this.#features = model.features;
    out.measured.fill(0);
    believe(readings, model.estimates, believed);
    if (challengers === null) return true;
    if (this.#period !== null) this.#tellFrames(challengers, dt);
    else challengers.clock.tell(time);
    this.#stacked.advance(model.seq, isLearned);
    return this.#stacked.answer(out, readings, believed, dt, challengers.answer(believed, dt));
  }

  /** Scores model and challengers on the frame answered last, then lets the challengers take it in. */
  #learn(challengers: Challengers, dt: number): void {
    const believed = this.#believed;
    const { heldOut } = this.#model;
    const { window, clock } = challengers;
    this.#stacked.scoreReadings(believed, this.seq);
    // A filter that has just been built anew has a window that began before anyone was told.
    if (heldOut?.isOpen === true && heldOut.elapsed === window.elapsed[0] + dt) {
      window.step(believed, dt, clock.inputs, heldOut.isAsked);
      this.#stacked.scoreHeldOut(believed, this.seq, heldOut, window);
    }
    challengers.learn(believed, dt);
    if (heldOut?.hasBegun !== true) return;
    window.begin(heldOut.hidden);
    this.#stacked.beginWindow(this.#model);
  }

  /** With a level that has shifted for good goes what the challengers know of it. */
  #followShifts(): void {
    const { shifts } = this.#model;
    for (let j = 0; j < shifts.length; j++) {
      if (shifts[j] === 0) continue;
      this.#stacked.shift(j, shifts[j]);
      this.#challengers?.shift(j, shifts[j]);
    }
  }

  /** Until the time between frames is known, or it is clear that they have none. */
  #wait(time: number, frameMs: number | null): void {
    if (this.#lastTime !== null && time > this.#lastTime) this.#advancing += 1;
    const hasTimes = 2 * this.#advancing > this.seq;
    if (needsBlocks(this.sensors)) this.#early.add(this.#believed);
    if (this.seq < WAIT_FOR_TIMES || (hasTimes && frameMs === null)) return;
    this.#begin(hasTimes ? frameMs : null, chooseBlocks(this.sensors, this.#early.frames));
    this.#early = new EarlyFrames(this.sensors);
    this.#lookForPeriod();
  }

  /** A stream without times may still have a period. */
  #lookForPeriod(): void {
    if (this.#frameMs === null && this.#options.rhythm === 'auto' && this.#challengers !== null)
      this.#finder = new PeriodFinder(new FrameHistory(this.#stacked.spread));
  }

  /** The challengers go by a period once it is found. */
  #followPeriod(challengers: Challengers, dt: number): void {
    if (this.#finder?.learn(this.#believed, dt) !== true) return;
    this.#period = this.#finder.period;
    this.#challengers = challengers.withClock(this.#clockOf(this.#period));
  }

  /** The clock of a stream without times: where in the period found a frame is, so many frames after the last. */
  #tellFrames({ clock }: Challengers, elapsed: number): void {
    const finder = this.#finder;
    if (finder !== null) clock.tell(finder.phaseAfter(elapsed) * clock.cycles[0].frames);
  }

  /** The challengers learn afresh, the model's estimate stands. */
  #startAgain(): void {
    this.#challengers = null;
    this.#finder = null;
    this.#period = null;
    this.#stacked.startAgain();
  }

  /** `period`: the one found in a stream without times; null: none yet; undefined: none is looked for. */
  #begin(
    frameMs: number | null,
    blocks: readonly Int32Array[],
    period?: number | null,
    remembered = REMEMBERED,
  ): void {
    this.#frameMs = frameMs;
    this.#remembered = remembered;
    this.#period = period ?? null;
    this.#challengers = Challengers.create(this.#clockOf(this.#period), blocks);
    if (period !== undefined) this.#finder = new PeriodFinder(new FrameHistory(this.#stacked.spread));
  }

  #clockOf(period: number | null): RhythmClock {
    const { rhythm, timeZone } = this.#options;
    return new RhythmClock(rhythm, timeZone, this.#frameMs, period, this.#remembered);
  }
}

function createEstimates({ estimates, sensors }: AdaptiveModel): EnsembleEstimates {
  const created = createEnsembleEstimates(sensors);
  assignEstimates(created, estimates);
  return created;
}
