import { PsmfError, describe } from '../errors';
import { readInteger } from '../options';

export const MAX_SENSORS = 100_000;

/** What every detector is told about its sensors: how many, or their names. */
export interface SensorOptions {
  readonly sensors?: number;
  readonly names?: readonly string[];
}

/** The sensors' names; "0", "1", ... where none are given. */
export function readNames(options: SensorOptions): string[] {
  const { names, sensors = names?.length } = options;
  const count = readInteger('sensors', sensors, 1, MAX_SENSORS);
  if (names === undefined) return Array.from({ length: count }, (_, j) => `${j}`);
  if (Array.isArray(names) && names.length === count && names.every((name) => typeof name === 'string'))
    return [...names];
  throw new PsmfError(
    'BAD_OPTION',
    'names',
    `${count} texts, one for each sensor`,
    describe(names),
    'Name every sensor, or none.',
  );
}

/** The names with one more at the end. */
export function appendName(names: readonly string[], name: string | undefined): string[] {
  if (names.length >= MAX_SENSORS) {
    throw new PsmfError(
      'TOO_MANY_SENSORS',
      'The number of sensors',
      `at most ${MAX_SENSORS}`,
      `${names.length + 1}`,
      'Split the stream.',
    );
  }
  return [...names, name === undefined ? `${names.length}` : String(name)];
}
