import type { Limit } from './limit';
import { normalShare } from './normal';

/** One frame ahead, by column. */
export interface FrameAhead {
  readonly steps: number;
  readonly mean: ArrayLike<number>;
  readonly sd: ArrayLike<number>;
}

/** When a limit is crossed first, in frames ahead; Infinity: not within the forecast. */
export interface Crossing {
  /** From here on it is likelier than not to have been crossed. */
  readonly about: number;
  /** The same for one in ten, and for nine in ten. */
  readonly earliest: number;
  readonly latest: number;
  /** The chance that it is crossed within the forecast. */
  readonly chance: number;
}

const EARLY = 0.1;
const EVEN = 0.5;
const LATE = 0.9;

/** Equally likely values of a standard normal: its quantiles at (i + 1/2) / 9. */
const WAYS = [-1.5932, -0.9674, -0.5895, -0.2822, 0, 0.2822, 0.5895, 0.9674, 1.5932];

/**
 * When sensor j first goes beyond a limit; null: there is no forecast of it.
 *
 * The error of a forecast is noise of its own in every frame, as large as in the next one, n = v(1), and a deviation that grows,
 * of variance v(h) - n. That deviation is taken for the same quantile z in all frames, so that frames are told apart by
 * their noise alone:
 *
 *     P(crossed by h) = mean over z of 1 - prod over k <= h of Phi((limit - m_k - z sqrt(v_k - n)) / sqrt(n))
 */
export function findCrossing(forecast: readonly FrameAhead[], j: number, limit: Limit): Crossing | null {
  const notYet = WAYS.map(() => 1);
  let noise = NaN;
  let [about, earliest, latest, chance] = [Infinity, Infinity, Infinity, 0];
  for (const { steps, mean, sd } of forecast) {
    const distance = distanceBeyond(mean[j], limit);
    if (Number.isNaN(distance) || !(sd[j] >= 0)) continue;
    if (Number.isNaN(noise)) noise = sd[j];
    const grown = Math.sqrt(Math.max(0, sd[j] * sd[j] - noise * noise));
    let left = 0;
    for (let i = 0; i < WAYS.length; i++) {
      notYet[i] *= shareBelow(-(distance + WAYS[i] * grown), noise);
      left += notYet[i] / WAYS.length;
    }
    chance = 1 - left;
    if (chance >= EARLY) earliest = Math.min(earliest, steps);
    if (chance >= EVEN) about = Math.min(about, steps);
    if (chance >= LATE) latest = Math.min(latest, steps);
  }
  return Number.isNaN(noise) ? null : { about, earliest, latest, chance };
}

/** The chance that a normal error of this deviation stays below x. */
const shareBelow = (x: number, sd: number): number => (sd > 0 ? normalShare(x / sd) : x > 0 ? 1 : 0);

/** Above 0: so far on the wrong side. */
export const distanceBeyond = (value: number, { side, value: limit }: Limit): number =>
  side === 'above' ? value - limit : limit - value;
