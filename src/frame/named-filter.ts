import { PsmfError } from '../errors';
import { readConfig, type FilterConfig, type FilterOptions } from '../filter/options';
import { PsmfFilter } from '../filter/psmf-filter';
import { readInteger } from '../options';
import { canonicalJson, type Json } from '../snapshot/canonical-json';
import type { Snapshot } from '../snapshot/envelope';
import { sortFields, type Fields, type SortedFields } from './fields';
import { readSnapshotMeta } from './named-filter-meta';
import { SensorNames } from './sensor-names';

/** Frames before a model, or a sensor that joins one, is trusted. */
export const WARM_UP = 40;
/** A reading further than this many standard deviations from what was expected is an outlier. */
const OUTLIER_SD = 4;
export const DEFAULT_MAX_SENSORS = 1024;

export interface NamedFilterOptions extends Pick<
  FilterOptions,
  'rank' | 'robust' | 'variant' | 'dynamics' | 'V0' | 'lambda0' | 'lambdaMax' | 'seed'
> {
  readonly R?: number;
  readonly maxSensors?: number;
}

/** What the model says after a frame; arrays by column, one entry for each of `names`. */
export interface FilteredFrame {
  /** Frames learned, this one included. */
  readonly seq: number;
  readonly phase: 'warming' | 'ready';
  readonly names: readonly string[];
  /** The signal behind the readings, and its standard deviation. */
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** Reading less mean; NaN where there is no reading. */
  readonly residual: Float64Array;
  readonly outliers: readonly string[];
  readonly rejected: ReadonlyMap<string, string>;
  readonly features: readonly number[];
}

/** A filter whose sensors go by name and join with their first reading. */
export class NamedFilter {
  readonly #config: FilterConfig;
  readonly #maxSensors: number;
  #names = new SensorNames();
  /** By column: the frames learned when the sensor joined. */
  #joined: number[] = [];
  /** None before the first sensor. */
  #filter: PsmfFilter | null = null;

  constructor(options: NamedFilterOptions) {
    this.#config = readConfig({ ...options, sensors: 1 });
    this.#maxSensors = readInteger('maxSensors', options.maxSensors ?? DEFAULT_MAX_SENSORS, 1);
  }

  /** A model that goes on where the snapshot was taken. Throws OTHER_SETTINGS if it was made with other options. */
  static restore(options: NamedFilterOptions, { meta, data }: Pick<Snapshot, 'meta' | 'data'>): NamedFilter {
    const model = new NamedFilter(options);
    const { names, joined, config } = readSnapshotMeta(meta);
    if (canonicalJson(config) !== canonicalJson(model.#plainConfig())) {
      throw new PsmfError(
        'OTHER_SETTINGS',
        'The snapshot',
        `the settings ${canonicalJson(model.#plainConfig())}`,
        canonicalJson(config),
        'Set them back to go on from it, or let the model learn afresh.',
      );
    }
    model.#requireRoom(names.length);
    model.#filter = PsmfFilter.restore({ config: model.#config, sensors: names.length, data });
    model.#names = new SensorNames(names);
    model.#joined = [...joined];
    return model;
  }

  /** Null before the first sensor: there is nothing to keep. */
  snapshot(): Pick<Snapshot, 'seq' | 'meta' | 'data'> | null {
    if (this.#filter === null) return null;
    const { data } = this.#filter.snapshot();
    const meta = { names: [...this.names], joined: [...this.#joined], config: this.#plainConfig() };
    return { seq: this.seq, meta, data };
  }

  get names(): readonly string[] {
    return this.#names.list;
  }

  get seq(): number {
    return this.#filter?.seq ?? 0;
  }

  /** Takes in one frame. Sensors that are absent from it are missing; on an error nothing has changed. */
  learnOne(fields: Fields): FilteredFrame {
    const frame = sortFields(fields, this.#names);
    this.#requireRoom(this.#names.size + frame.joining.length);
    this.#join(frame.joining);
    return this.#filter === null ? nothingKnown : this.#learn(this.#filter, frame);
  }

  #learn(filter: PsmfFilter, { readings, rejected }: SortedFields): FilteredFrame {
    const names = this.#names.list;
    const y = Float64Array.from(names, (name) => readings.get(name) ?? NaN);
    const expected = filter.predictOne();
    filter.learnOne(y);
    const { mean, variance } = filter.posterior();
    const isOutlier = (_: string, j: number): boolean =>
      filter.seq - this.#joined[j] > WARM_UP &&
      Math.abs(y[j] - expected.mean[j]) > OUTLIER_SD * Math.sqrt(expected.variance[j]);
    return {
      seq: filter.seq,
      phase: filter.seq < WARM_UP ? 'warming' : 'ready',
      names: [...names],
      mean,
      sd: variance.map(Math.sqrt),
      residual: y.map((reading, j) => reading - mean[j]),
      outliers: names.filter(isOutlier),
      rejected,
      features: filter.coefficients,
    };
  }

  #join(joining: readonly string[]): void {
    if (joining.length === 0) return;
    const { lambdaMax, ...config } = this.#config;
    if (this.#filter === null) {
      const options = { ...config, lambdaMax: lambdaMax ?? undefined, sensors: joining.length };
      this.#filter = new PsmfFilter(options);
    } else {
      for (let added = 0; added < joining.length; added++) this.#filter.addSensor();
    }
    for (const name of joining) {
      this.#names.add(name);
      this.#joined.push(this.#filter.seq);
    }
  }

  #requireRoom(sensors: number): void {
    if (sensors <= this.#maxSensors) return;
    throw new PsmfError(
      'TOO_MANY_SENSORS',
      'The number of sensors',
      `at most ${this.#maxSensors}`,
      `${sensors}`,
      'Split the stream, or leave out the fields that are not sensors.',
    );
  }

  #plainConfig(): Json {
    return JSON.parse(JSON.stringify(this.#config)) as Json;
  }
}

const nothingKnown: FilteredFrame = {
  seq: 0,
  phase: 'warming',
  names: [],
  mean: new Float64Array(0),
  sd: new Float64Array(0),
  residual: new Float64Array(0),
  outliers: [],
  rejected: new Map(),
  features: [],
};
