import type { RowSource } from '../detector';
import { areSwapped } from '../faults/swapped';
import type { FollowedSensor, OpenChange } from './alert-state';
import { sumsOf } from './followed-sensor';

/** Frames of all its sensors from which on it can be told that two of a change are exchanged. */
const LEAST_FRAMES = 10;
/** Deviations that the rows of two exchanged sensors must be apart to tell whether they are back. */
const APART = 8;

export type Pair = readonly [FollowedSensor, FollowedSensor];

/** Adds what each sensor reads, about what the row of each other one says of that. */
export function addToCrossings(
  { sensors, crossings }: OpenChange,
  readings: ArrayLike<number>,
  expected: readonly number[],
): void {
  let at = 0;
  for (let i = 0; i < sensors.length; i++) {
    for (let k = 0; k < sensors.length; k++) {
      if (k === i) continue;
      const off = readings[sensors[i].sensor] - expected[k];
      crossings[at++] += off * off;
    }
  }
}

/** Two sensors that read what the other should, in the frames since the alarm; null: there are none, or too few frames. */
export function findSwapped({ sensors, crossings, complete }: OpenChange): Pair | null {
  if (complete < LEAST_FRAMES) return null;
  const width = sensors.length - 1;
  const crossing = (i: number, k: number): number =>
    Math.sqrt(crossings[i * width + k - (k > i ? 1 : 0)] / complete);
  for (let i = 0; i < sensors.length; i++) {
    for (let k = i + 1; k < sensors.length; k++) {
      const [first, second] = [sumsOf(sensors[i], complete), sumsOf(sensors[k], complete)];
      const exchange = { first, second, firstByOther: crossing(k, i), secondByOther: crossing(i, k) };
      if (areSwapped(exchange)) return [sensors[i], sensors[k]];
    }
  }
  return null;
}

/** Whether the same two were exchanged before. */
export const isPairOf = (change: OpenChange, pair: Pair): boolean =>
  findSwapped(change)?.every(({ sensor }) => pair.some((other) => other.sensor === sensor)) === true;

/**
 * Whether each of two sensors reads what its own row says and not what the other's does. That cannot be told, and is not so, while
 * the two rows say much the same.
 */
export function areTheirOwn(pair: Pair, source: RowSource, readings: ArrayLike<number>): boolean {
  const expected = pair.map(({ row, sensor }) => source.expectedBy(row, sensor));
  const apart = Math.abs(expected[0] - expected[1]);
  return pair.every(
    ({ sensor, row }, i) =>
      apart >= APART * row.deviation && Math.abs(readings[sensor] - expected[i]) < apart / 2,
  );
}
