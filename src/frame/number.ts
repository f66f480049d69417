/** Longest text that is looked at. */
const MAX_TEXT = 64;
/** Readings beyond this size could not be squared in a model. */
export const LARGEST = 1e60;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The number a value stands for; NaN where it is none. A text counts if it is a plain decimal: optional sign, digits,
 * one dot, optional exponent. No spaces, no comma, no hexadecimal, no empty text; booleans and objects never count.
 */
export function readNumber(value: unknown): number {
  const number = typeof value === 'string' ? readDecimal(value) : typeof value === 'number' ? value : NaN;
  return Math.abs(number) <= LARGEST ? number : NaN;
}

/** Why `readNumber` found none, in a few words. */
export function explainRejection(value: unknown): string {
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT) return `text of more than ${MAX_TEXT} characters`;
    if (value === '') return 'empty text';
    return Number.isNaN(readDecimal(value)) ? 'text that is not a plain decimal number' : 'out of range';
  }
  if (typeof value === 'number') return Number.isFinite(value) ? 'out of range' : 'not finite';
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

const readDecimal = (text: string): number =>
  text.length <= MAX_TEXT && DECIMAL.test(text) ? Number(text) : NaN;
