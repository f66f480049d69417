import { readChoice } from '../../options';
import type { Cost } from './cost';
import { L2Cost } from './l2-cost';
import { MeanVarianceCost } from './mean-variance-cost';
import { RmsCost } from './rms-cost';

/** Every cost by the name a configuration gives it. */
const costs = {
  l2: () => new L2Cost(),
  rms: () => new RmsCost(),
  'mean-variance': () => new MeanVarianceCost(),
} as const;

export type CostName = keyof typeof costs;
export const costNames = Object.keys(costs) as readonly CostName[];

export function createCost(name: CostName): Cost {
  return costs[readChoice('cost', name, costNames)]();
}
