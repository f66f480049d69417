import { badOption } from '../errors';
import { Matrix } from 'ml-matrix';
import { readConfig, type FilterConfig, type FilterOptions } from '../filter/options';
import type { Dynamics } from '../dynamics';
import { readChoice, readInteger, readPositive, readVariance, type MatrixOption } from '../options';
import { UNIT_READINGS } from '../scale/sensor-units';

/** How coefficients move, by name. */
export const dynamicsNames = [
  'random-walk',
  'seasonal',
  'matern',
  'periodic',
  'fourier',
  'linear',
  'affine',
] as const;
export type DynamicsName = (typeof dynamicsNames)[number];

/** Dynamics that a name says enough of, also in the units of the readings. */
export const usualNames = ['random-walk', 'matern', 'linear'] as const;

/** What a filter in units of its own is told: plain JSON, complete. Variances are shares of a sensor's spread. */
export interface DynamicsPlan {
  readonly name: DynamicsName;
  readonly robust: boolean;
  readonly variant: 'paper' | 'reference';
  /** Null: chosen when the sensors are known; V0 likewise. */
  readonly rank: number | null;
  readonly V0: number | null;
  readonly R: number;
  readonly Q: number;
  readonly lambda0: number;
  readonly lambdaMax: number | null;
  readonly seed: number;
  /** Of seasonal dynamics only. */
  readonly periodSeconds: number | null;
  readonly harmonics: number | null;
}

/** What is found out when a filter begins. */
export interface Found {
  readonly rank: number;
  /** Whether every sensor there was then has a coefficient of its own. */
  readonly isOwn: boolean;
  /** Seconds from frame to frame; 1 for dynamics that do not ask. */
  readonly frameSeconds: number;
  /** Parameters were fitted: from then on they move little. */
  readonly isFitted: boolean;
}

export interface DynamicsOptions extends Pick<FilterOptions, 'variant' | 'lambda0' | 'lambdaMax' | 'seed'> {
  readonly rank?: number;
  readonly R?: number;
  /** One variance each. */
  readonly Q?: MatrixOption;
  readonly V0?: MatrixOption;
  /** Of seasonal dynamics: seconds of the rhythm (a day), and how many harmonics make its shape. */
  readonly periodSeconds?: number;
  readonly harmonics?: number;
}

const DAY_SECONDS = 86_400;
/** Seasonal state entries that still take well under a millisecond a frame. */
const MOST_ENTRIES = 72;
/** State entries that may be asked for. A frame takes time with their third power: some milliseconds here, 0.1 s at 390. */
const MOST_ASKED_ENTRIES = 120;
export const MOST_COEFFICIENTS = 8;
/** Degrees of freedom at which the noise goes on adapting: a memory of about this many readings. */
const LAMBDA_MAX = 1000;

/** Usual measurement and process noise. Where nothing tells signal from noise, readings are smoothed little. */
const USUAL: Readonly<Record<DynamicsName, { readonly R: number; readonly Q: number }>> = {
  'random-walk': { R: 0.1, Q: 0.1 },
  seasonal: { R: 0.3, Q: 0.005 },
  matern: { R: 0.02, Q: 0 },
  periodic: { R: 0.3, Q: 0.01 },
  fourier: { R: 0.3, Q: 0.1 },
  linear: { R: 0.02, Q: 0.02 },
  affine: { R: 0.02, Q: 0.02 },
};

/** Of learned A: coefficients die away over a thousand frames at the slowest, so that no forecast runs off. */
const MAX_RADIUS = 0.999;
/** Adam's rate within a fit, which takes few steps: with every frame A would wobble so much that forecasts run off. */
export const AFFINE_FIT_RATE = 0.01;
/** Adam's rate after a fit: a frequency is then known so well that usual steps would lose it. */
const FITTED_RATE = { periodic: 1e-5, fourier: 3e-6 } as const;

/** Checks every option before anything is built. */
export function readDynamicsPlan(name: unknown, robust: boolean, options: DynamicsOptions): DynamicsPlan {
  const type = readChoice('dynamics', name, dynamicsNames);
  const isSeasonal = type === 'seasonal';
  const { rank, V0, R = USUAL[type].R, Q = USUAL[type].Q, lambdaMax = robust ? LAMBDA_MAX : null } = options;
  const { periodSeconds = DAY_SECONDS, harmonics = 4 } = options;
  const asked = {
    name: type,
    rank: rank ?? null,
    Q: readVariance('dynamics.Q', Q),
    V0: V0 === undefined ? null : readVariance('V0', V0),
    periodSeconds: isSeasonal ? readPositive('periodSeconds', periodSeconds) : null,
    harmonics: isSeasonal ? readInteger('harmonics', harmonics, 1, 24) : null,
  };
  const found = { rank: rank ?? 1, isOwn: false, frameSeconds: 1, isFitted: false };
  const { variant, lambda0, seed } = options;
  const config = readConfig({
    ...{ variant, lambda0, lambdaMax, seed, robust, R, V0, rank: found.rank, sensors: 1 },
    dynamics: createDynamics(asked, found),
  });
  checkEntries(asked);
  return {
    ...asked,
    ...{ robust, variant: config.variant, R: config.R, seed: config.seed },
    ...{ lambda0: config.lambda0, lambdaMax: config.lambdaMax },
  };
}

