import { INTERVAL_SD } from '../scale/limits';
import { gaussianCrps } from './crps';

/** How a method did. nRMSE and CRPS in standard deviations of each sensor; null: nothing to measure it by. */
export interface MethodScore {
  readonly nrmse: number | null;
  readonly crps: number | null;
  /** Share of hidden values within mean -+ 2 sd. */
  readonly coverage: number | null;
  /** Hidden values it gave an estimate for. */
  readonly n: number;
}

/** The last bucket holds all longer gaps. */
const BUCKETS = 10;

/** Bucket k holds gaps of 2^k to 2^(k+1) - 1 frames. */
export const gapBucket = (gap: number): number => Math.min(BUCKETS - 1, Math.floor(Math.log2(gap)));

const field = { n: 0, squares: 1, withInterval: 2, crps: 3, covered: 4, stride: 5 } as const;

/** Running sums of one method's errors, by gap length. */
export class Scorer {
  readonly #sums = new Float64Array(BUCKETS * field.stride);
  /** The longest gap of each bucket. */
  readonly longest = new Float64Array(BUCKETS);

  /** One hidden value of a sensor with standard deviation `unit`, `gap` frames after its last visible reading. */
  add(error: number, variance: number, unit: number, gap: number): void {
    if (!Number.isFinite(error)) return;
    const bucket = gapBucket(gap);
    const row = bucket * field.stride;
    this.longest[bucket] = Math.max(this.longest[bucket], gap);
    this.#sums[row + field.n] += 1;
    this.#sums[row + field.squares] += (error / unit) ** 2;
    if (!(variance >= 0)) return;
    const sd = Math.sqrt(variance);
    this.#sums[row + field.withInterval] += 1;
    this.#sums[row + field.crps] += gaussianCrps(error, sd) / unit;
    this.#sums[row + field.covered] += Math.abs(error) <= INTERVAL_SD * sd ? 1 : 0;
  }

  /** Over all gap lengths. */
  get total(): MethodScore {
    const sums = new Float64Array(field.stride);
    for (let i = 0; i < this.#sums.length; i++) sums[i % field.stride] += this.#sums[i];
    return summarise(sums);
  }

  /** By gap bucket. */
  get byGap(): MethodScore[] {
    return Array.from({ length: BUCKETS }, (_, k) =>
      summarise(this.#sums.subarray(k * field.stride, (k + 1) * field.stride)),
    );
  }
}

function summarise(sums: Float64Array): MethodScore {
  const n = sums[field.n];
  const withInterval = sums[field.withInterval];
  return {
    nrmse: n > 0 ? Math.sqrt(sums[field.squares] / n) : null,
    crps: withInterval > 0 ? sums[field.crps] / withInterval : null,
    coverage: withInterval > 0 ? sums[field.covered] / withInterval : null,
    n,
  };
}
