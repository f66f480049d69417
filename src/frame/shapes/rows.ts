import { MOST_VALUES } from '../limits';
import type { Findings, FoundMoment, Place, ShapeContext } from './shape';
import { timeOf } from './times';

/** Numbers by position, one of them the time: [ts, 21.4, 48.1], or a list of such rows. Null: there is no time among them, or too many. */
export function readRows(list: readonly unknown[], context: ShapeContext): Findings | null {
  const isBatch = list.every(Array.isArray);
  const rows = isBatch ? (list as readonly (readonly unknown[])[]) : [list];
  // Of a list of lists nobody has counted what is in them: a sparse one may be as long as any can be.
  if (rows.reduce((sum, { length }) => sum + length, 0) > MOST_VALUES) return null;
  const [first] = rows;
  const position = first.findIndex((value) => isTime(value, context.arrival));
  if (position < 0) return null;
  return {
    ...{ isBatch, device: null },
    moments: rows.map((row, i) => readRow(row, isBatch ? [i] : [], position, context.arrival)),
  };
}

function readRow(row: readonly unknown[], place: Place, position: number, arrival: number): FoundMoment {
  const time = timeOf('', row[position], arrival);
  const values = row
    .map((value, i) => ({ name: String(i), value, place: [...place, i], time: null }))
    .filter((_, i) => i !== position);
  return { time: time === null || Number.isNaN(time) ? null : time, values, absent: null };
}

const isTime = (value: unknown, arrival: number): boolean => {
  const time = timeOf('', value, arrival);
  return time !== null && !Number.isNaN(time);
};
