import { experts } from './experts';
import type { Expert } from './experts/expert';
import { factorModel } from './experts/factor-model';
import { lastValue } from './experts/last-value';
import { runningMean } from './experts/running-mean';
import { longTrend } from './experts/trend';

/** What a filter is made of: the experts, the factor model first; and how the default model differs from the golden vectors. */
export interface Variant {
  readonly experts: readonly Expert[];
  /** Power of the mean loss that an expert is weighed by. */
  readonly weightPower: 3 | 4;
  /** Pooled losses are brought to the level of the sensor's own. */
  readonly levelsPooledLosses: boolean;
  /** Losses are interpolated between gap buckets. */
  readonly interpolatesLosses: boolean;
  /** Windows of the held-out group pause half of the time once much has been seen, and then three quarters. */
  readonly pausesWindows: boolean;
  /** The location follows a level that has shifted for good. */
  readonly followsShifts: boolean;
  /** A sensor the factor model has suddenly become bad at learns its row anew. */
  readonly relearns: boolean;
  /** A sensor that gets units late begins with what its history knows. */
  readonly recallsHistory: boolean;
  /** Readings before a sensor first moves do not count. */
  readonly skipsStillStart: boolean;
  /** A replay of many sensors is sliced. */
  readonly slicesReplays: boolean;
  /** Intervals from few readings are widened. */
  readonly widensFewReadings: boolean;
}

/** What users get. */
export const defaultVariant: Variant = {
  experts,
  weightPower: 4,
  levelsPooledLosses: false,
  interpolatesLosses: true,
  pausesWindows: true,
  followsShifts: true,
  relearns: true,
  recallsHistory: true,
  skipsStillStart: true,
  slicesReplays: true,
  widensFewReadings: true,
};

/** What the golden vectors have. */
export const referenceVariant: Variant = {
  experts: [factorModel, lastValue, runningMean, longTrend],
  weightPower: 3,
  levelsPooledLosses: true,
  interpolatesLosses: false,
  pausesWindows: false,
  followsShifts: false,
  relearns: false,
  recallsHistory: false,
  skipsStillStart: false,
  slicesReplays: false,
  widensFewReadings: false,
};
