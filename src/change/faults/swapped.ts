import { misfit, type FaultSums } from './correction';

/** Deviations that exchanged readings may miss; and how much worse each must fit its own name. */
const SCATTER = 3;
const WORSE = 2;

/** Two sensors, each with the root mean square of the other's readings about what is expected of it. */
export interface Exchange {
  readonly first: FaultSums;
  readonly second: FaultSums;
  readonly firstByOther: number;
  readonly secondByOther: number;
}

/** Whether each of two sensors reads what the other should. */
export function areSwapped({ first, second, firstByOther, secondByOther }: Exchange): boolean {
  return (
    firstByOther <= SCATTER * first.deviation &&
    secondByOther <= SCATTER * second.deviation &&
    misfit(first, 1, 0) >= WORSE * Math.max(firstByOther, first.deviation) &&
    misfit(second, 1, 0) >= WORSE * Math.max(secondByOther, second.deviation)
  );
}
