import { medianOfSorted } from '../../../src/scale/median';

/**
 * Order statistics of the n numbers at m[from], which are sorted in place.
 * Readings are bounded by sqrt(MAX_SQUARE), so no sum of squares here overflows.
 */

/** Makes a median absolute deviation estimate the standard deviation of a normal distribution. */
const NORMAL = 1.4826;

/** Centre and spread of a sensor: median, and 1.4826 MAD, or the standard deviation where the MAD says too little. */
export interface CentreScale {
  readonly centre: number;
  readonly scale: number;
}

/** `aboutZero`: the standard deviation is taken about zero and not about the mean. */
export function robustScale(m: Float64Array, from: number, n: number, aboutZero: boolean): CentreScale {
  if (n === 0) return { centre: 0, scale: 0 };
  const centre = median(m, from, n);
  const deviation = standardDeviation(m, from, n, aboutZero);
  for (let i = from; i < from + n; i++) m[i] = Math.abs(m[i] - centre);
  const mad = NORMAL * median(m, from, n);
  return { centre, scale: mad > 0.1 * deviation ? mad : deviation };
}

function median(m: Float64Array, from: number, n: number): number {
  sort(m, from, n);
  return medianOfSorted(m, from, n);
}

function standardDeviation(m: Float64Array, from: number, n: number, aboutZero: boolean): number {
  let mean = 0;
  for (let i = from; i < from + n && !aboutZero; i++) mean += m[i] / n;
  let squares = 0;
  for (let i = from; i < from + n; i++) squares += (m[i] - mean) * (m[i] - mean);
  return Math.sqrt(squares / n);
}

/** Shell sort: in place, without a view on the stretch, and quick for the hundred numbers it is used for. */
function sort(m: Float64Array, from: number, n: number): void {
  for (const gap of [57, 23, 10, 4, 1]) {
    for (let i = from + gap; i < from + n; i++) {
      const value = m[i];
      let to = i;
      for (; to - gap >= from && m[to - gap] > value; to -= gap) m[to] = m[to - gap];
      m[to] = value;
    }
  }
}
