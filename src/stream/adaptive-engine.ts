import { AdaptiveModel } from '../adaptive/adaptive-model';
import type { Draft, Packed } from './engine';
import {
  createFilterAnswer,
  forecastOf,
  type FilterAnswer,
  type FilterEngine,
  type ForecastFrame,
} from './filter-answer';

/** The default model as a filter: the signal behind each reading, an estimate where there is none. */
export class AdaptiveEngine implements FilterEngine {
  answer: Draft<FilterAnswer>;
  readonly #model: AdaptiveModel;
  readonly #names: string[];
  readonly #horizon: number;
  readonly #outliers: string[] = [];

  constructor(model: AdaptiveModel, names: readonly string[], horizon: number) {
    this.#model = model;
    this.#names = [...names];
    this.#horizon = horizon;
    this.answer = createFilterAnswer(names.length);
  }

  get seq(): number {
    return this.#model.seq;
  }

  addSensor(name: string): void {
    this.#model.addSensor();
    this.#names.push(name);
    this.answer = createFilterAnswer(this.#names.length);
  }

  learn(readings: Float64Array, dt: number): void {
    this.#learn(this.#model, readings, dt);
  }

  predict(readings: Float64Array, dt: number): void {
    this.#learn(this.#model.lendCopy(), readings, dt);
  }

  forecast(h: number): readonly ForecastFrame[] {
    return forecastOf(this.#model.forecast(h));
  }

  pack(): Packed {
    return { data: this.#model.snapshot().data, extra: {} };
  }

  #learn(model: AdaptiveModel, readings: Float64Array, dt: number): void {
    const { answer } = this;
    answer.phase = model.phase;
    model.learnOne(readings, dt);
    this.#describe(model, readings);
    answer.features = model.features;
    if (this.#horizon > 0) answer.forecast = forecastOf(model.forecast(this.#horizon));
  }

  /** A reading of a sensor that has no units yet stands for itself. */
  #describe(model: AdaptiveModel, readings: Float64Array): void {
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
