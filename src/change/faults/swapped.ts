import { misfit, type FaultSums } from './correction';

/** Deviations that exchanged readings may miss; and how much worse each must fit its own name, which by chance none does for long. */
const SCATTER = 3;
const WORSE = 1.5;

/** Two sensors, each with the root mean square of the other's readings about what is expected of it. */
export interface Exchange {
  readonly first: FaultSums;
  readonly second: FaultSums;
  readonly firstByOther: number;
  readonly secondByOther: number;
}

/** Whether each of two sensors reads what the other should. */
export function areSwapped({ first, second, firstByOther, secondByOther }: Exchange): boolean {
  const fits = (sums: FaultSums, byOther: number): boolean =>
    byOther <= SCATTER * sums.deviation && misfit(sums, 1, 0) >= WORSE * Math.max(byOther, sums.deviation);
  return fits(first, firstByOther) && fits(second, secondByOther);
}
