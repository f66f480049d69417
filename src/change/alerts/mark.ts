import type { ChangeEvent, RowSource } from '../detector';
import { MOST_MARKED, type Mark } from './alert-state';
import { sizeOf } from './followed-sensor';

/** Share of the first sensor's evidence that makes another one of those a change is about; and of those that may be so next time. */
const LEADING = 0.5;
export const TRAILING = 0.2;
/** A change like an acknowledged one is at most so many times as large. */
const ALIKE = 1.5;

/** The sensors that a change is about, the clearest of them: those that show it at least half as clearly as the first, or so much of it. */
export function showingOf({ sensors }: ChangeEvent, share = LEADING): ChangeEvent['sensors'] {
  const showing = sensors.filter(({ contribution }) => contribution >= share * sensors[0].contribution);
  return showing.slice(0, MOST_MARKED);
}

export function markOf(sensor: ChangeEvent['sensors'][number], names: readonly string[]): Mark {
  const column = names.lastIndexOf(sensor.name);
  if (!('before' in sensor)) return { sensor: column, kind: 'change', direction: 'none', size: 0 };
  const { kind, direction } = sensor;
  const hasSize = kind === 'level' || kind === 'noise';
  return { sensor: column, kind, direction, size: hasSize ? sizeOf(sensor) : 0 };
}

export const isSameMark = (a: Mark, b: Mark): boolean =>
  a.sensor === b.sensor && a.kind === b.kind && a.direction === b.direction;

/** Whether there are marks, and each is like one that is normal. */
export function areNormal(marks: readonly Mark[], normal: readonly Mark[]): boolean {
  const isKnown = (mark: Mark): boolean =>
    normal.some((other) => isSameMark(other, mark) && mark.size <= ALIKE * other.size);
  return marks.length > 0 && marks.every(isKnown);
}

/** What goes on with a drift that was told is no change. */
export function isOfDrift({ sensor, kind, direction }: Mark, source: RowSource): boolean {
  const drift = source.driftOf(sensor);
  return drift !== null && (kind === 'relation' || (kind === 'level' && direction === drift));
}
