import { PsmfError } from '../errors';
import type { Fields } from './frame';
import { setField } from './record';

/** Which sensor stands where in a list of numbers: by the configured names, else "0", "1", and so on. */
export class SensorList {
  /** Null: any field that holds a number is a sensor. */
  readonly configured: readonly string[] | null;
  readonly #maxSensors: number;
  readonly #positions: ReadonlyMap<string, number>;

  constructor(configured: readonly string[] | null, maxSensors: number) {
    this.configured = configured;
    this.#maxSensors = maxSensors;
    this.#positions = new Map((configured ?? []).map((name, position) => [name, position]));
  }

  /** Whether a reading of this name can be a sensor's. */
  allows(name: string): boolean {
    return this.configured === null || this.#positions.has(name);
  }

  positionOf(name: string): number | null {
    if (this.configured !== null) return this.#positions.get(name) ?? null;
    const position = Number(name);
    const isPosition = Number.isInteger(position) && position >= 0 && position < this.#maxSensors;
    return isPosition && String(position) === name ? position : null;
  }

  /** The list by names; what lies beyond the configured names is no sensor's. */
  nameFields(list: ArrayLike<unknown>): Fields {
    const fields: Record<string, unknown> = {};
    const { configured } = this;
    if (configured === null && list.length > this.#maxSensors) throw tooLong(this.#maxSensors, list.length);
    const length = configured === null ? list.length : Math.min(list.length, configured.length);
    for (let i = 0; i < length; i++)
      setField(fields, configured === null ? String(i) : configured[i], list[i]);
    return fields;
  }
}

const tooLong = (most: number, length: number): PsmfError =>
  new PsmfError(
    'TOO_MANY_SENSORS',
    'The number of sensors',
    `at most ${most}`,
    `${length}`,
    'Split the stream, or leave out what is not a sensor.',
  );
