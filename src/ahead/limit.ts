import { describe, PsmfError } from '../errors';
import { readNumber } from '../frame/number';
import { isNamed, readNamedRules, type NamedRule } from '../named-rules';

/** A value that a sensor should not go beyond. */
export interface Limit {
  /** A name; one that ends in * stands for all that begin so. */
  readonly sensor: string;
  readonly side: 'above' | 'below';
  readonly value: number;
}

/** More than anyone writes down, and few enough to be looked at with every frame. */
const MOST_LIMITS = 1000;

/** Reads `boiler: > 80, tank: < 10`; throws for what is no limit. Blank: none. */
export function readLimits(text: unknown): readonly Limit[] {
  if (text === undefined || text === null || text === '') return [];
  if (typeof text !== 'string') throw bad(describe(text));
  const limits = readNamedRules(text, 'limits').map(readLimit);
  if (limits.length > MOST_LIMITS) throw bad(`${limits.length} limits, of at most ${MOST_LIMITS}`);
  return limits;
}

function readLimit({ name, rule, entry }: NamedRule): Limit {
  const match = /^([<>])\s*([^<>=]+)$/.exec(rule);
  const value = readNumber(match?.[2].trim());
  if (name === '' || match === null || Number.isNaN(value)) throw bad(describe(entry));
  return { sensor: name, side: match[1] === '>' ? 'above' : 'below', value };
}

export const isMeant = ({ sensor }: Limit, name: string): boolean => isNamed(sensor, name);

const bad = (got: string): PsmfError =>
  new PsmfError(
    'BAD_OPTION',
    'limits',
    'names with > or < and a number, such as "boiler: > 80, tank: < 10"',
    got,
    'Correct it, or leave it empty.',
  );
