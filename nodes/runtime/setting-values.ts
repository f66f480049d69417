import { PsmfError, describe } from '../../src/errors';
import { readNumber } from '../../src/frame/number';

/** Readers of what the editor saved: numbers may have become text, older flows lack newer fields, and a blank is the default. */

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

export function numberOr<T>(name: string, value: unknown, fallback: T): number | T {
  if (isBlank(value)) return fallback;
  const number = readNumber(value);
  if (Number.isNaN(number)) throw bad(name, 'a number', value);
  return number;
}

export function numberWithin<T>(
  name: string,
  value: unknown,
  fallback: T,
  least: number,
  most: number,
): number | T {
  const number = numberOr(name, value, fallback);
  if (typeof number !== 'number' || (number >= least && number <= most)) return number;
  throw bad(name, `a number from ${least} to ${most}`, number);
}

export function wholeNumberWithin<T>(
  name: string,
  value: unknown,
  fallback: T,
  least: number,
  most: number,
): number | T {
  const number = numberOr(name, value, fallback);
  if (typeof number !== 'number' || (Number.isInteger(number) && number >= least && number <= most))
    return number;
  throw bad(name, `a whole number from ${least} to ${most}`, number);
}

export function booleanOr(name: string, value: unknown, fallback: boolean): boolean {
  if (isBlank(value)) return fallback;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw bad(name, 'true or false', value);
}

export function choiceOr<T extends string>(
  name: string,
  value: unknown,
  fallback: T,
  choices: readonly T[],
): T {
  if (isBlank(value)) return fallback;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw bad(name, choices.join(' or '), value);
  return found;
}

export function textOr(name: string, value: unknown, fallback: string): string {
  if (isBlank(value)) return fallback;
  if (typeof value !== 'string') throw bad(name, 'a text', value);
  return value;
}

export const bad = (name: string, expected: string, got: unknown): PsmfError =>
  new PsmfError('BAD_OPTION', name, expected, describe(got), `Correct ${name} in the node's settings.`);
