import { damagedState } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';

export type Numbers = Float64Array | Float32Array;

/** `width` numbers for each sensor, which are `fill` while nothing is known; a running model reaches valid ones only. */
export interface Column<A extends Numbers = Numbers> {
  readonly width: number;
  readonly fill: number;
  readonly expected: string;
  readonly type: {
    readonly BYTES_PER_ELEMENT: number;
    new (buffer: ArrayBuffer, at: number, length: number): A;
  };
  readonly isValid: (value: number) => boolean;
}

export type Columns<S> = { [K in keyof S]: S[K] extends Column<infer A> ? A : never };
export type ColumnSpec = Readonly<Record<string, Column>>;

const isBounded = (value: number): boolean => Math.abs(value) < MAX_SQUARE;

/** Numbers of sane size; where the fill is NaN, it may be missing. */
export const doubles = (fill = 0, width = 1): Column<Float64Array> => ({
  width,
  fill,
  expected: `a number below ${MAX_SQUARE}`,
  type: Float64Array,
  isValid: (value) => isBounded(value) || (Number.isNaN(value) && Number.isNaN(fill)),
});

/** The same, none below `least`. */
export const doublesFrom = (least: number, fill: number, width = 1): Column<Float64Array> => ({
  ...doubles(fill, width),
  expected: `a number from ${least} on`,
  isValid: (value) => value >= least && isBounded(value),
});

export const counts = (width = 1): Column<Float64Array> => ({
  ...doubles(0, width),
  expected: 'a whole number, not negative',
  isValid: (value) => Number.isSafeInteger(value) && value >= 0,
});

/** Half the memory, for what needs seven digits only. */
export const singles = (fill = 0, width = 1): Column<Float32Array> => ({
  width,
  fill,
  expected: 'a number, or missing',
  type: Float32Array,
  isValid: (value) => Number.isFinite(value) || Number.isNaN(value),
});

/** An array for each name: sensor j has the `width` numbers from j * width on. All lie in one buffer: it takes as much as 11 doubles. */
export function createColumns<S extends ColumnSpec>(spec: S, sensors: number): Columns<S> {
  const entries = Object.entries(spec);
  const bytesOf = ({ width, type }: Column): number =>
    8 * Math.ceil((width * sensors * type.BYTES_PER_ELEMENT) / 8);
  const buffer = new ArrayBuffer(entries.reduce((sum, [, column]) => sum + bytesOf(column), 0));
  const columns: Record<string, Numbers> = {};
  let at = 0;
  for (const [name, column] of entries) {
    columns[name] = new column.type(buffer, at, column.width * sensors).fill(column.fill);
    at += bytesOf(column);
  }
  return columns as Columns<S>;
}

/** Makes room for one sensor more, of which nothing is known. */
export function growColumns<S extends ColumnSpec>(spec: S, columns: Columns<S>, sensors: number): void {
  const grown = createColumns(spec, sensors);
  for (const name in spec) grown[name].set(columns[name]);
  Object.assign(columns, grown);
}

/** Sensor j as one of which nothing is known. */
export function clearColumns<S extends ColumnSpec>(spec: S, columns: Columns<S>, j: number): void {
  const arrays = columns as Record<string, Numbers>;
  for (const [name, { width, fill }] of Object.entries(spec))
    arrays[name].fill(fill, j * width, (j + 1) * width);
}

/** Refuses what a running model cannot have come to. */
export function checkColumns<S extends ColumnSpec>(spec: S, columns: Columns<S>): void {
  const arrays = columns as Record<string, Numbers>;
  for (const [name, { expected, isValid }] of Object.entries(spec)) {
    for (const value of arrays[name]) if (!isValid(value)) throw damagedState(name, expected, `${value}`);
  }
}

/** Refuses counters that are no counts; `others` are numbers of any sane size. */
export function checkCounters(
  counters: Readonly<Record<string, number>>,
  others: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(counters)) {
    const isRight = others.includes(name) ? isBounded(value) : Number.isSafeInteger(value) && value >= 0;
    if (!isRight) throw damagedState(name, 'a whole number, not negative', `${value}`);
  }
}
