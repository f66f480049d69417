import { PsmfError, describe } from '../errors';
import { Linear, type LinearConfig } from './linear';
import { Matern, type MaternConfig } from './matern';
import type { SubspaceModel } from './model';
import { RandomWalk, type RandomWalkConfig } from './random-walk';

export type Dynamics = RandomWalkConfig | LinearConfig | MaternConfig;

type Build<T extends Dynamics['type']> = (
  config: Extract<Dynamics, { type: T }>,
  rank: number,
) => SubspaceModel;

/** Every subspace model, by the name a configuration gives it. A new model is one file and one line here. */
const models: { readonly [T in Dynamics['type']]: Build<T> } = {
  'random-walk': (config, rank) => new RandomWalk(config, rank),
  linear: (config, rank) => new Linear(config, rank),
  matern: (config, rank) => new Matern(config, rank),
};

export const modelNames = Object.keys(models) as readonly Dynamics['type'][];

export function createModel(config: Dynamics, rank: number): SubspaceModel {
  const type: unknown = (config as { type?: unknown } | null | undefined)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(models, type)) {
    throw new PsmfError(
      'BAD_OPTION',
      'dynamics.type',
      modelNames.join(', '),
      describe(type),
      'Choose one of the models listed.',
    );
  }
  const build = models[config.type] as Build<typeof config.type>;
  return build(config, rank);
}
