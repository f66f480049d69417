import { LARGEST, readNumber } from '../../frame/number';
import { readWritten } from '../../frame/written-number';

const DECIMAL_COMMA = /^[+-]?\d+,\d+(?:e[+-]?\d+)?$/i;
const DECIMAL_POINT = /^[+-]?\d+\.\d+(?:e[+-]?\d+)?$/i;
const MISSING = /^(?:|nan|na|n\/a|null|none|[+-]?inf|#n\/a|-|\?)$/i;

export const isMissing = (cell: string): boolean => MISSING.test(cell);

/** The number a cell holds, by the same grammar as in messages; NaN where it holds none. */
export const readCell = (cell: string): number => readNumber(cell);

export const isNumber = (cell: string): boolean => !Number.isNaN(readNumber(cell));

/** A number, though none that can be a reading. */
export const isTooLarge = (cell: string): boolean => !isNumber(cell) && Math.abs(Number(cell)) > LARGEST;

/** Whether a cell that holds no plain number holds one as people write it: with a unit, or separators of thousands. */
export const isWrittenNumber = (cell: string): boolean => !isNumber(cell) && !Number.isNaN(readWritten(cell));

export const hasDecimalComma = (cell: string): boolean => DECIMAL_COMMA.test(cell);

export const hasDecimalPoint = (cell: string): boolean => DECIMAL_POINT.test(cell);

export const commaToPoint = (cell: string): string => (hasDecimalComma(cell) ? cell.replace(',', '.') : cell);

export const pointToComma = (cell: string): string => (hasDecimalPoint(cell) ? cell.replace('.', ',') : cell);
