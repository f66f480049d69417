import type { Method } from '../method';
import { Adaptive } from './adaptive';
import { LastValue } from './last-value';
import { LeastSquares } from './least-squares';
import { LocalLevel } from './local-level';
import { PaperFilter } from './psmf';
import { RunningMean } from './running-mean';

/** Every method by its short name, and what it is. */
export const methodNames = {
  adaptive: 'adaptive model: what impute and filter use',
  last: 'last value, repeated',
  mean: 'running mean',
  level: 'local level (Kalman filter)',
  rls: 'least squares on the other sensors, recursive',
  'rls-own': 'the same, and on its own last value',
  psmf: 'PSMF as in the paper, with its settings, in raw units',
  rpsmf: 'robust PSMF as in the paper, likewise',
} as const;

export type MethodName = keyof typeof methodNames;

export function createMethods(sensors: number, seed: number): Record<MethodName, Method> {
  return {
    adaptive: new Adaptive(sensors),
    last: new LastValue(sensors),
    mean: new RunningMean(sensors),
    level: new LocalLevel(sensors),
    rls: new LeastSquares(sensors, false),
    'rls-own': new LeastSquares(sensors, true),
    psmf: new PaperFilter(sensors, false, seed),
    rpsmf: new PaperFilter(sensors, true, seed),
  };
}
