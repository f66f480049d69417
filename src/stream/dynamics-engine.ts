import type { Estimate } from '../filter/predict';
import { IntervalWidths, PROBE_FRAMES } from '../scale/interval-widths';
import { CLIPPED_SD, DISBELIEVED_IN_A_ROW, OUTLIER_SD } from '../scale/limits';
import { SignalMisfit } from '../scale/signal-misfit';
import { SensorUnits, UNIT_READINGS } from '../scale/sensor-units';
import type { Json } from '../snapshot/canonical-json';
import { canBeFitted, createFitProblem, goOnFrom, type FitSettings, type PreparedFit } from './dynamics-fit';
import { MOST_COEFFICIENTS, type DynamicsPlan } from './dynamics-plan';
import { begin } from './dynamics-start';
import {
  copyState,
  packState,
  unpackState,
  type DynamicsState,
  type FirstFrame,
  type Running,
} from './dynamics-state';
import type { Draft, Packed } from './engine';
import {
  createFilterAnswer,
  forecastOf,
  type FilterAnswer,
  type FilterEngine,
  type ForecastFrame,
} from './filter-answer';
import { RecentFrames } from './recent-frames';
import type { Moment } from './stream-model';

/** Readings end at 1e60; what lies further off than this is no estimate of one. */
const FARTHEST = 1e100;

/** State entries of a coefficient where nothing else is said: two derivatives. */
const USUAL_ENTRIES = 3;

/** Ten matrices of the state, the dictionary, the first frames, those a fit is made from, and what each sensor keeps. */
export function bytesOfDynamics(plan: DynamicsPlan, sensors: number): number {
  const rank = plan.rank ?? Math.min(sensors, MOST_COEFFICIENTS);
  const entries = rank * (plan.harmonics === null ? USUAL_ENTRIES : 1 + 2 * plan.harmonics);
  const recent = canBeFitted(plan) ? RecentFrames.bytesFor(sensors) : 0;
  return 20_000 + 10 * 8 * entries ** 2 + (8 * rank + 2500) * sensors + recent;
}

/**
 * PSMF or rPSMF with given dynamics, in units it finds by itself: the first frames are kept until they tell the units, the
 * patterns and, for a rhythm, how far apart frames are; then they are learned, and every frame after them as it comes.
 */
export class DynamicsEngine implements FilterEngine {
  answer: Draft<FilterAnswer>;
  readonly #plan: DynamicsPlan;
  readonly #names: string[];
  readonly #horizon: number;
  readonly #units: SensorUnits;
  #widths: IntervalWidths;
  readonly #misfit: SignalMisfit;
  readonly #first: FirstFrame[];
  /** Stays empty where there is nothing to fit. */
  readonly #recent = new RecentFrames();
  #running: Running | null;
  #seq: number;

  constructor(plan: DynamicsPlan, names: readonly string[], horizon: number, state?: DynamicsState) {
    this.#plan = plan;
    this.#names = [...names];
    this.#horizon = horizon;
    this.#units = state?.units ?? new SensorUnits(names.length);
    this.#widths = state?.widths ?? new IntervalWidths(names.length);
    this.#misfit = state?.misfit ?? new SignalMisfit(names.length);
    this.#first = state?.first ?? [];
    this.#running = state?.running ?? null;
    this.#seq = state?.seq ?? 0;
    this.answer = createFilterAnswer(names.length);
  }

  static restore(
    plan: DynamicsPlan,
    names: readonly string[],
    horizon: number,
    data: Float64Array,
    extra: Json,
  ): DynamicsEngine {
    return new DynamicsEngine(plan, names, horizon, unpackState(plan, names.length, data, extra));
  }

  get seq(): number {
    return this.#seq;
  }

