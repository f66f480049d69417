/**
 * Estimates of a standard deviation in which spikes have little part. Of many normal readings all say the same; they differ in
 * how many spikes they bear, and in how many readings must move before they see that a sensor moves at all:
 *
 *   quartileSpread   bears a quarter of the readings at either end; half of them must move
 *   decileSpread     bears a tenth; a fifth must move
 *   ventileSpread    bears a twentieth; a tenth must move
 *   medianDeviation  bears half of them, wherever they are; half must move
 */

/** (q75 - q25) / 1.349 of sorted readings. */
export function quartileSpread(sorted: ArrayLike<number>): number {
  const n = sorted.length;
  return (sorted[Math.floor((3 * n) / 4)] - sorted[Math.floor(n / 4)]) / 1.349;
}

/** (q95 - q05) / 3.29 of sorted readings. */
export function ventileSpread(sorted: ArrayLike<number>): number {
  const tail = Math.floor(sorted.length / 20);
  return (sorted[sorted.length - 1 - tail] - sorted[tail]) / 3.29;
}

/** (q90 - q10) / 2.563 of sorted readings; a quantile between two of them lies halfway. */
export function decileSpread(sorted: ArrayLike<number>): number {
  const quantile = (share: number): number => {
    const at = share * (sorted.length - 1);
    return (sorted[Math.floor(at)] + sorted[Math.ceil(at)]) / 2;
  };
  return (quantile(0.9) - quantile(0.1)) / 2.563;
}

/** The median of |e| / 0.6745, of errors about zero in any order; of an even number the upper of the two in the middle. */
export function medianDeviation(errors: readonly number[]): number {
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] / 0.6745;
}
