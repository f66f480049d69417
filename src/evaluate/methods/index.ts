import type { Method } from '../method';
import { Adaptive } from './adaptive';
import { LastValue } from './last-value';
import { LeastSquares } from './least-squares';
import { LocalLevel } from './local-level';
import { PaperFilter } from './psmf';
import { RunningMean } from './running-mean';

/** Every method by its short name, and what it is. */
export const methodNames = {
  adaptive: 'the default model of psmf-impute',
  last: 'last value',
  mean: 'running mean',
  level: 'local level (Kalman)',
  rls: 'recursive least squares on the other sensors',
  'rls-own': 'recursive least squares, with own lag',
  psmf: "the paper's PSMF",
  rpsmf: "the paper's rPSMF",
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
