import { AdaptiveModel } from '../adaptive/adaptive-model';
import { readConfig, type AdaptiveConfig } from '../adaptive/options';
import { Imputer, type ImputedFrame, type ImputeOptions } from '../impute/imputer';
import { NUMBERS_PER_SENSOR } from '../impute/sensor-past';
import { createHead, plainSettings, type Draft, type Engine, type EngineMaker, type Packed } from './engine';
import { NamedStream, type Kept } from './named-stream';
import type { Answer, StreamOptions } from './stream-model';

export interface ImputeModelOptions extends StreamOptions, ImputeOptions {}

/** A frame with its gaps filled. */
export interface ImputeAnswer extends Answer, ImputedFrame {}

/** Fills the gaps of a stream with what the default model makes of the other sensors. */
export class ImputeModel extends NamedStream<ImputeAnswer> {
  constructor(options: ImputeModelOptions = {}, kept?: Kept) {
    super(options, createMaker(options), kept);
  }

  /** A model that goes on where the snapshot was taken. */
  static restore(options: ImputeModelOptions, kept: Kept): ImputeModel {
    return new ImputeModel(options, kept);
  }
}

function createMaker({ maxGap, detail }: ImputeOptions): EngineMaker<ImputeAnswer> {
  const config = readConfig({ sensors: 1 });
  const options = { maxGap, detail };
  return {
    config: { kind: 'impute', model: plainSettings(config) },
    create: ({ length }) =>
      new ImputeEngine(new AdaptiveModel({ ...config, sensors: length }), new Imputer(length, options)),
    restore: ({ length }, data) => unpack(config, options, length, data),
    createAnswer: () => createAnswer(new Imputer(0, options)),
  };
}

class ImputeEngine implements Engine<ImputeAnswer> {
  answer: Draft<ImputeAnswer>;

  constructor(
    readonly model: AdaptiveModel,
    readonly imputer: Imputer,
  ) {
    this.answer = createAnswer(imputer);
  }

  get seq(): number {
    return this.model.seq;
  }

  addSensor(): void {
    this.model.addSensor();
    this.imputer.addSensor();
    this.answer = createAnswer(this.imputer);
  }

  learn(readings: Float64Array, dt: number): void {
    const { model, imputer, answer } = this;
    answer.phase = model.phase;
    model.learnOne(readings, dt);
    imputer.learnOne(readings);
    imputer.fill(readings, model.estimates, answer.phase);
  }

  predict(readings: Float64Array, dt: number, isLate: boolean): void {
    const copy = this.model.lendCopy();
    this.answer.phase = copy.phase;
    copy.learnOne(readings, dt);
    this.imputer.fill(readings, copy.estimates, this.answer.phase, isLate ? 0 : 1);
  }

  /** The imputer's numbers, then the model's. */
  pack(): Packed {
    const past = this.imputer.snapshot();
    const state = this.model.snapshot().data;
    const data = new Float64Array(past.length + state.length);
    data.set(past);
    data.set(state, past.length);
    return { data, extra: {} };
  }
}

function unpack(
  config: AdaptiveConfig,
  options: ImputeOptions,
  sensors: number,
  data: Float64Array,
): ImputeEngine {
  const split = sensors * NUMBERS_PER_SENSOR;
  const imputer = Imputer.restore(data.slice(0, split), options);
  return new ImputeEngine(AdaptiveModel.restore({ config, sensors, data: data.slice(split) }), imputer);
}

/** An answer that shares the imputer's arrays. */
const createAnswer = (imputer: Imputer): Draft<ImputeAnswer> => ({ ...createHead(), ...imputer.frame });
