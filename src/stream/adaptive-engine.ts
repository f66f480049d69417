import { bytesOfEnsemble } from '../ensemble/memory';
import type { KindModel } from '../kinds/kind-model';
import type { Measured } from '../kinds/measured';
import type { Draft, Packed } from './engine';
import { packModel } from './default-model';
import {
  createFilterAnswer,
  forecastOf,
  type FilterAnswer,
  type FilterEngine,
  type ForecastFrame,
} from './filter-answer';
import type { Moment } from './stream-model';

/** Of the default model, the first frames it keeps at the start included, and of the answer that is made of it. */
export const bytesOfAdaptive = (sensors: number): number =>
  6000 + 15_000 * sensors + bytesOfEnsemble(sensors);

/** The default model as a filter: the signal behind each reading, an estimate where there is none. */
export class AdaptiveEngine implements FilterEngine {
  answer: Draft<FilterAnswer>;
  readonly #model: KindModel;
  readonly #names: string[];
  readonly #horizon: number;
  readonly #outliers: string[] = [];

  constructor(model: KindModel, names: readonly string[], horizon: number) {
    this.#model = model;
    this.#names = [...names];
    this.#horizon = horizon;
    this.answer = createFilterAnswer(names.length);
  }

  get seq(): number {
    return this.#model.seq;
  }

  get measured(): Measured {
    return this.#model.measured;
  }

  addSensor(name: string): void {
    this.#model.addSensor(name);
    this.#names.push(name);
    this.answer = createFilterAnswer(this.#names.length);
  }

  replaceSensor(j: number, name: string): void {
    this.#model.replaceSensor(j, name);
    this.#names[j] = name;
  }

  learn(readings: Float64Array, dt: number, time: number, periodMs: number | null): void {
    const { answer } = this;
    answer.phase = this.#model.phase;
    this.#model.learnOne(readings, dt, time, periodMs);
    this.#finish(readings);
    if (this.#horizon > 0) answer.forecast = forecastOf(this.#model.forecast(this.#horizon));
  }

  predict(
    readings: Float64Array,
    dt: number,
    _isLate: boolean,
    periodMs: number | null,
    { time, arrival }: Moment,
  ): void {
    const { answer } = this;
    const at = time ?? arrival;
    answer.phase = this.#model.phase;
    this.#model.predictOne(readings, dt, at);
    this.#finish(readings);
    if (this.#horizon > 0)
      answer.forecast = forecastOf(this.#model.forecastAfter(readings, dt, at, periodMs, this.#horizon));
  }

  forecast(h: number): readonly ForecastFrame[] {
    return forecastOf(this.#model.forecast(h));
  }

  pack(): Packed {
    return packModel(this.#model);
  }

  #finish(readings: Float64Array): void {
    this.#describe(this.#model, readings);
    this.answer.features = this.#model.features;
  }

  /** A reading of a sensor that has no units yet stands for itself. */
  #describe(model: KindModel, readings: Float64Array): void {
    const { mean, sd, residual } = this.answer;
    const { estimates } = model;
    this.#outliers.length = 0;
    for (let j = 0; j < readings.length; j++) {
      const isRead = !Number.isNaN(readings[j]);
      const isDenoised = isRead && !Number.isNaN(estimates.denoised[j]);
      mean[j] = isDenoised ? estimates.denoised[j] : isRead ? readings[j] : estimates.mean[j];
      sd[j] = isDenoised ? estimates.denoisedSd[j] : estimates.sd[j];
      residual[j] = isRead ? estimates.residual[j] : NaN;
      if (isRead && estimates.outlier[j] !== 0) this.#outliers.push(this.#names[j]);
    }
    this.answer.outliers = this.#outliers;
  }
}
