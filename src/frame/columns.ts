import { PsmfError, describe } from '../errors';
import { readInteger } from '../options';
import { LONGEST_NAME, readFields, type Frame } from './frame';
import { explainRejection, readNumber } from './number';

export interface SensorOptions {
  /** Only these are sensors, in this order; absent: a field is a sensor from its first number on. */
  readonly sensors?: readonly string[];
  readonly maxSensors?: number;
}

export const DEFAULT_MAX_SENSORS = 1024;

/** Which fields of a frame are sensors, and the frame as readings by column. */
export class SensorColumns {
  /** Null: sensors are learned from the stream. */
  readonly configured: readonly string[] | null;
  readonly #maxSensors: number;
  /** By column, in the order of joining; a column never changes. */
  #names: string[] = [];
  readonly #columns = new Map<string, number>();
  #readings = new Float64Array(0);
  readonly #joining: string[] = [];
  readonly #rejected = new Map<string, string>();

  constructor(options: SensorOptions) {
    this.#maxSensors = readInteger('maxSensors', options.maxSensors ?? DEFAULT_MAX_SENSORS, 1);
    this.configured = options.sensors === undefined ? null : readList(options.sensors);
    this.requireRoom(this.configured?.length ?? 0);
    this.restore(this.configured ?? []);
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** Of the frame read last, by column; NaN: missing. */
  get readings(): Float64Array {
    return this.#readings;
  }

  /** Of the frame read last: names with a reading that are no sensors yet, in an order that does not depend on the frame's. */
  get joining(): readonly string[] {
    return this.#joining;
  }

  get rejected(): ReadonlyMap<string, string> {
    return this.#rejected;
  }

  /**
   * Sorts the fields of a frame. Null and undefined are gaps; any other non-number of a sensor is rejected. What was filled
   * is a gap as well, and no reason to join.
   */
  read({ fields, filled }: Frame): void {
    const values = readFields(fields);
    this.#readings.fill(NaN);
    this.#joining.length = 0;
    if (this.#rejected.size > 0) this.#rejected.clear();
    for (const name of Object.keys(values)) {
      if (filled !== undefined && filled.has(name)) continue;
      const column = this.#columns.get(name);
      if (column !== undefined) this.#take(name, column, values[name]);
      else if (this.configured === null && mayJoin(name, values[name])) this.#joining.push(name);
    }
    this.#joining.sort();
  }

  /** Whether all the names with a reading in these frames can be sensors; TOO_MANY_SENSORS if not. */
  requireRoomFor(frames: readonly Frame[]): void {
    if (this.configured !== null) return;
    const joining = new Set<string>();
    for (const { fields, filled } of frames) {
      const values = readFields(fields);
      for (const name of Object.keys(values)) {
        if (this.#columns.get(name) !== undefined || filled?.has(name)) continue;
        if (mayJoin(name, values[name])) joining.add(name);
      }
    }
    this.requireRoom(this.#names.length + joining.size);
  }

  /** Gives the joining names their columns; then reads the frame again. */
  join(frame: Frame): void {
    this.restore([...this.#names, ...this.#joining]);
    this.read(frame);
  }

  restore(names: readonly string[]): void {
    this.#names = [...names];
    this.#columns.clear();
    names.forEach((name, column) => this.#columns.set(name, column));
    this.#readings = new Float64Array(names.length).fill(NaN);
  }

  hasRoom(sensors: number): boolean {
    return sensors <= this.#maxSensors;
  }

  requireRoom(sensors: number): void {
    if (this.hasRoom(sensors)) return;
    throw new PsmfError(
      'TOO_MANY_SENSORS',
      'The number of sensors',
      `at most ${this.#maxSensors}`,
      `${sensors}`,
      'Split the stream, or leave out the fields that are not sensors.',
    );
  }

  #take(name: string, column: number, value: unknown): void {
    const reading = readNumber(value);
    this.#readings[column] = reading;
    if (Number.isNaN(reading) && value !== null && value !== undefined)
      this.#rejected.set(name, explainRejection(value));
  }
}

const mayJoin = (name: string, value: unknown): boolean =>
  name.length <= LONGEST_NAME && !Number.isNaN(readNumber(value));

function readList(sensors: unknown): readonly string[] {
  const isName = (name: unknown): boolean => typeof name === 'string' && name.length <= LONGEST_NAME;
  if (!Array.isArray(sensors) || sensors.length === 0 || !sensors.every(isName)) {
    throw bad(`a list of names of at most ${LONGEST_NAME} characters`, describe(sensors));
  }
  const names = sensors as readonly string[];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw bad('each name once', `${describe(twice)} twice`);
  return [...names];
}

const bad = (expected: string, got: string): PsmfError =>
  new PsmfError(
    'BAD_OPTION',
    'sensors',
    expected,
    got,
    'Name every sensor once, or leave the list out to learn them.',
  );
