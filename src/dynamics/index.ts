import { badOption, describe } from '../errors';
import { readChoice } from '../options';
import { Affine, type AffineConfig } from './affine';
import { CustomDual } from './custom-dual';
import type { CustomConfig, CustomFunctions } from './custom-function';
import { CustomUnscented } from './custom-unscented';
import { Linear, type LinearConfig } from './linear';
import { Matern, type MaternConfig } from './matern';
import type { SubspaceModel } from './model';
import { Periodic, type PeriodicConfig } from './periodic';
import { RandomWalk, type RandomWalkConfig } from './random-walk';
import { Seasonal, type SeasonalConfig } from './seasonal';
import { Waves, type WavesConfig } from './waves';

export type Dynamics =
  | RandomWalkConfig
  | LinearConfig
  | MaternConfig
  | SeasonalConfig
  | AffineConfig
  | PeriodicConfig
  | WavesConfig<'sinusoid'>
  | WavesConfig<'fourier'>
  | CustomConfig;

type Build<T extends Dynamics['type']> = (
  config: Extract<Dynamics, { type: T }>,
  rank: number,
  functions: CustomFunctions,
) => SubspaceModel;

/** Every subspace model, by the name a configuration gives it. A new model is one file and one line here. */
const models: { readonly [T in Dynamics['type']]: Build<T> } = {
  'random-walk': (config, rank) => new RandomWalk(config, rank),
  linear: (config, rank) => new Linear(config, rank),
  matern: (config, rank) => new Matern(config, rank),
  seasonal: (config, rank) => new Seasonal(config, rank),
  affine: (config, rank) => new Affine(config, rank),
  periodic: (config, rank) => new Periodic(config, rank),
  sinusoid: (config, rank) => new Waves(config, rank),
  fourier: (config, rank) => new Waves(config, rank),
  custom: (config, rank, functions) =>
    readChoice('dynamics.method', config.method ?? 'dual', ['dual', 'unscented']) === 'dual'
      ? new CustomDual(config, rank, functions)
      : new CustomUnscented(config, rank, functions),
};

export const modelNames = Object.keys(models) as readonly Dynamics['type'][];

export function createModel(config: Dynamics, rank: number, functions: CustomFunctions = {}): SubspaceModel {
  const type: unknown = (config as { type?: unknown } | null | undefined)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(models, type)) {
    throw badOption(
      'dynamics.type',
      modelNames.join(', '),
      describe(type),
      'Choose one of the models listed.',
    );
  }
  const build = models[config.type] as Build<typeof config.type>;
  return build(config, rank, functions);
}
