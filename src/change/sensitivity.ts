import { PsmfError, describe } from '../errors';

export const sensitivities = ['high', 'normal', 'low'] as const;
/** How many false alarms may come: by name, or as N, one in about N frames of a plant that behaves as before. */
export type Sensitivity = (typeof sensitivities)[number] | number;

const FRAMES: Readonly<Record<(typeof sensitivities)[number], number>> = {
  high: 2_000,
  normal: 10_000,
  low: 50_000,
};
/** Fewest frames between two false alarms that can be asked for. */
export const LEAST_FRAMES = 100;
export const MOST_FRAMES = 1e12;

/** Frames in which about one false alarm is asked for. */
export const framesPerFalseAlarm = (sensitivity: Sensitivity): number =>
  typeof sensitivity === 'number' ? sensitivity : FRAMES[sensitivity];

export function readSensitivity(value: unknown): Sensitivity {
  if (value === undefined || value === null) return 'normal';
  const name = sensitivities.find((known) => known === value);
  if (name !== undefined) return name;
  if (typeof value === 'number' && value >= LEAST_FRAMES && value <= MOST_FRAMES) return value;
  throw new PsmfError(
    'BAD_OPTION',
    'sensitivity',
    `${sensitivities.join(', ')}, or a number of at least ${LEAST_FRAMES}: one false alarm in about so many frames`,
    describe(value),
    'Correct the sensitivity.',
  );
}

/** What the thresholds of methods that have no rate are multiplied by: 1 at high, 1.25 at normal, 1.75 at low sensitivity. */
export function thresholdFactor(sensitivity: Sensitivity): number {
  const fives = Math.log(framesPerFalseAlarm(sensitivity) / FRAMES.high) / Math.log(5);
  return Math.max(0.5, 1 + 0.25 * fives + 0.125 * Math.max(0, fives) * Math.max(0, fives - 1));
}
