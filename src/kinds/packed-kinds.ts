import { isCount } from '../arguments';
import { damagedState } from '../errors';
import type { PackedKind } from './sensor-kind';

const COLUMNS = 4;

/**
 * The kinds as numbers: of each sensor the lengths of four lists, its columns, last reading and gap, and the lists; NaN where
 * nothing is known. As JSON they take twice the bytes, and those of a thousand sensors 100 ms of a save.
 */
export function packKinds(kinds: readonly PackedKind[]): Float64Array {
  const numbers = new Float64Array(kinds.reduce((sum, kind) => sum + lengthOf(kind), 0));
  let to = 0;
  const write = (list: readonly (number | null)[]): void => {
    for (let i = 0; i < list.length; i++) numbers[to++] = list[i] ?? NaN;
  };
  for (const { columns, last, gap, found, counter, pause, blend = [] } of kinds) {
    write([found.length, counter.length, pause.length, blend.length]);
    write(columns);
    write([last, gap]);
    write(found);
    write(counter);
    write(pause);
    write(blend);
  }
  return numbers;
}

const lengthOf = ({ found, counter, pause, blend = [] }: PackedKind): number =>
  4 + COLUMNS + 2 + found.length + counter.length + pause.length + blend.length;

/**
 * Takes the kinds of so many sensors off the end of a state and checks them. `stored` is how many numbers they are; before, they
 * stood there themselves, as JSON, and before that there were none: null.
 */
export function takeKinds(
  stored: unknown,
  data: Float64Array,
  sensors: number,
): { readonly kinds: readonly PackedKind[] | null; readonly rest: Float64Array } {
  if (!isCount(stored)) return { kinds: readPackedKinds(stored, sensors), rest: data };
  const from = data.length - stored;
  if (from < 0) throw damagedState('kinds', `at most ${data.length} numbers`, `${stored}`);
  const kinds = unpackKinds(data.subarray(from), sensors);
  return { kinds: readPackedKinds(kinds, sensors), rest: data.subarray(0, from) };
}

function unpackKinds(numbers: Float64Array, sensors: number): PackedKind[] {
  let from = 0;
  const take = (length: number): number[] => {
    const end = from + length;
    if (!(end <= numbers.length)) throw damagedState('kinds', `${numbers.length} numbers`, 'more');
    const taken = [...numbers.subarray(from, end)];
    from = end;
    return taken;
  };
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  const kinds: PackedKind[] = [];
  while (kinds.length < sensors) {
    const lengths = take(4);
    if (!lengths.every(isCount)) throw damagedState('kinds', 'the lengths of lists', 'something else');
    const columns = take(COLUMNS);
    const [last, gap] = take(2);
    const [found, counter, pause, blend] = lengths.map(take);
    kinds.push({
      ...{ columns, last: known(last), gap, found, counter: counter.map(known), pause },
      ...(blend.length > 0 ? { blend } : {}),
    });
  }
  if (from < numbers.length) throw damagedState('kinds', `${from} numbers`, `${numbers.length}`);
  return kinds;
}

function readPackedKinds(value: unknown, sensors: number): readonly PackedKind[] | null {
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
    columns.length === COLUMNS &&
    columns.every((column) => Number.isInteger(column) && column >= -1) &&
    columns.some((column) => column >= 0) &&
    isKnown(last) &&
    Number.isFinite(gap) &&
    isNumbers(found) &&
    isNumbers(pause) &&
    [3, 5, 7, 9].includes(pause.length) &&
    (blend === undefined || (isNumbers(blend) && blend.length === 4)) &&
    Array.isArray(counter) &&
    (counter.length === 5 || counter.length === 0) &&
    counter.every(isKnown)
  );
}
