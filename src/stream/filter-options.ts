import { readConfig as readAdaptiveConfig, type AdaptiveConfig } from '../adaptive/options';
import { badOption, describe, PsmfError } from '../errors';
import { readConfig, type FilterConfig, type FilterOptions } from '../filter/options';
import type { Dynamics } from '../dynamics';
import { readChoice, readInteger, type MatrixOption } from '../options';
import {
  dynamicsNames,
  readDynamicsPlan,
  usualDynamics,
  usualNames,
  type DynamicsName,
  type DynamicsOptions,
  type DynamicsPlan,
} from './dynamics-plan';
import type { ModelOptions } from './default-model';
import type { StreamOptions } from './stream-model';

export const filterModels = ['adaptive', 'psmf', 'rpsmf'] as const;
export type FilterModelName = (typeof filterModels)[number];

export interface FilterModelOptions
  extends
    StreamOptions,
    ModelOptions,
    Pick<FilterOptions, 'variant' | 'V0' | 'lambda0' | 'lambdaMax' | 'seed'>,
    Pick<DynamicsOptions, 'periodSeconds' | 'harmonics'> {
  /** "adaptive" where absent, or "rpsmf" if the dynamics are no random walk: only the paper's models know others. */
  readonly model?: FilterModelName;
  /** Frames ahead that are forecast with every frame; 0: none. */
  readonly horizon?: number;
  /** By name, with usual settings and process noise Q, or in full. */
  readonly dynamics?: DynamicsName | Dynamics;
  /**
   * Whether the paper's models find a unit for each sensor by themselves; R, Q and V0 are then in those. True where absent for
   * the dynamics that need it, by name: all but random walk, Matérn and linear.
   */
  readonly standardise?: boolean;
  /** Coefficients; chosen where absent. Not above the number of configured sensors. */
  readonly rank?: number;
  /** Of the paper's models: measurement noise, process noise. */
  readonly R?: number;
  readonly Q?: MatrixOption;
}

/** What a filter model is built from. */
type FilterPlan =
  | { readonly model: 'adaptive'; readonly config: AdaptiveConfig }
  | { readonly model: 'psmf' | 'rpsmf'; readonly config: FilterConfig }
  | { readonly model: 'psmf' | 'rpsmf'; readonly dynamics: DynamicsPlan };

const MOST_FRAMES_AHEAD = 1000;
const USUAL_RANK = 4;
const USUAL_Q = 0.1;

export const readHorizon = (horizon: unknown): number =>
  readInteger('horizon', horizon ?? 0, 0, MOST_FRAMES_AHEAD);

/** Checks every option before anything is built. */
export function readPlan(options: FilterModelOptions): FilterPlan {
  const { dynamics = 'random-walk', sensors, rank } = options;
  const isRandomWalk = (typeof dynamics === 'string' ? dynamics : dynamics?.type) === 'random-walk';
  const model = readChoice('model', options.model ?? (isRandomWalk ? 'adaptive' : 'rpsmf'), filterModels);
  if (rank !== undefined && Array.isArray(sensors) && readInteger('rank', rank, 1) > sensors.length) {
    throw bad(
      'rank',
      `at most the number of sensors (${sensors.length})`,
      rank,
      'Lower it, or leave it out.',
    );
  }
  if (model === 'adaptive') {
    if (!isRandomWalk) throw bad('dynamics', 'random-walk', dynamics, 'Choose psmf or rpsmf for others.');
    return { model, config: readAdaptiveConfig({ sensors: 1, maxRank: rank, seed: options.seed }) };
  }
  if (readStandardise(options.standardise, dynamics))
    return { model, dynamics: readDynamicsPlan(dynamics, model === 'rpsmf', options) };
  const r = rank ?? Math.min(USUAL_RANK, sensors?.length ?? USUAL_RANK);
  const { variant, V0, lambda0, lambdaMax, seed, R } = options;
  return {
    model,
    config: readConfig({
      ...{ variant, V0, lambda0, lambdaMax, seed, R },
      sensors: 1,
      rank: r,
      robust: model === 'rpsmf',
      dynamics:
        typeof dynamics === 'string'
          ? usualDynamics(readChoice('dynamics', dynamics, usualNames), r, options.Q ?? USUAL_Q)
          : dynamics,
    }),
  };
}

/** The length of the rhythm a plan goes by, in ms; null for none. */
export function rhythmOf(plan: FilterPlan): number | null {
  const seconds = 'dynamics' in plan ? plan.dynamics.periodSeconds : null;
  return seconds === null ? null : 1000 * seconds;
}

function readStandardise(value: unknown, dynamics: unknown): boolean {
  const isNamed = typeof dynamics === 'string';
  const isUsual = !isNamed || usualNames.some((name) => name === dynamics);
  const standardise = value ?? !isUsual;
  if (typeof standardise !== 'boolean' || (standardise && !isNamed) || (!standardise && !isUsual)) {
    const expected = isNamed ? (isUsual ? 'true or false' : `true for ${describe(dynamics)}`) : 'false';
    throw bad('standardise', expected, value, 'Dynamics in full are in the units of the readings.');
  }
  if (isNamed) readChoice('dynamics', dynamics, dynamicsNames);
  return standardise;
}

const bad = (name: string, expected: string, got: unknown, remedy: string): PsmfError =>
  badOption(name, expected, describe(got), remedy);
