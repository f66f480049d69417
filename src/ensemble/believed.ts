import type { FrameEstimates } from '../adaptive/estimates';

/** More than this share of the readings surprising at once is no fault of the sensors: the plant has changed. */
const JOINT_SHARE = 0.3;
const CUT_AT = 4;
/** Profiles are kept in single precision, which ends at 3e38. */
const LARGEST_READING = 1e30;

/**
 * The readings as far as they are believed: a surprising one within 4 deviations of its estimate, unless many surprise at once;
 * NaN for none, and for one too large to compute with. Returns how many there are.
 */
export function believe(
  readings: Float64Array,
  { mean, sd, outlier }: FrameEstimates,
  out: Float64Array,
): number {
  let seen = 0;
  let surprising = 0;
  for (let j = 0; j < readings.length; j++) {
    const isReading = Math.abs(readings[j]) < LARGEST_READING;
    out[j] = isReading ? readings[j] : NaN;
    if (!isReading) continue;
    seen += 1;
    surprising += outlier[j];
  }
  if (surprising > 1 && surprising > JOINT_SHARE * seen) return seen;
  for (let j = 0; j < readings.length && surprising > 0; j++) {
    if (Number.isNaN(out[j]) || outlier[j] === 0) continue;
    const limit = CUT_AT * sd[j];
    const cut = Math.min(Math.max(out[j], mean[j] - limit), mean[j] + limit);
    if (Math.abs(cut) < LARGEST_READING) out[j] = cut;
  }
  return seen;
}
