import type { Expert } from './expert';
import { factorModel } from './factor-model';
import { lastValue } from './last-value';
import { regression } from './regression';
import { runningMean } from './running-mean';
import { trend } from './trend';

/** What the default model mixes, the factor model first. Losses are stored in this order: add at the end. */
export const experts: readonly Expert[] = [factorModel, lastValue, runningMean, trend, regression];
