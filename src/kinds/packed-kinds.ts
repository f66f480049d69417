import { damagedState } from '../errors';
import type { PackedKind } from './sensor-kind';

/** Checks what a snapshot says of the sensors' kinds; null: it was stored before there were any. */
export function readPackedKinds(value: unknown, sensors: number): readonly PackedKind[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value) || value.length !== sensors || !value.every(isPackedKind))
    throw damagedState('kinds', `an entry for each of ${sensors} sensors`, 'something else');
  const columns = value.flatMap((kind: PackedKind) => kind.columns).filter((column) => column >= 0);
  if (new Set(columns).size !== columns.length || !columns.every((column) => column < columns.length))
    throw damagedState('kinds', 'every column once', 'something else');
  return value as PackedKind[];
}

function isPackedKind(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  const { columns, last, gap, found, counter, pause, blend } = value as Record<keyof PackedKind, unknown>;
  const isNumbers = (list: unknown): list is number[] => Array.isArray(list) && list.every(Number.isFinite);
  const isKnown = (number: unknown): boolean => number === null || Number.isFinite(number);
  return (
    isNumbers(columns) &&
    columns.length === 4 &&
    columns.every((column) => Number.isInteger(column) && column >= -1) &&
    columns.some((column) => column >= 0) &&
    isKnown(last) &&
    Number.isFinite(gap) &&
    isNumbers(found) &&
    isNumbers(pause) &&
    (pause.length === 3 || pause.length === 5) &&
    (blend === undefined || (isNumbers(blend) && blend.length === 4)) &&
    Array.isArray(counter) &&
    (counter.length === 5 || counter.length === 0) &&
    counter.every(isKnown)
  );
}
