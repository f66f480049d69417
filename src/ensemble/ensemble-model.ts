import { AdaptiveModel } from '../adaptive/adaptive-model';
import { assignEstimates, clearEstimate } from '../adaptive/estimates';
import { damagedState } from '../errors';
import type { Estimate } from '../filter/predict';
import { believe } from './believed';
import { Challengers } from './challengers';
import { createEnsembleEstimates, type EnsembleEstimates } from './ensemble-estimates';
import type { EnsembleMeta, EnsembleOptions, EnsembleParts, EnsembleState } from './ensemble-state';
import { HeldOutFills } from './held-out-fills';
import type { Coverage } from './hidden-errors';
import type { MeasuredFill } from './measured-fill';
import { packNumbers, unpackNumbers, type Numbers } from './numbers';
import { SensorPaths } from './sensor-paths';
import { StackedEstimates } from './stacked-estimates';
import { StreamClock } from './stream-clock';
import { StreamStart } from './stream-start';

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
  #believed: Float64Array;
  #lastTime: number | null = null;
  /** Until the challengers begin. */
  #start: StreamStart;
  #challengers: Challengers | null = null;
  readonly #hindsight: EnsembleHindsight | null;

  constructor(options: EnsembleOptions, model?: AdaptiveModel) {
    const { sensors, config } = options;
    this.#options = options;
    this.#model = model ?? new AdaptiveModel({ ...config, sensors });
    this.#estimates = createEstimates(this.#model);
    this.#stacked = new StackedEstimates(sensors, this.#model.experts, options.createStack);
    this.#believed = new Float64Array(sensors);
    this.#start = new StreamStart(sensors);
    this.#hindsight = options.hindsight === true ? createHindsight(sensors) : null;
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
    if (meta !== null && meta.rhythm === options.rhythm && meta.timeZone === options.timeZone)
      restored.#unpack(meta, state.data);
    return restored;
  }

  #unpack(meta: EnsembleMeta, data: Float64Array): void {
    const { spread, hidden } = this.#stacked;
    this.#lastTime = meta.lastTime;
    this.#start = StreamStart.restore(this.sensors, meta);
    if (meta.hidden !== undefined && !hidden.unpack(meta.hidden))
      throw damagedState('its errors of hidden readings', 'what a snapshot gave', 'something else');
    if (meta.frameMs !== undefined && meta.blocks !== undefined) {
      const blocks = meta.blocks.map((block) => Int32Array.from(block));
      this.#challengers = Challengers.create(StreamClock.restore(this.#options, meta, spread), blocks);
    }
    const clock = this.#challengers?.clock;
    if (meta.delays !== undefined) this.#challengers?.restoreDelays(meta.delays);
    const arrays = this.#arraysOf(meta);
    const missing = arrays.reduce((sum, { length }) => sum + length, 0) - data.length;
    const isWhole = unpackNumbers(arrays, this.#stacked.addExperts(data, missing));
    const isSound = this.#stacked.isSound && this.#challengers?.isSound !== false;
    if (!isWhole || !isSound || clock?.unpack() === false)
      throw damagedState('its challengers', 'numbers that a snapshot gave', 'others');
    if (meta.votes !== true) this.#stacked.countVotes();
    // Stored before periods were looked for.
    if (meta.period === undefined) clock?.lookForPeriod(spread);
  }

  snapshot(): EnsembleState {
    const { model, meta, data } = this.parts;
    return { model: packNumbers(model), meta, data: packNumbers(data) };
  }

  /** A snapshot whose numbers are still the model's own: to be copied before it goes on. */
  get parts(): EnsembleParts {
    const { rhythm, timeZone } = this.#options;
    const { hidden } = this.#stacked;
    const begun = this.#challengers?.meta;
    return {
      model: this.#model.parts,
      meta: {
        ...{ rhythm, timeZone, ...begun, lastTime: this.#lastTime, ...this.#start.meta },
        ...(hidden.hidden > 0 ? { hidden: hidden.pack() } : {}),
        votes: true,
        seasons: true,
      },
      data: this.#arrays,
    };
  }

  get #arrays() {
    return this.#arraysOf({ votes: true, delays: [], seasons: true });
  }

  /** Without what a state of before lacks. */
  #arraysOf({ votes, delays, seasons }: Pick<EnsembleMeta, 'votes' | 'delays' | 'seasons'>): Numbers[] {
    const challengers = this.#challengers;
    return [
      ...this.#stacked.arrays,
      ...(challengers?.arrays ?? []),
      ...this.#start.arrays,
      ...(votes === true ? this.#stacked.votes.arrays : []),
      ...(delays !== undefined ? (challengers?.delayArrays ?? []) : []),
      ...(seasons === true ? (challengers?.window.seasons ?? []) : []),
      ...(challengers?.clock.arrays ?? []),
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

  /** What it takes to fill gaps once more; null where that was not asked for. No part of a snapshot. */
  get hindsight(): EnsembleHindsight | null {
    return this.#hindsight;
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
    const challengers = this.#challengers;
    if (challengers === null || challengers.clock.frameMs === null) return null;
    return challengers.rhythmOf(j, this.#stacked.variance(j))?.ms ?? null;
  }

  sharedMovement(j: number, other: number): number {
    return this.#model.sharedMovement(j, other);
  }

  addSensor(): void {
    this.#model.addSensor();
    const { sensors } = this;
    this.#stacked.addSensor();
    this.#believed = new Float64Array(sensors);
    this.#start = this.#start.withSensor();
    this.#challengers = this.#challengers?.withSensor() ?? null;
    this.#estimates = createEstimates(this.#model);
    this.#hindsight?.fills.addSensor();
  }

  /** Column j is from now on of another sensor, of which nothing is known; the rest goes on as it was. */
  replaceSensor(j: number): void {
    this.#model.replaceSensor(j);
    this.#stacked.replaceSensor(j);
    this.#start.clearSensor(j);
    this.#challengers = this.#challengers?.withReplaced(j) ?? null;
    clearEstimate(this.#estimates, j);
    this.#estimates.measured[j] = 0;
    this.#hindsight?.paths.clear();
  }

  /** Takes in one frame, dt nominal periods after the last, at `time` (epoch ms); NaN is a gap. */
  learnOne(readings: Float64Array, dt: number, time: number, frameMs: number | null): void {
    this.#model.learnOne(readings, dt);
    const isSound = this.#answer(this.#model, readings, dt, time, true);
    if (!isSound) this.#startAgain();
    else if (this.#challengers !== null) this.#learn(this.#challengers, dt);
    else this.#wait(time, frameMs);
    this.#stacked.learn(this.#believed, dt);
    this.#followShifts();
    this.#followBreakdowns();
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
    const twin = this.#copy();
    twin.learnOne(readings, dt, time, frameMs);
    return twin.forecast(h);
  }

  /** One that goes on the same way. */
  #copy(): EnsembleModel {
    const { sensors } = this;
    const { data } = this.#model.snapshot();
    const model = AdaptiveModel.restore({ config: this.#options.config, sensors, data });
    const copy = new EnsembleModel({ ...this.#options, hindsight: false, sensors }, model);
    copy.#stacked = this.#stacked.copy();
    copy.#start = this.#start.copy();
    copy.#challengers = this.#challengers?.copy() ?? null;
    copy.#lastTime = this.#lastTime;
    return copy;
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
      this.#stacked.answerAhead(estimate, elapsed, challengers.lookAhead(dt, elapsed, this.#lastTime));
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
    this.#stacked.advance(model.seq, isLearned);
    return this.#stacked.answer(out, readings, believed, dt, challengers.answer(believed, dt, time));
  }

  /** Scores model and challengers on the frame answered last, then lets the challengers take it in. */
  #learn(challengers: Challengers, dt: number): void {
    const believed = this.#believed;
    this.#stacked.scoreReadings(believed, this.seq);
    this.#scoreHeldOut(challengers, dt);
    challengers.learn(believed, dt);
    this.#hindsight?.paths.learn(challengers.regressionBlocks, believed, dt);
    this.#beginWindow(challengers);
    const isOtherRhythm = challengers.clock.learn(believed, dt);
    if (isOtherRhythm) this.#challengers = challengers.withRhythms();
  }

  /** A filter that has just been built anew has a window that began before anyone was told, as has one that a sensor has just joined. */
  #scoreHeldOut({ window, clock }: Challengers, dt: number): void {
    const { heldOut } = this.#model;
    const fills = this.#hindsight?.fills ?? null;
    if (heldOut?.isOpen !== true || !window.isAt(heldOut.elapsed, dt)) {
      if (fills !== null) fills.frames = 0;
      return;
    }
    window.step(this.#believed, dt, clock.rhythms.inputs, heldOut);
    fills?.begin(heldOut.elapsed, window.hidden);
    this.#stacked.scoreHeldOut(this.#believed, this.seq, heldOut, window, fills);
  }

  #beginWindow({ window }: Challengers): void {
    const { heldOut } = this.#model;
    if (heldOut?.hasBegun !== true) return;
    window.begin(heldOut);
    this.#stacked.beginWindow(this.#model);
  }

  /** With a level that has shifted for good goes what the challengers know of it. */
  #followShifts(): void {
    const { shifts } = this.#model;
    for (let j = 0; j < shifts.length; j++) {
      if (shifts[j] === 0) continue;
      this.#stacked.shift(j, shifts[j]);
      this.#challengers?.shift(j, shifts[j]);
      this.#hindsight?.paths.clear();
    }
  }

  /** A sensor on which the model broke down shows something else than before: what the challengers know of it is of something else too. */
  #followBreakdowns(): void {
    const { breakdowns } = this.#model;
    for (let j = 0; j < breakdowns.length; j++) {
      if (breakdowns[j] === 1) this.#stacked.measureAnew(j);
    }
  }

  /** The challengers begin once it is known by which time. */
  #wait(time: number, frameMs: number | null): void {
    const start = this.#start;
    start.learn(this.#believed, this.#lastTime !== null && time > this.#lastTime);
    if (!start.isOver(this.seq, frameMs)) return;
    const periodMs = start.hasTimes(this.seq) ? frameMs : null;
    const clock = StreamClock.begin(this.#options, periodMs, this.#stacked.spread);
    this.#challengers = Challengers.create(clock, start.chooseBlocks());
  }

  /** The challengers learn afresh, the model's estimate stands. */
  #startAgain(): void {
    this.#challengers = null;
    this.#stacked.startAgain();
  }
}

/** What fills gaps once more: paths through them, and how readings that were hidden were filled at the time. */
export interface EnsembleHindsight {
  readonly paths: SensorPaths;
  readonly fills: HeldOutFills;
}

const createHindsight = (sensors: number): EnsembleHindsight => ({
  paths: new SensorPaths(),
  fills: new HeldOutFills(sensors),
});

function createEstimates({ estimates, sensors }: AdaptiveModel): EnsembleEstimates {
  const created = createEnsembleEstimates(sensors);
  assignEstimates(created, estimates);
  return created;
}
