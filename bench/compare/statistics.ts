import { median } from '../../src/scale/median';
import { Draws } from './draws';

/** One round of one pair of processes; NaN where a build could not run. */
export interface Sample {
  readonly base: number;
  readonly candidate: number;
}

/** Medians, and the ratio candidate / base with its 90 % interval; NaN where there is nothing to say. */
export interface Summary {
  readonly base: number;
  readonly candidate: number;
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;
const TAIL = 0.05;
const SEED = 1;

/**
 * Of each pair the median of its ratios, and of these the median; and how far that can be trusted. A ratio is formed within a
 * round, where the two builds run one right after the other, so a machine that is slow for a while leaves it alone.
 *
 * The interval is a bootstrap in two stages: so many pairs are drawn as there are, with replacement, from each of them so many
 * rounds as it has, and the same median of medians is taken; from the 5 % to the 95 % quantile of 2000 such figures. Pairs come
 * first because the rounds of one pair share the luck that its two processes have with the compiler. Where that luck is all
 * there is, five pairs put the ends at the lowest and the highest of them (one pair is three or more of the five that are drawn
 * with probability 5.8 %), and these hold the true median between them with probability 1 - 2 / 2^5 = 94 %; three pairs would
 * with 75 %. From a single pair the interval says nothing of that luck.
 *
 * Differences can come out as nothing, or less: in a ratio they count as `least`.
 */
export function summarise(pairs: readonly (readonly Sample[])[], least = 0): Summary {
  const ratios = pairs
    .map((samples) => samples.map((sample) => ratioOf(sample, least)).filter((ratio) => !Number.isNaN(ratio)))
    .filter((rounds) => rounds.length > 0);
  const [low, high] = intervalOf(ratios);
  const samples = pairs.flat();
  return {
    base: medianOf(samples.map(({ base }) => base)),
    candidate: medianOf(samples.map(({ candidate }) => candidate)),
    ratio: medianOf(ratios.map(median)),
    low,
    high,
  };
}

/** Nothing beside nothing is as much. */
function ratioOf(sample: Sample, least: number): number {
  const base = Math.max(sample.base, least);
  const candidate = Math.max(sample.candidate, least);
  return base === candidate ? 1 : candidate / base;
}

function intervalOf(pairs: readonly (readonly number[])[]): [low: number, high: number] {
  if (pairs.length === 0) return [NaN, NaN];
  const draws = new Draws(SEED);
  const pick = <T>(items: readonly T[]): T => items[draws.below(items.length)];
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(
      pairs.map(() => {
        const rounds = pick(pairs);
        return median(rounds.map(() => pick(rounds)));
      }),
    ),
  ).sort((a, b) => a - b);
  const end = Math.floor(TAIL * RESAMPLES);
  return [medians[end], medians[RESAMPLES - 1 - end]];
}

function medianOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? NaN : median(known);
}