  addSensor(name: string): void {
    this.#names.push(name);
    for (const state of [this.#units, this.#widths, this.#misfit]) state.addSensor();
    this.#running?.rows.push(-1);
    this.#running?.streaks.push(0);
    this.#running?.joined.push(this.#seq);
    this.answer = createFilterAnswer(this.#names.length);
  }

  learn(readings: Float64Array, dt: number, _time: number, periodMs: number | null, moment: Moment): void {
    this.#seq += 1;
    if (canBeFitted(this.#plan)) this.#recent.add(readings, dt);
    if (this.#running === null) this.#begin(readings, periodMs, moment);
    else this.#step(this.#running, readings, dt);
    this.#describe(readings);
  }

  predict(
    readings: Float64Array,
    dt: number,
    isLate: boolean,
    periodMs: number | null,
    moment: Moment,
  ): void {
    const copy = new DynamicsEngine(this.#plan, this.#names, this.#horizon, copyState(this.#state));
    // A late one counts as the next: without a time of its own, at the last arrival.
    const next = isLate ? { time: null, arrival: this.#first.at(-1)?.arrival ?? 0 } : moment;
    copy.learn(readings, dt, 0, periodMs, next);
    this.answer = copy.answer;
  }

  forecast(h: number): readonly ForecastFrame[] {
    const running = this.#running;
    if (running === null) return [];
    return forecastOf(
      running.filter.forecast(h).map((estimate, i) => this.#unscale(running, estimate, i + 1)),
    );
  }

  /** Throws if there is nothing to fit, or too little to fit it to. */
  prepareFit(settings?: FitSettings): PreparedFit {
    const problem = createFitProblem(this.#plan, this.#running, this.#units, this.#recent, settings);
    const { total } = this.#recent;
    const spread = [...this.#units.spread];
    const adopt: PreparedFit['adopt'] = (result) => {
      if (this.#running === null) return;
      const since = this.#recent.since(total);
      this.#running = goOnFrom(result, this.#plan, this.#running, this.#units, spread, since);
      this.#widths = new IntervalWidths(this.#names.length);
      this.#misfit.forget();
    };
    return { problem, frames: problem.frames.length, adopt };
  }

  pack(): Packed {
    return packState(this.#state);
  }

  get #state(): DynamicsState {
    return {
      ...{ seq: this.#seq, units: this.#units, widths: this.#widths, misfit: this.#misfit },
      ...{ first: this.#first, running: this.#running },
    };
  }

  /** Keeps a first frame; begins as soon as they tell enough. */
  #begin(readings: Float64Array, periodMs: number | null, { time, arrival }: Moment): void {
    const first = this.#first;
    first.push({ readings: readings.slice(), time, arrival });
    if (first.length > UNIT_READINGS) first.shift();
    this.#running = begin(this.#plan, first, this.#units, periodMs);
    if (this.#running !== null) first.length = 0;
  }

  #step(running: Running, readings: Float64Array, dt: number): void {
    const { filter, rows } = running;
    const expected = filter.predictOne(dt);
    const outliers: string[] = [];
    const z = new Float64Array(filter.sensors).fill(NaN);
    for (let j = 0; j < rows.length; j++) {
      const row = rows[j];
      if (row < 0 || Number.isNaN(readings[j])) continue;
      const value = this.#units.standardise(j, readings[j]);
      const mean = expected.mean[row];
      const variance = expected.variance[row];
      const sd = Math.sqrt(variance * this.#widths.factor(j, 1));
      if (this.#seq - running.joined[j] > UNIT_READINGS && Math.abs(value - mean) > OUTLIER_SD * sd)
        outliers.push(this.#names[j]);
      z[row] = weigh(running, j, value, mean, CLIPPED_SD * sd);
      this.#widths.note(j, (value - mean) ** 2 / variance);
    }
    this.answer.outliers = outliers;
    filter.learnOne(z, dt);
    for (let j = 0; j < rows.length; j++) {
      if (Number.isNaN(readings[j])) continue;
      if (rows[j] < 0) running.joining.note(j, readings[j], filter.coefficients);
      else this.#noteUnit(running, j, readings[j]);
    }
    this.#letJoin(running);
    if (this.#widths.check(readings, dt)) this.#probe();
  }

  /** Puts a forecast aside, to see later how good it was. */
  #probe(): void {
    const { mean, sd } = this.forecast(PROBE_FRAMES)[PROBE_FRAMES - 1];
    const alone = sd.map(
      (value, j) => value * Math.sqrt(this.#widths.factor(j, 1) / this.#widths.factor(j, PROBE_FRAMES)),
    );
    this.#widths.putAside(mean, alone);
  }

  #noteUnit({ filter, rows }: Running, j: number, reading: number): void {
    const factor = this.#units.note(j, this.#units.standardise(j, reading));
    if (factor !== 1) filter.rescaleSensor(rows[j], factor);
  }

  /** A joining sensor that has been read often enough gets a unit and a row; one at a frame, so that a hundred hold nobody up. */
  #letJoin({ filter, joining, rows, joined }: Running): void {
    const j = joining.ready;
    if (j === undefined) return;
    const { unit, row, rest } = joining.fit(j);
    filter.addSensor({ row, R: Math.min(1e6, Math.max(1e-6, rest / filter.noise)) });
    rows[j] = filter.sensors - 1;
    joined[j] = this.#seq;
    this.#units.begin(j, unit);
    joining.forget(j);
  }

  /** A reading of a sensor that has no units yet stands for itself. */
  #describe(readings: Float64Array): void {
    const { answer } = this;
    const running = this.#running;
    answer.phase = running === null ? 'warming' : 'ready';
    if (running === null) {
      answer.mean.set(readings);
      return;
    }
    const { filter } = running;
    const signal = this.#unscale(running, filter.posterior(), 1);
    answer.features = filter.coefficients;
    for (let j = 0; j < readings.length; j++) {
      const isKnown = !Number.isNaN(signal.mean[j]);
      answer.mean[j] = isKnown ? signal.mean[j] : readings[j];
      this.#misfit.note(j, readings[j], signal.mean[j]);
      answer.sd[j] = Math.sqrt(signal.variance[j] + this.#misfit.variance(j));
      answer.residual[j] = isKnown ? readings[j] - signal.mean[j] : NaN;
    }
    if (this.#horizon > 0) answer.forecast = this.forecast(this.#horizon);
  }

  /** By column, in the sensors' units, as wide as it must be `steps` frames ahead; NaN for a joining sensor or an absurd estimate. */
  #unscale({ rows }: Running, { mean, variance }: Estimate, steps: number): Estimate {
    const { centre, spread } = this.#units;
    const scaled = rows.map((row, j) => {
      const level = centre[j] + spread[j] * mean[row];
      const square = spread[j] ** 2 * this.#widths.factor(j, steps) * variance[row];
      return Math.abs(level) < FARTHEST && square < FARTHEST ** 2 ? [level, square] : [NaN, NaN];
    });
    return {
      mean: Float64Array.from(scaled, ([level]) => level),
      variance: Float64Array.from(scaled, ([, square]) => square),
    };
  }
}

/** The reading in units; one that is far off counts as less far, unless the last ones were as well. */
function weigh({ streaks }: Running, j: number, z: number, mean: number, most: number): number {
  const isFar = Math.abs(z - mean) > most;
  streaks[j] = isFar ? streaks[j] + 1 : 0;
  return isFar && streaks[j] <= DISBELIEVED_IN_A_ROW ? mean + Math.sign(z - mean) * most : z;
}
