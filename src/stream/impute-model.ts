import { readConfig } from '../adaptive/options';
import { readBoolean } from '../options';
import type { Kind } from '../kinds/kind';
import type { KindModel } from '../kinds/kind-model';
import type { EnsembleHindsight } from '../ensemble/ensemble-model';
import { bytesOfPaths } from '../ensemble/sensor-paths';
import { bytesOfHindsight, Hindsight, type RefilledGap, type Retrospect } from '../impute/hindsight';
import type { Measured } from '../kinds/measured';
import { Imputer, type Estimates, type ImputedFrame, type ImputeOptions } from '../impute/imputer';
import { bytesOfAdaptive } from './adaptive-engine';
import { NUMBERS_PER_SENSOR } from '../impute/sensor-past';
import { createModel, packModel, readModelSettings, unpackModel, type ModelOptions } from './default-model';
import { createHead, plainSettings, type Draft, type Engine, type EngineMaker, type Packed } from './engine';
import { NamedStream, type Kept } from './named-stream';
import type { Answer, Moment, StreamOptions } from './stream-model';

export interface ImputeModelOptions extends StreamOptions, ImputeOptions, ModelOptions {
  /** Whether a gap is filled once more when its sensor is back; false where absent. */
  readonly hindsight?: boolean;
}

/** A frame with its gaps filled. */
export interface ImputeAnswer extends Answer, ImputedFrame {
  /** What the model says of every sensor, had it been missing, whatever `detail` asks for; null before the first frame. */
  readonly model: Estimates | null;
  /** The gap in frames from which on each sensor is silent, by its own past. */
  readonly silentAfter: Float64Array;
  /** What each sensor is taken for. */
  readonly kinds: readonly Kind[];
  /** With `hindsight`, the gaps that this frame has ended, filled once more. */
  readonly refilled: readonly RefilledGap[];
}

/** Fills the gaps of a stream with what the default model makes of the other sensors. */
export class ImputeModel extends NamedStream<ImputeAnswer> {
  constructor(options: ImputeModelOptions = {}, kept?: Kept) {
    super(options, createMaker(options), kept);
  }

  /** A model that goes on where the snapshot was taken. */
  static restore(options: ImputeModelOptions, kept: Kept): ImputeModel {
    return new ImputeModel(options, kept);
  }

  protected override blank(answer: Draft<ImputeAnswer>, j: number): void {
    const { outcome, value, estimate, sd, lower, upper, gap, quality, outlier } = answer;
    outcome[j] = 'unknown';
    value[j] = estimate[j] = sd[j] = lower[j] = upper[j] = gap[j] = NaN;
    quality[j] = null;
    outlier[j] = false;
    if (answer.refilled.length > 0) answer.refilled = answer.refilled.filter(({ column }) => column !== j);
  }
}

function createMaker(given: ImputeModelOptions): EngineMaker<ImputeAnswer> {
  const config = readConfig({ sensors: 1 });
  const { maxGap, maxGapSeconds, detail, outliers } = given;
  const options = { maxGap, maxGapSeconds, detail, outliers };
  // Of no sensor: it says at once what is wrong with the options.
  const nothing = new Imputer(0, options);
  const hindsight = readBoolean('hindsight', given.hindsight ?? false);
  const settings = readModelSettings(config, given, hindsight);
  return {
    config: { kind: 'impute', model: plainSettings(config) },
    bytesFor: (sensors) =>
      bytesOfAdaptive(sensors) + (hindsight ? bytesOfHindsight(sensors) + bytesOfPaths(sensors) : 0),
    create: (names) => new ImputeEngine(createModel(settings, names), new Imputer(names.length, options)),
    restore: (names, data, extra) => {
      const split = names.length * NUMBERS_PER_SENSOR;
      const imputer = Imputer.restore(data.slice(0, split), options);
      return new ImputeEngine(unpackModel(settings, names, data.slice(split), extra), imputer);
    },
    createAnswer: () => createAnswer(nothing),
  };
}

class ImputeEngine implements Engine<ImputeAnswer> {
  answer: Draft<ImputeAnswer>;
  readonly #hindsight: Hindsight | null;

  constructor(
    readonly model: KindModel,
    readonly imputer: Imputer,
  ) {
    this.answer = createAnswer(imputer);
    const { hindsight } = model.ensemble;
    this.#hindsight = hindsight === null ? null : new Hindsight(createRetrospect(model, hindsight));
  }

  get seq(): number {
    return this.model.seq;
  }

  get measured(): Measured {
    return this.model.measured;
  }

  addSensor(name: string): void {
    this.model.addSensor(name);
    this.imputer.addSensor();
    this.answer = createAnswer(this.imputer);
  }

  replaceSensor(j: number, name: string): void {
    const { model } = this;
    model.replaceSensor(j, name);
    this.imputer.replaceSensor(j);
    this.#hindsight?.replaceSensor(j, model.plainColumn(j));
  }

  learn(readings: Float64Array, dt: number, time: number, periodMs: number | null): void {
    const { model, imputer, answer } = this;
    imputer.measureGaps(periodMs);
    answer.phase = model.phase;
    this.#describe();
    model.learnOne(readings, dt, time, periodMs);
    imputer.learnOne(readings);
    answer.model = model.estimates;
    imputer.fill(readings, model.estimates, answer.phase);
    this.#fillAgain(readings, dt, time);
  }

  #fillAgain(readings: Float64Array, dt: number, time: number): void {
    if (this.#hindsight === null) return;
    const { estimates } = this.model;
    const { outcome, kinds } = this.answer;
    this.answer.refilled = this.#hindsight.learn({ readings, time, dt, outcome, estimates, kinds });
  }

  predict(
    readings: Float64Array,
    dt: number,
    isLate: boolean,
    _periodMs: number | null,
    { time, arrival }: Moment,
  ): void {
    const { model, imputer, answer } = this;
    answer.phase = model.phase;
    model.predictOne(readings, dt, time ?? arrival);
    answer.model = model.estimates;
    imputer.fill(readings, model.estimates, answer.phase, isLate ? 0 : 1);
    answer.refilled = [];
    this.#describe();
  }

  /** By the frames before. */
  #describe(): void {
    this.model.copySilentAfter(this.answer.silentAfter);
    this.answer.kinds = this.model.kinds;
  }

  /** The imputer's numbers, then the model's. */
  pack(): Packed {
    return packModel(this.model, [this.imputer.snapshot()]);
  }
}

const createRetrospect = (model: KindModel, { paths, fills }: EnsembleHindsight): Retrospect => ({
  paths,
  fills,
  columnOf: (j) => model.plainColumn(j),
  wrapAngle: (j, degrees) => model.wrapAngle(j, degrees),
});

/** An answer that shares the imputer's arrays. */
const createAnswer = (imputer: Imputer): Draft<ImputeAnswer> => ({
  ...createHead(),
  ...imputer.frame,
  model: null,
  silentAfter: new Float64Array(imputer.sensors),
  kinds: [],
  refilled: [],
});
