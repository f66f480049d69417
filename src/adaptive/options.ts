import { PsmfError, describe } from '../errors';
import { MAX_SENSORS } from '../filter/options';
import { MAX_PACKED_SIZE } from '../linalg/kernel-choice';
import { readInteger } from '../options';

export interface AdaptiveOptions {
  /** d, the number of sensors; more can join later. */
  readonly sensors: number;
  /** The model exactly as the golden vectors have it. */
  readonly reference?: boolean;
  /** The most coefficients; one fewer than sensors where that is less. */
  readonly maxRank?: number;
  readonly seed?: number;
}

/** The options a model lives with: plain JSON, part of every snapshot. */
export interface AdaptiveConfig {
  readonly reference: boolean;
  readonly maxRank: number;
  readonly seed: number;
}

/** All a model needs to go on bit for bit: plain settings, and its state as one array of finite numbers. */
export interface AdaptiveState {
  readonly config: AdaptiveConfig;
  readonly sensors: number;
  readonly data: Float64Array;
}

/** Checks every option before anything is built. */
export function readConfig(options: AdaptiveOptions): AdaptiveConfig {
  const reference: unknown = options.reference ?? false;
  if (typeof reference !== 'boolean') {
    const remedy = 'Set reference to true or false.';
    throw new PsmfError('BAD_OPTION', 'reference', 'true or false', describe(reference), remedy);
  }
  return {
    reference,
    maxRank: readInteger('maxRank', options.maxRank ?? 8, 1, MAX_PACKED_SIZE - 1),
    seed: readInteger('seed', options.seed ?? 42, 0, 0xffffffff),
  };
}

export function readSensors(options: AdaptiveOptions): number {
  return readInteger('sensors', options.sensors, 1, MAX_SENSORS);
}
