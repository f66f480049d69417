import { AdaptiveEngine, bytesOfAdaptive } from './adaptive-engine';
import { bytesOfDynamics, DynamicsEngine } from './dynamics-engine';
import { refuseFit, type FitSettings, type PreparedFit } from './dynamics-fit';
import { plainSettings, type EngineMaker } from './engine';
import { createModel, readModelSettings, unpackModel } from './default-model';
import {
  createFilterAnswer,
  type FilterAnswer,
  type FilterEngine,
  type ForecastFrame,
} from './filter-answer';
import { readHorizon, readPlan, rhythmOf, type FilterModelOptions } from './filter-options';
import { NamedStream, type Kept } from './named-stream';
import { bytesOfPaper, PaperEngine } from './paper-engine';

/** Denoises and forecasts a stream of frames, by the default model or by one of the paper's. */
export class FilterModel extends NamedStream<FilterAnswer> {
  readonly #options: FilterModelOptions;

  constructor(options: FilterModelOptions = {}, kept?: Kept) {
    super(options, createMaker(options), kept);
    this.#options = options;
  }

  /** A model that goes on where the snapshot was taken. */
  static restore(options: FilterModelOptions, kept: Kept): FilterModel {
    return new FilterModel(options, kept);
  }

  /** The next h frames, whatever the horizon; empty before there is anything to go by. Changes nothing. */
  forecast(h: number): readonly ForecastFrame[] {
    return this.#engine?.forecast(h) ?? [];
  }

  /** A fit of the dynamics' parameters to the recent frames, to be run elsewhere; throws if there can be none. */
  prepareFit(settings?: FitSettings): PreparedFit {
    const { engine } = this;
    if (engine instanceof DynamicsEngine) return engine.prepareFit(settings);
    const plan = readPlan(this.#options);
    if ('dynamics' in plan) return new DynamicsEngine(plan.dynamics, [], 0).prepareFit(settings);
    throw refuseFit(plan.model === 'adaptive' ? 'the adaptive model' : 'others');
  }

  protected override blank({ mean, sd, residual, forecast }: FilterAnswer, j: number): void {
    mean[j] = sd[j] = residual[j] = NaN;
    for (const ahead of forecast) ahead.mean[j] = ahead.sd[j] = NaN;
  }

  get #engine(): FilterEngine | null {
    return this.engine as FilterEngine | null; // createMaker makes no other
  }
}

function createMaker(options: FilterModelOptions): EngineMaker<FilterAnswer> {
  const horizon = readHorizon(options.horizon);
  const plan = readPlan(options);
  const settings = plainSettings('dynamics' in plan ? plan.dynamics : plan.config);
  const common = {
    config: { kind: 'filter', model: plan.model, settings },
    createAnswer: () => createFilterAnswer(0),
  };
  if ('dynamics' in plan) {
    const { dynamics } = plan;
    return {
      ...common,
      cycleMs: rhythmOf(plan),
      bytesFor: (sensors) => bytesOfDynamics(dynamics, sensors),
      create: (names) => new DynamicsEngine(dynamics, names, horizon),
      restore: (names, data, extra) => DynamicsEngine.restore(dynamics, names, horizon, data, extra),
    };
  }
  if (plan.model !== 'adaptive') {
    const { config } = plan;
    return {
      ...common,
      bytesFor: (sensors) => bytesOfPaper(config.rank, sensors),
      create: (names) => PaperEngine.create(config, names, horizon),
      restore: (names, data, extra) => PaperEngine.restore(config, names, horizon, data, extra),
    };
  }
  const defaults = readModelSettings(plan.config, options);
  return {
    ...common,
    bytesFor: bytesOfAdaptive,
    create: (names) => new AdaptiveEngine(createModel(defaults, names), names, horizon),
    restore: (names, data, extra) =>
      new AdaptiveEngine(unpackModel(defaults, names, data, extra), names, horizon),
  };
}
