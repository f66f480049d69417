import { AdaptiveModel } from '../adaptive/adaptive-model';
import { AdaptiveEngine } from './adaptive-engine';
import { plainSettings, type EngineMaker } from './engine';
import { createFilterAnswer, type FilterAnswer } from './filter-answer';
import { readHorizon, readPlan, type FilterModelOptions } from './filter-options';
import { NamedStream, type Kept } from './named-stream';
import { PaperEngine } from './paper-engine';

/** Denoises and forecasts a stream of frames, by the default model or by one of the paper's. */
export class FilterModel extends NamedStream<FilterAnswer> {
  constructor(options: FilterModelOptions = {}, kept?: Kept) {
    super(options, createMaker(options), kept);
  }

  /** A model that goes on where the snapshot was taken. */
  static restore(options: FilterModelOptions, kept: Kept): FilterModel {
    return new FilterModel(options, kept);
  }
}

function createMaker(options: FilterModelOptions): EngineMaker<FilterAnswer> {
  const horizon = readHorizon(options.horizon);
  const plan = readPlan(options);
  const common = {
    config: { kind: 'filter', model: plan.model, settings: plainSettings(plan.config) },
    createAnswer: () => createFilterAnswer(0),
  };
  if (plan.model !== 'adaptive') {
    const { config } = plan;
    return {
      ...common,
      create: (names) => PaperEngine.create(config, names, horizon),
      restore: (names, data, extra) => PaperEngine.restore(config, names, horizon, data, extra),
    };
  }
  const { config } = plan;
  return {
    ...common,
    create: (names) =>
      new AdaptiveEngine(new AdaptiveModel({ ...config, sensors: names.length }), names, horizon),
    restore: (names, data) =>
      new AdaptiveEngine(AdaptiveModel.restore({ config, sensors: names.length, data }), names, horizon),
  };
}
