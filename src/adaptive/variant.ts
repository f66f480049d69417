import { experts } from './experts';
import { factorModel } from './experts/factor-model';
import { lastValue } from './experts/last-value';
import { runningMean } from './experts/running-mean';
import { longTrend } from './experts/trend';
import type { Variant } from './filter';

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
