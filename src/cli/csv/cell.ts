import { readNumber } from '../../frame/number';

const DECIMAL_COMMA = /^[+-]?\d+,\d+(?:e[+-]?\d+)?$/i;
const DECIMAL_POINT = /^[+-]?\d+\.\d+(?:e[+-]?\d+)?$/i;
const MISSING = /^(?:|nan|na|n\/a|null|none|[+-]?inf|#n\/a|-|\?)$/i;

export const isMissing = (cell: string): boolean => MISSING.test(cell);

/** The number a cell holds, by the same grammar as in messages; NaN where it holds none. */
export const readCell = (cell: string): number => readNumber(cell);

export const isNumber = (cell: string): boolean => !Number.isNaN(readNumber(cell));

export const hasDecimalComma = (cell: string): boolean => DECIMAL_COMMA.test(cell);

export const hasDecimalPoint = (cell: string): boolean => DECIMAL_POINT.test(cell);

export const commaToPoint = (cell: string): string => (hasDecimalComma(cell) ? cell.replace(',', '.') : cell);

export const pointToComma = (cell: string): string => (hasDecimalPoint(cell) ? cell.replace('.', ',') : cell);
