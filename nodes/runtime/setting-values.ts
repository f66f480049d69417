import { PsmfError, describe } from '../../src/errors';
import { LEAST_FRAMES, MOST_FRAMES, sensitivities, type Sensitivity } from '../../src/change';
import { LONGEST_NAME } from '../../src/frame/frame';
import { readNumber } from '../../src/frame/number';

/** Readers of what the editor saved: numbers may have become text, older flows lack newer fields, and a blank is the default. */

export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

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

/** By name, as a number of frames, or "custom": the number of frames stands in a field of its own. */
export function sensitivityOr(value: unknown, oneIn: unknown): Sensitivity {
  const asked = value === 'custom' ? oneIn : value;
  if (isBlank(asked)) return 'normal';
  const frames = readNumber(asked);
  if (Number.isNaN(frames)) return choiceOr('sensitivity', asked, 'normal', sensitivities);
  if (frames >= LEAST_FRAMES && frames <= MOST_FRAMES) return frames;
  throw bad('sensitivity', `low, normal, high or a number of frames from ${LEAST_FRAMES} on`, frames);
}

export function textOr(name: string, value: unknown, fallback: string): string {
  if (isBlank(value)) return fallback;
  if (typeof value !== 'string') throw bad(name, 'a text', value);
  return value;
}

/** A list, or text with a name per line or between commas; null: none is named. */
export function readNames(setting: string, value: unknown, most: number): readonly string[] | null {
  const entries: unknown = typeof value === 'string' ? value.split(/[,\n]/) : (value ?? []);
  if (!Array.isArray(entries)) throw bad(setting, 'a list of names', value);
  const names = entries.map((entry: unknown) => (typeof entry === 'string' ? entry.trim() : entry));
  const given = names.filter((name) => name !== '');
  const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= LONGEST_NAME;
  if (!given.every(isName))
    throw bad(
      setting,
      `names of at most ${LONGEST_NAME} characters`,
      given.find((name) => !isName(name)),
    );
  const twice = given.find((name, i) => given.indexOf(name) !== i);
  if (twice !== undefined) throw bad(setting, 'each name once', twice);
  if (given.length > most) throw bad(setting, `at most maxSensors (${most}) names`, given.length);
  return given.length === 0 ? null : given;
}

const SECONDS = /^(\d+\.?\d*|\.\d+) ?(s|min|h)$/;
const UNITS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

/** A number of frames, or a time such as `90 s`, `15 min`, `2 h`. */
export function readLongestGap(value: unknown): {
  readonly maxGap?: number;
  readonly maxGapSeconds?: number;
} {
  const match = typeof value === 'string' ? SECONDS.exec(value.trim()) : null;
  if (match !== null) return { maxGapSeconds: Number(match[1]) * UNITS[match[2]] };
  if (isBlank(value)) return {};
  const frames = readNumber(value);
  if (Number.isNaN(frames))
    throw bad('maxGap', 'a number of frames, or a time such as 90 s, 15 min or 2 h', value);
  return { maxGap: frames };
}

export const bad = (name: string, expected: string, got: unknown): PsmfError =>
  new PsmfError('BAD_OPTION', name, expected, describe(got), `Correct ${name} in the node's settings.`);
