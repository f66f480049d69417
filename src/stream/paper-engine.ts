import { isCount } from '../arguments';
import { damagedState, describe } from '../errors';
import type { FilterConfig } from '../filter/options';
import { PsmfFilter } from '../filter/psmf-filter';
import { OUTLIER_SD } from '../scale/limits';
import type { Json } from '../snapshot/canonical-json';
import type { Draft, Packed } from './engine';
import {
  createFilterAnswer,
  forecastOf,
  type FilterAnswer,
  type FilterEngine,
  type ForecastFrame,
} from './filter-answer';

/** Frames before a model, or a sensor that joins one, is trusted. */
export const WARM_UP = 40;

/** With dynamics of up to three derivatives: ten matrices of the state, the dictionary, and the answer. */
export const bytesOfPaper = (rank: number, sensors: number): number =>
  8000 + 10 * 8 * (3 * rank) ** 2 + (8 * rank + 500) * sensors;

/** PSMF or rPSMF as a filter. */
export class PaperEngine implements FilterEngine {
  answer: Draft<FilterAnswer>;
  readonly #filter: PsmfFilter;
  readonly #names: string[];
  readonly #horizon: number;
  /** By column: the frames learned when the sensor joined. */
  readonly #joined: number[];

  constructor(filter: PsmfFilter, names: readonly string[], horizon: number, joined: readonly number[]) {
    this.#filter = filter;
    this.#names = [...names];
    this.#horizon = horizon;
    this.#joined = [...joined];
    this.answer = createFilterAnswer(names.length);
  }

  static create(config: FilterConfig, names: readonly string[], horizon: number): PaperEngine {
    const sensors = names.length;
    const filter = new PsmfFilter({ ...config, sensors });
    return new PaperEngine(filter, names, horizon, new Array<number>(sensors).fill(0));
  }

  static restore(
    config: FilterConfig,
    names: readonly string[],
    horizon: number,
    data: Float64Array,
    extra: Json,
  ): PaperEngine {
    const filter = PsmfFilter.restore({ config, sensors: names.length, data });
    const { joined } = extra as Readonly<Record<string, unknown>>;
    if (!Array.isArray(joined) || joined.length !== names.length || !joined.every(isCount))
      throw damagedState('joined', `${names.length} whole numbers, none negative`, describe(joined));
    return new PaperEngine(filter, names, horizon, joined);
  }

  get seq(): number {
    return this.#filter.seq;
  }

  addSensor(name: string): void {
    this.#filter.addSensor();
    this.#names.push(name);
    this.#joined.push(this.seq);
    this.answer = createFilterAnswer(this.#names.length);
  }

  learn(readings: Float64Array, dt: number): void {
    this.#learn(this.#filter, readings, dt);
  }

  /** A copy learns the frame. */
  predict(readings: Float64Array, dt: number): void {
    this.#learn(this.#filter.lendCopy(), readings, dt);
  }

  forecast(h: number): readonly ForecastFrame[] {
    return forecastOf(this.#filter.forecast(h));
  }

  pack(): Packed {
    return { data: this.#filter.snapshot().data, extra: { joined: [...this.#joined] } };
  }

  #learn(filter: PsmfFilter, readings: Float64Array, dt: number): void {
    const { answer } = this;
    const expected = filter.predictOne(dt);
    filter.learnOne(readings, dt);
    const { mean, variance } = filter.posterior();
    answer.phase = filter.seq < WARM_UP ? 'warming' : 'ready';
    answer.mean = mean;
    for (let j = 0; j < readings.length; j++) {
      answer.sd[j] = Math.sqrt(variance[j]);
      answer.residual[j] = readings[j] - mean[j];
    }
    answer.outliers = this.#names.filter(
      (_, j) =>
        filter.seq - this.#joined[j] > WARM_UP &&
        Math.abs(readings[j] - expected.mean[j]) > OUTLIER_SD * Math.sqrt(expected.variance[j]),
    );
    answer.features = filter.coefficients;
    if (this.#horizon > 0) answer.forecast = forecastOf(filter.forecast(this.#horizon));
  }
}
