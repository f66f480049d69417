import type { NodeDef } from 'node-red';
import { PsmfError, describe } from '../../src/errors';
import type { NamedFilterOptions } from '../../src/frame/named-filter';
import { readNumber } from '../../src/frame/number';

/** What the editor saved for a node: numbers may have become text, and older flows lack newer fields. */
export interface StreamDef extends NodeDef {
  readonly saveSeconds?: unknown;
  readonly store?: unknown;
}

export interface FilterDef extends StreamDef {
  readonly rank?: unknown;
  readonly robust?: unknown;
  readonly R?: unknown;
  readonly Q?: unknown;
  readonly V0?: unknown;
}

/** How a node keeps its state. */
export interface KeepingOptions {
  readonly saveMs: number;
  /** Name of the context store; undefined means the default one. */
  readonly store: string | undefined;
}

const MOST_SAVE_SECONDS = 86_400;

/** The model's own checks decide about the ranges; see the constructor of NamedFilter. */
export function readFilterOptions(def: FilterDef): NamedFilterOptions {
  return {
    rank: numberOr('rank', def.rank, 4),
    robust: booleanOr('robust', def.robust, true),
    R: numberOr('R', def.R, 1),
    V0: numberOr('V0', def.V0, 1),
    dynamics: { type: 'random-walk', Q: numberOr('Q', def.Q, 0.1) },
  };
}

export function readKeepingOptions(def: StreamDef): KeepingOptions {
  const saveSeconds = numberOr('saveSeconds', def.saveSeconds, 10);
  if (!(saveSeconds >= 1 && saveSeconds <= MOST_SAVE_SECONDS)) {
    throw bad('saveSeconds', `a number from 1 to ${MOST_SAVE_SECONDS}`, saveSeconds);
  }
  const store = typeof def.store === 'string' && def.store !== '' ? def.store : undefined;
  return { saveMs: saveSeconds * 1000, store };
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

function numberOr(name: string, value: unknown, fallback: number): number {
  if (isBlank(value)) return fallback;
  const number = readNumber(value);
  if (Number.isNaN(number)) throw bad(name, 'a number', value);
  return number;
}

function booleanOr(name: string, value: unknown, fallback: boolean): boolean {
  if (isBlank(value)) return fallback;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw bad(name, 'true or false', value);
}

const bad = (name: string, expected: string, got: unknown): PsmfError =>
  new PsmfError('BAD_OPTION', name, expected, describe(got), `Correct ${name} in the node's settings.`);
