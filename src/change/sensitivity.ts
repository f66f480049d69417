import { readChoice } from '../options';

export type Sensitivity = 'high' | 'normal' | 'low';

/** What a threshold is multiplied by. */
export const sensitivityFactors: Readonly<Record<Sensitivity, number>> = { high: 1, normal: 1.25, low: 1.75 };
export const sensitivities = Object.keys(sensitivityFactors) as readonly Sensitivity[];

export const readSensitivity = (value: unknown): Sensitivity =>
  readChoice('sensitivity', value ?? 'normal', sensitivities);
