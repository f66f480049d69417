import type { Estimate } from '../filter/predict';
import type { Draft, Packed } from './engine';
import {
  createFilterAnswer,
  forecastOf,
  type FilterAnswer,
  type FilterEngine,
  type ForecastFrame,
} from './filter-answer';

/** What an engine asks of the model it answers with. */
interface Model<M> {
  readonly seq: number;
  addSensor(): void;
  forecast(h: number): Estimate[];
  snapshot(): { readonly data: Float64Array };
  /** One with the same numbers, on loan until the next call on any. */
  lendCopy(): M;
}

/** A model as a filter: it learns a frame, or a copy of it does where nothing is to change, and is asked for the answer. */
export abstract class ModelEngine<M extends Model<M>> implements FilterEngine {
  answer: Draft<FilterAnswer>;
  protected readonly model: M;
  protected readonly names: string[];
  readonly #horizon: number;

  constructor(model: M, names: readonly string[], horizon: number) {
    this.model = model;
    this.names = [...names];
    this.#horizon = horizon;
    this.answer = createFilterAnswer(names.length);
  }

  /** Lets `model` learn the frame and writes all of the answer but the forecast. */
  protected abstract answerBy(model: M, readings: Float64Array, dt: number): void;

  get seq(): number {
    return this.model.seq;
  }

  addSensor(name: string): void {
    this.model.addSensor();
    this.names.push(name);
    this.answer = createFilterAnswer(this.names.length);
  }

  learn(readings: Float64Array, dt: number): void {
    this.#learn(this.model, readings, dt);
  }

  predict(readings: Float64Array, dt: number): void {
    this.#learn(this.model.lendCopy(), readings, dt);
  }

  forecast(h: number): readonly ForecastFrame[] {
    return forecastOf(this.model.forecast(h));
  }

  pack(): Packed {
    return { data: this.model.snapshot().data, extra: {} };
  }

  #learn(model: M, readings: Float64Array, dt: number): void {
    this.answerBy(model, readings, dt);
    if (this.#horizon > 0) this.answer.forecast = forecastOf(model.forecast(this.#horizon));
  }
}
