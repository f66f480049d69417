import { damagedState } from './errors';

/** What a number of a stored state can be; of all that a model is stored as, a lie in one number must be told from what it gave. */
export interface StoredRange {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

export const storedFlag: StoredRange = { min: 0, max: 1, isWhole: true };
export const storedCount: StoredRange = { min: 0, max: Number.MAX_SAFE_INTEGER, isWhole: true };

export const isWithin = (value: number, { min, max, isWhole = false }: StoredRange): boolean =>
  value >= min && value <= max && (!isWhole || Number.isInteger(value));

/** Throws BAD_SNAPSHOT for what no model could have given; NaN is in no range. */
export function checkStored(what: string, value: number, range: StoredRange): void {
  if (isWithin(value, range)) return;
  const { min, max, isWhole = false } = range;
  throw damagedState(what, `a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`, `${value}`);
}

/** The same of the first numbers of a list, by the names of a table in their order; null: not known. */
export function checkFields(
  what: string,
  ranges: Readonly<Record<string, StoredRange>>,
  values: readonly (number | null)[],
): void {
  Object.entries(ranges).forEach(([name, range], i) => {
    const value = values.at(i) ?? null;
    if (value !== null) checkStored(`${what}: ${name}`, value, range);
  });
}
