import type { ChangeEvent, RowSource } from '../detector';
import { misfit } from '../faults/correction';
import { MOST_FOLLOWED, type FollowedSensor, type Mark, type OpenChange } from './alert-state';
import {
  addToSums,
  canReturn,
  follow,
  isBack,
  isCalm,
  shareLeft,
  startFollowing,
  sumsOf,
} from './followed-sensor';
import { isSameMark, showingOf } from './mark';
import { addToCrossings, areTheirOwn, findSwapped } from './swapped-pair';

/** Frames after which a change is the normal state of things. */
const LONGEST_OPEN = 2000;
/** Frames of all its sensors after which a change is judged for faults. */
export const JUDGED = 60;
/** Frames after which a change of many sensors must still show against the others, and the least share of it. */
const CONFIRMED = 10;
const CONFIRMED_SHARE = 0.6;
/** Deviations that readings scatter about a row that is not theirs. */
const OFF = 1.5;
/** Shares of a step within which it is the same one; or, of another, undoes it. */
const SAME = 0.3;

/** A change to be followed from now on; null: of none of its sensors there is a row. */
export function openChange(source: RowSource, found: ChangeEvent, id: number): OpenChange | null {
  const sensors: FollowedSensor[] = [];
  for (const sensor of found.sensors.slice(0, MOST_FOLLOWED)) {
    const j = source.names.lastIndexOf(sensor.name);
    const row = source.rowOf(j);
    if ('before' in sensor && row !== null) sensors.push(startFollowing(sensor, j, row));
  }
  if (sensors.length === 0) return null;
  const pairs = sensors.length * (sensors.length - 1);
  return {
    ...{ id, index: found.index, since: found.time, isOfSensor: showingOf(found).length === 1 },
    ...{ frames: 0, complete: 0, sensors },
    crossings: new Array<number>(pairs).fill(0),
  };
}

/** Takes in a frame. Returns whether it is the one after which the change is judged. */
export function followChange(change: OpenChange, source: RowSource, readings: ArrayLike<number>): boolean {
  const { sensors } = change;
  const expected = sensors.map(({ row, sensor }) =>
    Number.isNaN(readings[sensor]) ? NaN : source.expectedBy(row, sensor),
  );
  sensors.forEach((sensor, i) => {
    if (expected[i] === expected[i]) follow(sensor, readings[sensor.sensor], expected[i]);
  });
  if (change.complete >= JUDGED || expected.some(Number.isNaN)) return false;
  change.complete++;
  sensors.forEach((sensor, i) => addToSums(sensor, readings[sensor.sensor], expected[i]));
  addToCrossings(change, readings, expected);
  return change.complete === JUDGED;
}

/** Whether the sensors of a change are as they were: the first and all others that can be followed, or both of two exchanged ones. */
export function isUndone(change: OpenChange, source: RowSource, readings: ArrayLike<number>): boolean {
  const { sensors } = change;
  if (change.complete < JUDGED && sensors.some((sensor, i) => i > 0 && isOff(sensor, change.complete)))
    return false; // they may be exchanged ones, which are near to each other now and then
  const isReturned = canReturn(sensors[0]) && sensors.every((sensor) => !canReturn(sensor) || isBack(sensor));
  if (!isReturned && !isCalm(sensors[0])) return false;
  const pair = findSwapped(change);
  return pair === null ? isReturned : pair.every(isCalm) && areTheirOwn(pair, source, readings);
}

/** Whether a sensor leaves its row: by more than its readings scatter. */
const isOff = (sensor: FollowedSensor, complete: number): boolean =>
  misfit(sumsOf(sensor, complete), 1, 0) >= OFF * sensor.row.deviation;

/** Whether it is to be followed no further, though it was not undone. */
export const isOver = (change: OpenChange): boolean =>
  change.frames > LONGEST_OPEN || (isUnseen(change) && findSwapped(change) === null);

/** A change of many that the coefficients have taken over cannot be followed by rows. */
function isUnseen({ isOfSensor, complete, sensors: [first] }: OpenChange): boolean {
  if (isOfSensor || complete !== CONFIRMED || first.kind !== 'level') return false;
  return (first.y - first.p) / complete / (first.after - first.before) < CONFIRMED_SHARE;
}

/** Whether its first sensor still stands where this step led. */
export const standsAt = (mark: Mark, { sensors: [first] }: OpenChange): boolean =>
  mark.kind === 'level' && isSameMark(first, mark) && Math.abs(shareLeft(first) - 1) < SAME;

/** Whether a step undoes the change: of the same sensor, back to where it was; of two that were exchanged, both must be back. */
export function isUndoneBy(
  mark: Mark | undefined,
  change: OpenChange,
  source: RowSource,
  readings: ArrayLike<number>,
): boolean {
  const [first] = change.sensors;
  if (mark === undefined || mark.kind !== 'level' || first.kind !== 'level') return false;
  if (mark.sensor !== first.sensor || mark.direction === first.direction) return false;
  if (!(Math.abs(mark.size - first.size) < SAME * first.size)) return false;
  const pair = findSwapped(change);
  return pair === null || areTheirOwn(pair, source, readings);
}
