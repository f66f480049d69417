import { HISTORY } from './frame-history';

/** In frames: the shortest and the longest there are. */
export const SHORTEST_PERIOD = 3;
export const LONGEST_PERIOD = HISTORY / 2;
/** The shortest that is looked for: its exact length may be a little less. */
const SHORTEST_PEAK = 4;
/** A peak is the highest within this share of its lag on either side, and its multiple lies within this share of a period. */
const NEIGHBOURHOOD = 0.12;
const AT_MULTIPLE = 0.06;
/** How far the peaks must rise above the troughs between them at least, of a correlation of 1. */
const LEAST_RISE = 0.2;
/** And in units of the most that chance shows. */
const RARITY = 1.15;
/** A shorter period is taken if its peak is this share of the highest. */
const NEARLY_AS_HIGH = 0.8;
/** How far from the peak the exact length is looked for, and in how many steps on either side. */
const REFINED_WITHIN = 0.08;
const REFINED_STEPS = 80;

/** An autocorrelation by lag. */
export interface Correlogram {
  /** r(l) in whole steps. */
  readonly steps: Int16Array;
  /** A correlation of 1. */
  readonly one: number;
  /** The last lag, and of how many frames it is. */
  readonly longest: number;
  readonly frames: number;
}

/** Of the correlogram judged last: the sum of r up to a lag. */
const sums = new Int32Array(HISTORY);

/**
 * The period, to a fraction of a frame, whose peaks stand out in an autocorrelation: at its length and at twice
 * that, each above the troughs half a period before and after by more than chance shows. 0 where there is none.
 */
export function dominantPeriod({ steps: r, one, longest, frames }: Correlogram): number {
  for (let lag = 1; lag <= longest; lag++) sums[lag] = sums[lag - 1] + r[lag];
  const inflation = varianceInflation(r, one, longest);
  const deviations = RARITY * Math.sqrt(2 * Math.log(Math.max(frames / inflation, 2)));
  let best = 0;
  let highest = 0;
  for (let lag = Math.floor(longest / (2 + 2 * AT_MULTIPLE)); lag >= SHORTEST_PEAK; lag--) {
    if (r[lag] <= NEARLY_AS_HIGH * highest || !isPeak(r, lag, longest)) continue;
    const chance = deviations * Math.sqrt(inflation / (frames - 2 * lag));
    if (rise(r, lag) < one * Math.max(LEAST_RISE, chance)) continue;
    best = lag;
    highest = Math.max(highest, r[lag]);
  }
  return best === 0 ? 0 : refine(r, best, longest);
}

/**
 * How many times n var(r) exceeds that of white noise where there is no rhythm (Bartlett): 1 + 2 sum r(l)^2, up to the first lag
 * without correlation.
 */
function varianceInflation(r: Int16Array, one: number, longest: number): number {
  let sum = 0;
  for (let lag = 1; lag <= longest && r[lag] > 0; lag++) sum += (r[lag] / one) * (r[lag] / one);
  return 1 + 2 * sum;
}

function isPeak(r: Int16Array, lag: number, longest: number): boolean {
  const width = Math.max(1, Math.floor(NEIGHBOURHOOD * lag));
  const end = Math.min(lag + width, longest);
  for (let l = lag - width; l <= end; l++) if (r[l] > r[lag]) return false;
  return true;
}

/** The lesser of what the peaks at the period and at twice its length rise above the troughs about them. */
function rise(r: Int16Array, period: number): number {
  const before = meanAbout(0.5 * period, period / 8);
  const between = meanAbout(1.5 * period, period / 8);
  const width = Math.floor(AT_MULTIPLE * period);
  let second = r[2 * period];
  for (let k = 1; k <= width; k++) second = Math.max(second, r[2 * period - k], r[2 * period + k]);
  return Math.min(r[period] - (before + between) / 2, second - between);
}

/** The mean of r about a lag. */
function meanAbout(lag: number, width: number): number {
  const first = Math.ceil(lag - Math.max(width, 0.5));
  const last = Math.floor(lag + Math.max(width, 0.5));
  return (sums[last] - sums[first - 1]) / (last - first + 1);
}

/** The length whose multiples are highest together. */
function refine(r: Int16Array, peak: number, longest: number): number {
  const width = halfWidth(r, peak) / 2;
  const multiples = Math.floor((longest - width - 1) / (peak * (1 + REFINED_WITHIN)));
  let best = peak;
  let highest = -Infinity;
  for (let k = -REFINED_STEPS; k <= REFINED_STEPS; k++) {
    const period = peak * (1 + (REFINED_WITHIN * k) / REFINED_STEPS);
    let height = 0;
    for (let m = 1; m <= multiples; m++) height += heightAbout(m * period, width);
    if (height <= highest) continue;
    highest = height;
    best = period;
  }
  return best;
}

/** Lags from a peak to half its height, at most a quarter of a period: noise moves the top of a wide peak. */
function halfWidth(r: Int16Array, peak: number): number {
  const most = Math.floor(peak / 4);
  let k = 1;
  while (k < most && r[peak - k] + r[peak + k] > r[peak]) k += 1;
  return k - 1;
}

/** The mean of r from lag - width - 1/2 to lag + width + 1/2, where lags in between count in part. */
function heightAbout(lag: number, width: number): number {
  return (sumUpTo(lag + width + 0.5) - sumUpTo(lag - width - 0.5)) / (2 * width + 1);
}

/** The integral of r, each lag spread over the frame about it. */
function sumUpTo(lag: number): number {
  const below = Math.floor(lag + 0.5);
  return sums[below - 1] + (lag + 0.5 - below) * (sums[below] - sums[below - 1]);
}
