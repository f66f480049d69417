import { PsmfError, describe } from '../errors';
import { MAX_SENSORS } from '../filter/options';
import { MAX_PACKED_SIZE } from '../linalg/kernel-choice';
import { readInteger } from '../options';
import { defaultMechanisms, referenceMechanisms, type Mechanisms } from './mechanisms';

export interface AdaptiveOptions {
  /** d, the number of sensors; more can join later. */
  readonly sensors: number;
  /** Every mechanism exactly as the golden vectors have it, and replays never sliced. */
  readonly reference?: boolean;
  /** The most coefficients; one fewer than sensors where that is less. */
  readonly maxRank?: number;
  readonly seed?: number;
  /** Parts to switch off or on, for measurements. */
  readonly mechanisms?: Partial<Mechanisms>;
}

/** The options a model lives with: plain JSON, part of every snapshot. */
export interface AdaptiveConfig {
  readonly reference: boolean;
  readonly maxRank: number;
  readonly seed: number;
  readonly mechanisms: Mechanisms;
}

/** Checks every option before anything is built. */
export function readConfig(options: AdaptiveOptions): AdaptiveConfig {
  const reference = readBoolean('reference', options.reference ?? false);
  return {
    reference,
    maxRank: readInteger('maxRank', options.maxRank ?? 8, 1, MAX_PACKED_SIZE - 1),
    seed: readInteger('seed', options.seed ?? 42, 0, 0xffffffff),
    mechanisms: readMechanisms(options.mechanisms ?? {}, reference ? referenceMechanisms : defaultMechanisms),
  };
}

export function readSensors(options: AdaptiveOptions): number {
  return readInteger('sensors', options.sensors, 1, MAX_SENSORS);
}

function readMechanisms(changes: Partial<Mechanisms>, base: Mechanisms): Mechanisms {
  if (changes === null || typeof changes !== 'object') {
    throw bad('mechanisms', 'an object of switches', changes, 'Name the mechanisms to switch off.');
  }
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(base, name)) {
      throw bad('mechanisms', Object.keys(base).join(', '), name, 'Choose from these names.');
    }
    readBoolean(`mechanisms.${name}`, value);
  }
  return { ...base, ...changes };
}

function readBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw bad(name, 'true or false', value, `Set ${name} to true or false.`);
}

const bad = (name: string, expected: string, got: unknown, remedy: string): PsmfError =>
  new PsmfError('BAD_OPTION', name, expected, describe(got), remedy);
