import type { ModelOptions } from '../../stream/default-model';
import type { Method } from '../method';
import { Adaptive } from './adaptive';
import { ElseLastValue } from './else-last-value';
import { JointRegressionMethod } from './joint-regression';
import { LastValue } from './last-value';
import { LeastSquares } from './least-squares';
import { LocalLevel } from './local-level';
import { PaperFilter } from './psmf';
import { RunningMean } from './running-mean';
import { Seasonal } from './seasonal';
import { SeasonalNaive } from './seasonal-naive';

/** Every method by its short name, and what it is. */
export const methodNames = {
  adaptive: 'adaptive model: what impute and filter use',
  last: 'last value, repeated',
  mean: 'running mean',
  level: 'local level (Kalman filter)',
  rls: 'least squares on the other sensors, recursive',
  'rls-own': 'the same, and on its own last value',
  joint: 'ridge regression on the others, the rest carried on',
  seasonal: 'profile of day and week, the rest carried on',
  naive: 'the same time yesterday (or last week)',
  psmf: 'PSMF as in the paper, with its settings, in raw units',
  rpsmf: 'robust PSMF as in the paper, likewise',
} as const;

export type MethodName = keyof typeof methodNames;

export function createMethods(
  sensors: number,
  seed: number,
  options: ModelOptions = {},
): Record<MethodName, Method> & { readonly adaptive: Adaptive } {
  return {
    adaptive: new Adaptive(sensors, options),
    last: new LastValue(sensors),
    mean: new RunningMean(sensors),
    level: new LocalLevel(sensors),
    rls: new LeastSquares(sensors, false),
    'rls-own': new LeastSquares(sensors, true),
    joint: new ElseLastValue(sensors, new JointRegressionMethod(sensors)),
    seasonal: new ElseLastValue(sensors, new Seasonal(sensors)),
    naive: new ElseLastValue(sensors, new SeasonalNaive(sensors)),
    psmf: new PaperFilter(sensors, false, seed),
    rpsmf: new PaperFilter(sensors, true, seed),
  };
}
