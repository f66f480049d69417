/** A plain decimal: optional sign, digits, one dot, optional exponent. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
const MISSING = /^(?:|nan|na|n\/a|null|none|-|\?)$/i;
const LONGEST = 64;
/** Readings beyond this size could not be squared in a model. */
const LARGEST = 1e60;

export const isMissing = (cell: string): boolean => MISSING.test(cell);

/** The number a cell holds; NaN where it holds none. */
export function readCell(cell: string): number {
  const number = cell.length <= LONGEST && DECIMAL.test(cell) ? Number(cell) : NaN;
  return Math.abs(number) <= LARGEST ? number : NaN;
}

export const isNumber = (cell: string): boolean => !Number.isNaN(readCell(cell));

export const hasDecimalComma = (cell: string): boolean => DECIMAL_COMMA.test(cell);
