import type { PsmfFilter } from '../../../src';
import { Draws } from '../draws';
import { drawReadings, poolLength } from '../frames';
import { importFrom } from './build';
import { cpuTime } from './cpu-time';
import { serve } from './serve';

export interface StepTask {
  readonly sensors: number;
  readonly rank: number;
}

const MISSING = 0.2;
const SEED = 20;

/** The paper's step, robust, on a stream with a fifth of the readings missing. */
serve<StepTask>((root, { sensors, rank }) => {
  const filter = createFilter(importFrom(root, 'PsmfFilter'), sensors, rank);
  const frames = drawReadings(sensors, poolLength(sensors), MISSING, SEED);
  let next = 0;
  const learn = (count: number): void => {
    for (let k = 0; k < count; k++) {
      filter.learnOne(frames[next]);
      next = next + 1 === frames.length ? 0 : next + 1;
    }
  };
  return { timed: { learned: (count) => cpuTime(() => learn(count)) } };
});

function createFilter(Filter: typeof PsmfFilter, sensors: number, rank: number): PsmfFilter {
  const draws = new Draws(SEED + 1);
  return new Filter({
    ...{ sensors, rank, robust: true, R: 0.1, V0: 2, P0: 1, lambda0: 1.8 },
    C0: Array.from({ length: sensors }, () => Array.from({ length: rank }, () => draws.uniform())),
    x0: Array.from({ length: rank }, () => draws.normal()),
    dynamics: { type: 'random-walk', Q: 0.05 },
  });
}
