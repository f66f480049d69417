import { misfit, type Correction, type FaultSums } from './correction';

/** Deviations that an offset must be away, and that readings may scatter about it. */
const CLEAR = 3;
const SCATTER = 2.5;

/** Readings that stand off what the others say by the same amount; null: they do not. */
export function findOffset(sums: FaultSums): Correction | null {
  const { n, deviation } = sums;
  const off = (sums.y - sums.p) / n;
  if (Math.abs(off) < CLEAR * deviation) return null;
  return misfit(sums, 1, off) <= SCATTER * deviation ? { factor: 1, offset: -off } : null;
}
