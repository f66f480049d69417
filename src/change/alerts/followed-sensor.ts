import type { ChangedSensor } from '../detector';
import type { SensorRow } from '../evidence/sensor-row';
import type { FaultSums } from '../faults/correction';
import type { FollowedSensor } from './alert-state';

/** Readings over which it is averaged where a level stands, and where it stood; and over which a noise is. */
const FAST = 20;
const SLOW = 320;
const NOISE = 40;
/**
 * A level is back when it went back by so much of the step at once: what is left of a step that stays fades too, as the
 * coefficients slowly take it over. It is followed when the step was so many deviations.
 */
const BACK = 0.6;
const LEAST_STEP = 2;
/** One that swings about where it was is not back: what is left is below so many deviations, or half of the step. */
const CALM = 2.5;
const HALF = 0.5;
/** Further readings of another value that end a stuck one. */
const MOVED = 2;

/** Whether it can be told that the sensor is as it was before. */
export function canReturn({ kind, size, row }: FollowedSensor): boolean {
  if (kind === 'level') return size >= LEAST_STEP * row.deviation;
  return kind === 'noise' || kind === 'stuck';
}

export function startFollowing(sensor: ChangedSensor, column: number, row: SensorRow): FollowedSensor {
  const { kind, direction, before, after } = sensor;
  return {
    ...{ sensor: column, kind, direction, size: sizeOf(sensor) },
    ...{ before: before.level, after: after.level, row },
    ...{ read: 0, moved: 0, off: after.level - before.level, stood: after.level - before.level },
    ...{ square: after.spread * after.spread },
    ...{ p: 0, y: 0, pp: 0, py: 0, yy: 0 },
  };
}

/** How far the level or the noise went. */
export const sizeOf = ({ kind, before, after }: ChangedSensor): number =>
  kind === 'noise' ? Math.abs(after.spread - before.spread) : Math.abs(after.level - before.level);

/** A reading since the change, and what the others say of it. */
export function follow(sensor: FollowedSensor, reading: number, expected: number): void {
  const off = reading - expected;
  sensor.read++;
  sensor.moved = reading === sensor.after ? 0 : sensor.moved + 1;
  sensor.off += (2 / (FAST + 1)) * (off - sensor.off);
  sensor.stood += (2 / (SLOW + 1)) * (off - sensor.stood);
  sensor.square += (2 / (NOISE + 1)) * (off * off - sensor.square);
}

/** Adds the reading to the sums that verdicts are made of. */
export function addToSums(sensor: FollowedSensor, reading: number, expected: number): void {
  const y = reading - sensor.before;
  const p = expected - sensor.before;
  sensor.y += y;
  sensor.p += p;
  sensor.yy += y * y;
  sensor.py += p * y;
  sensor.pp += p * p;
}

export const sumsOf = ({ before, row, p, y, pp, py, yy }: FollowedSensor, n: number): FaultSums => ({
  ...{ n, before, deviation: row.deviation },
  ...{ p, y, pp, py, yy },
});

/** Share of the step that is still there; may be below 0 and above 1. */
export const shareLeft = ({ off, before, after }: FollowedSensor): number => off / (after - before);

/** Whether the last readings were what the row says of them. */
export const isCalm = ({ square, row }: FollowedSensor): boolean => square < (CALM * row.deviation) ** 2;

/** Whether the sensor is as it was before the change. */
export function isBack(sensor: FollowedSensor): boolean {
  const { kind, direction, size, row, square } = sensor;
  if (kind === 'stuck') return sensor.moved >= MOVED;
  if (kind === 'level') {
    const isNear = isCalm(sensor) || square < (HALF * size) ** 2;
    return isNear && (sensor.stood - sensor.off) / (sensor.after - sensor.before) > BACK;
  }
  const other = direction === 'up' ? row.deviation + size : Math.max(row.deviation - size, 0);
  const middle = row.deviation * other; // square of the geometric mean
  return direction === 'up' ? square < middle : square > middle;
}
