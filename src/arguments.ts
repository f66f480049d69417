import { PsmfError, describe } from './errors';

/** Checks on what a model is called with, shared by all models; each throws before any state changes. */

/** A whole number, not negative, that a double holds exactly. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

const MAX_HORIZON = 100_000;

export function checkDt(dt: number): void {
  if (typeof dt === 'number' && dt > 0 && dt < Infinity) return;
  throw new PsmfError(
    'BAD_DT',
    'dt',
    'a positive, finite number of nominal periods',
    describe(dt),
    'Check the time stamps: a frame must be newer than the last.',
  );
}

export function checkReadings(readings: ArrayLike<number>, sensors: number): void {
  const length: unknown = (readings as ArrayLike<number> | null | undefined)?.length;
  if (length === sensors) return;
  throw new PsmfError(
    'BAD_LENGTH',
    'The frame',
    `${sensors} readings, one for each sensor`,
    describe(length),
    'Pass NaN for a missing reading; call addSensor for a new sensor.',
  );
}

export function checkHorizon(h: number): void {
  if (Number.isInteger(h) && h >= 1 && h <= MAX_HORIZON) return;
  throw new PsmfError(
    'BAD_HORIZON',
    'The forecast horizon',
    `a whole number from 1 to ${MAX_HORIZON}`,
    describe(h),
    'Ask for that many frames.',
  );
}

export function checkLag(back: number, recorded: number, lag: number): void {
  const most = Math.min(lag, recorded - 1);
  if (Number.isInteger(back) && back >= 0 && back <= most) return;
  throw new PsmfError(
    'BAD_LAG',
    'The lag to smooth at',
    most < 0 ? 'a model that has learned a frame with option lag set' : `a whole number from 0 to ${most}`,
    describe(back),
    `Set option lag (now ${lag}) and let that many frames pass.`,
  );
}