/** Throws if the state would be so large that every frame holds up whatever else the process does. */
function checkEntries(asked: Pick<DynamicsPlan, 'name' | 'rank' | 'harmonics'>): void {
  const { rank, harmonics } = asked;
  if (rank === null) return;
  const most = drawsDictionary(asked) ? rank : Math.min(rank, UNIT_READINGS);
  const entries = most * orderOf(asked);
  if (entries <= MOST_ASKED_ENTRIES) return;
  const [what, remedy] =
    harmonics === null
      ? ['rank', 'Lower it, or leave it out.']
      : ['rank x (1 + 2 x harmonics)', 'Lower rank or harmonics, or leave rank out.'];
  throw badOption(what, `at most ${MOST_ASKED_ENTRIES}`, `${entries}`, remedy);
}

/** State entries of a coefficient with a rhythm; of others they are too few to matter. */
const orderOf = ({ harmonics }: Pick<DynamicsPlan, 'harmonics'>): number => 1 + 2 * (harmonics ?? 0);

/** Whether the dictionary is drawn, as fits with several starts want it. */
export const drawsDictionary = ({ name }: Pick<DynamicsPlan, 'name'>): boolean =>
  name === 'periodic' || name === 'fourier';

/** How many coefficients for so many sensors. */
export function chooseRank(plan: DynamicsPlan, sensors: number): number {
  if (drawsDictionary(plan)) return plan.rank ?? 2;
  const most = Math.max(1, Math.min(MOST_COEFFICIENTS, Math.floor(MOST_ENTRIES / orderOf(plan))));
  return Math.min(plan.rank ?? most, sensors, UNIT_READINGS);
}

/** Settings of the filter, once it is found what they depend on. */
export function configOf(plan: DynamicsPlan, found: Found): FilterConfig {
  const usualV0 = drawsDictionary(plan) ? 1 : found.isOwn ? 1e-4 : 1e-2;
  const { robust, variant, R, lambda0, lambdaMax, seed } = plan;
  return readConfig({
    ...{ robust, variant, R, lambda0, lambdaMax, seed, rank: found.rank, sensors: 1 },
    V0: plan.V0 ?? usualV0,
    dynamics: createDynamics(plan, found),
  });
}

type Asked = Pick<DynamicsPlan, 'name' | 'Q' | 'periodSeconds' | 'harmonics'>;

/** Coefficients that wander, swing smoothly over some 20 frames, or return to zero in 100. */
export function usualDynamics(type: (typeof usualNames)[number], rank: number, Q: MatrixOption): Dynamics {
  switch (type) {
    case 'random-walk':
      return { type, Q };
    case 'matern':
      return { type, nu: 1.5, sigma2: 1, lengthScale: 20 };
    case 'linear':
      return { type, Q, A: Matrix.eye(rank).mul(0.99).to2DArray() };
  }
}

/** The same, or coefficients that have a rhythm or go by learned parameters. */
function createDynamics({ name, Q, periodSeconds, harmonics }: Asked, found: Found): Dynamics {
  const { rank, frameSeconds, isFitted } = found;
  switch (name) {
    case 'random-walk':
    case 'matern':
    case 'linear':
      return usualDynamics(name, rank, Q);
    case 'seasonal':
      return createSeasonal(periodSeconds ?? DAY_SECONDS, harmonics ?? 1, frameSeconds, Q);
    case 'affine':
      return {
        type: name,
        Q,
        learning: isFitted ? 'never' : 'frame',
        maxRadius: MAX_RADIUS,
      };
    default:
      return isFitted ? { type: name, Q, adam: { rate: FITTED_RATE[name] } } : { type: name, Q };
  }
}

/** No more harmonics than frames can tell apart. */
function createSeasonal(periodSeconds: number, harmonics: number, frameSeconds: number, Q: number): Dynamics {
  const visible = Math.max(1, Math.ceil(periodSeconds / frameSeconds / 2) - 1);
  return { type: 'seasonal', periodSeconds, frameSeconds, harmonics: Math.min(harmonics, visible), Q };
}
