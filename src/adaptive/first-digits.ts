import { isReading } from './reading';

/** Digits that a first reading is kept to: as many as tell this share of its sensor's scale, far below what any noise leaves of it. */
const SHARE = 1e-3;
/** A decimal is stored in few bits if it has at most so many digits behind the point, and is so large in the last of them. */
const MOST_DIGITS = 7;
const LARGEST = 2 ** 31;

/**
 * A reading to the digits that its sensor's scale needs: a decimal as devices send them, which it may be already, or else, of a sensor
 * with scales below those, a multiple of a power of two. A reading so large that it has no more digits stays as it is.
 */
export function roundToScale(reading: number, scale: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(SHARE * scale)));
  const units = 10 ** digits;
  const tens = Math.round(reading * units);
  if (digits <= MOST_DIGITS && Math.abs(tens) < LARGEST) return tens / units;
  const step = 2 ** Math.floor(Math.log2(SHARE * scale));
  const steps = Math.round(reading / step);
  const hasMore = Math.abs(steps) <= Number.MAX_SAFE_INTEGER && step > 0;
  return hasMore && isReading(steps * step) ? steps * step : reading;
}
