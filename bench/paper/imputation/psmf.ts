import { PsmfFilter } from '../../../src/filter/psmf-filter';
import { RANK, reconstruct, type Completion, type Problem } from './problem';

export const EPOCHS = 2;
/** The paper's settings: R = rho I, Q = q I, P0 = I, V0 = v0 I. */
export const SETTINGS = { rho: 10, q: 0.1, v0: 2, lambda0: 1.8 } as const;

export function createPaperFilter({ sensors, C0, X0 }: Problem, robust: boolean): PsmfFilter {
  return new PsmfFilter({
    sensors,
    rank: RANK,
    robust,
    variant: 'reference',
    dynamics: { type: 'random-walk', Q: SETTINGS.q },
    R: SETTINGS.rho,
    V0: SETTINGS.v0,
    P0: 1,
    lambda0: SETTINGS.lambda0,
    C0,
    x0: X0[X0.length - 1],
  });
}

/**
 * Two passes of PSMF or rPSMF as its authors ran it: the dictionary after both and the filtered coefficients of the second
 * give the estimates; coverage is that of the one-step predictions in the second.
 */
export function completeByPsmf(problem: Problem, robust: boolean): Completion {
  const { times, sensors, seen, removed } = problem;
  const filter = createPaperFilter(problem, robust);
  const removedAt = Array.from({ length: times }, () => [] as { j: number; truth: number }[]);
  for (const { cell, truth } of removed)
    removedAt[Math.floor(cell / sensors)].push({ j: cell % sensors, truth });
  const X: number[][] = [];
  let covered = 0;
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    if (epoch > 1) filter.startPass();
    for (let k = 0; k < times; k++) {
      filter.learnOne(seen.subarray(k * sensors, (k + 1) * sensors));
      if (epoch < EPOCHS) continue;
      X.push(filter.coefficients);
      if (removedAt[k].length === 0) continue;
      const { lower, upper } = filter.report().bounds;
      for (const { j, truth } of removedAt[k]) if (truth > lower[j] && truth < upper[j]) covered++;
    }
  }
  return {
    estimates: reconstruct(problem, filter.report().C, X),
    coverage: covered / removed.length,
  };
}
