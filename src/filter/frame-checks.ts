import { PsmfError, describe } from '../errors';

/** dt counts nominal periods since the last frame. */
export function checkDt(dt: number): void {
  if (dt > 0 && dt < Infinity) return;
  throw new PsmfError(
    'BAD_DT',
    'dt',
    'a positive, finite number of nominal periods',
    describe(dt),
    'Check the time stamps: a frame must be newer than the last.',
  );
}

export function wrongLength(got: number, expected: number): PsmfError {
  return new PsmfError(
    'BAD_LENGTH',
    'The frame',
    `${expected} readings, one for each sensor`,
    `${got}`,
    'Pass NaN for a missing reading; call addSensor for a new sensor.',
  );
}
