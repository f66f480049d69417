import { isCount } from '../arguments';
import { damagedState, describe } from '../errors';
import type { FilterConfig } from '../filter/options';
import { PsmfFilter } from '../filter/psmf-filter';
import { OUTLIER_SD } from '../scale/limits';
import type { Json } from '../snapshot/canonical-json';
import type { Packed } from './engine';
import { ModelEngine } from './model-engine';

/** Frames before a model, or a sensor that joins one, is trusted. */
export const WARM_UP = 40;

/** With dynamics of up to three derivatives: ten matrices of the state, the dictionary, and the answer. */
export const bytesOfPaper = (rank: number, sensors: number): number =>
  8000 + 10 * 8 * (3 * rank) ** 2 + (8 * rank + 500) * sensors;

/** PSMF or rPSMF as a filter. */
export class PaperEngine extends ModelEngine<PsmfFilter> {
  /** By column: the frames learned when the sensor joined. */
  readonly #joined: number[];

  constructor(filter: PsmfFilter, names: readonly string[], horizon: number, joined: readonly number[]) {
    super(filter, names, horizon);
    this.#joined = [...joined];
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

  override addSensor(name: string): void {
    super.addSensor(name);
    this.#joined.push(this.seq);
  }

  override pack(): Packed {
    return { ...super.pack(), extra: { joined: [...this.#joined] } };
  }

  protected answerBy(filter: PsmfFilter, readings: Float64Array, dt: number): void {
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
    answer.outliers = this.names.filter(
      (_, j) =>
        filter.seq - this.#joined[j] > WARM_UP &&
        Math.abs(readings[j] - expected.mean[j]) > OUTLIER_SD * Math.sqrt(expected.variance[j]),
    );
    answer.features = filter.coefficients;
  }
}
