/** What is said of limits, with places for names and numbers in braces. */
export interface LimitWords {
  readonly ahead: string;
  readonly aheadFrames: string;
  readonly reachedAbove: string;
  readonly reachedBelow: string;
  readonly clearedAbove: string;
  readonly clearedBelow: string;
  /** A range of times without an end. */
  readonly orLater: string;
}

export const ENGLISH: LimitWords = {
  ahead: '{name} reaches {limit} in about {time}',
  aheadFrames: '{name} reaches {limit} in about {frames} frames',
  reachedAbove: '{name} is above {limit}',
  reachedBelow: '{name} is below {limit}',
  clearedAbove: '{name} is not about to go above {limit} any more',
  clearedBelow: '{name} is not about to go below {limit} any more',
  orLater: '{from} or later',
};
