import { badOption, describe, PsmfError } from '../errors';
import { readInteger } from '../options';
import { LONGEST_NAME, readFields, type Frame } from './frame';
import { ALL_DECIMALS, countDecimals } from './decimals';
import { explainRejection, readNumber } from './number';

export interface SensorOptions {
  /** Only these are sensors, in this order; absent: a field is a sensor from its first number on. */
  readonly sensors?: readonly string[];
  readonly maxSensors?: number;
  /** Whether a name with a handful of readings, unseen for long, is let go. */
  readonly letsStraysGo?: boolean;
}

const DEFAULT_MAX_SENSORS = 1024;

/** Which fields of a frame are sensors, and the frame as readings by column. */
export class SensorColumns {
  /** Null: sensors are learned from the stream. */
  readonly configured: readonly string[] | null;
  readonly #maxSensors: number;
  /** By column, in the order of joining; that of a sensor that was let go is given to another. */
  #names: string[] = [];
  readonly #columns = new Map<string, number>();
  #readings = new Float64Array(0);
  readonly #joining: string[] = [];
  /** By column: digits after the point that its readings have, and readings and frames since it joined or was restored. */
  #decimals = new Uint8Array(0);
  #counts = new Float64Array(0);
  #unseen = new Float64Array(0);
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

  /** Digits after the point that the readings of a column have; `ALL_DECIMALS` before the first, and for more than nine. */
  get decimals(): Uint8Array {
    return this.#decimals;
  }

  /** Takes a sensor's name away: nothing is read into its column any more. Returns the column; -1: there is no such sensor. */
  forget(name: string): number {
    const column = this.#columns.get(name);
    if (column === undefined || this.configured !== null) return -1;
    this.#columns.delete(name);
    this.#giveName(column, `${FORGOTTEN}${column}`);
    return column;
  }

  /** The column of a forgotten sensor is free for another, under this name until then. */
  free(column: number): string {
    const name = `${FREE}${column}`;
    this.#giveName(column, name);
    this.#decimals[column] = ALL_DECIMALS;
    this.#counts[column] = this.#unseen[column] = 0;
    return name;
  }

  /** Columns of sensors that were forgotten and are not free: as they were stored before any could be. */
  get unfreed(): readonly number[] {
    return [...this.#names.keys()].filter((j) => isForgotten(this.#names[j]) && !isFree(this.#names[j]));
  }

  #giveName(column: number, name: string): void {
    this.#names = this.#names.map((each, j) => (j === column ? name : each));
  }

  /** Names with a handful of readings since they joined, unseen for long: no sensors, but strays. Called once a frame. */
  countStrays(): string[] {
    const strays: string[] = [];
    for (let j = 0; j < this.#names.length; j++) {
      if (Number.isNaN(this.#readings[j])) this.#unseen[j] += 1;
      else this.#unseen[j] = 0;
      if (
        this.#unseen[j] >= STRAY_UNSEEN &&
        this.#counts[j] <= STRAY_READINGS &&
        !isForgotten(this.#names[j])
      )
        strays.push(this.#names[j]);
    }
    return strays;
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
    // `in` makes no list of the names.
    for (const name in values) {
      if (!Object.hasOwn(values, name) || filled?.has(name)) continue;
      const column = this.#columns.get(name);
      if (column !== undefined) this.#take(name, column, values[name]);
      else if (this.configured === null && mayJoin(name, values[name])) this.#joining.push(name);
    }
    this.#joining.sort();
  }

  /** How many sensors there are if all the names with a reading in these frames are; TOO_MANY_SENSORS if they cannot be. */
  requireRoomFor(frames: readonly Frame[]): number {
    if (this.configured !== null) return this.#names.length;
    const joining = new Set<string>();
    for (const { fields, filled } of frames) {
      const values = readFields(fields);
      for (const name of Object.keys(values)) {
        if (this.#columns.get(name) !== undefined || filled?.has(name)) continue;
        if (mayJoin(name, values[name])) joining.add(name);
      }
    }
    const columns = this.#columnsWith(joining.size);
    this.requireRoom(columns);
    return columns;
  }

  /** How many columns there are once so many names have joined. */
  #columnsWith(joining: number): number {
    return this.#names.length + Math.max(0, joining - this.#names.filter(isFree).length);
  }

  /** How many there would be if the joining names were sensors. */
  get columnsToCome(): number {
    return this.#columnsWith(this.#joining.length);
  }

  /** Gives the joining names columns, free ones first; then reads the frame again. Returns the columns, in their order. */
  join(frame: Frame): readonly number[] {
    const names = [...this.#names];
    const columns = this.#joining.map((name) => {
      const free = names.findIndex(isFree);
      const column = free < 0 ? names.length : free;
      names[column] = name;
      return column;
    });
    this.#resize(names, 0);
    this.read(frame);
    return columns.sort((a, b) => a - b);
  }

  /** Sensors of before are no strays: how often they were read is not kept. */
  restore(names: readonly string[]): void {
    this.#resize(names, Infinity);
  }

  #resize(names: readonly string[], count: number): void {
    const known = this.#counts.length;
    this.#names = [...names];
    this.#columns.clear();
    names.forEach((name, column) => {
      if (!isForgotten(name)) this.#columns.set(name, column);
    });
    this.#readings = new Float64Array(names.length).fill(NaN);
    this.#decimals = extend(this.#decimals, new Uint8Array(names.length).fill(ALL_DECIMALS));
    this.#counts = extend(this.#counts, new Float64Array(names.length).fill(count));
    this.#unseen = extend(this.#unseen, new Float64Array(names.length));
    if (count === Infinity) this.#counts.fill(Infinity, 0, known);
  }

  /** Gives sensors other names; a name that another has already is not given. */
  rename(nameOf: (name: string) => string): void {
    const taken = new Set(this.#names);
    const names = this.#names.map((name) => {
      const other = isForgotten(name) ? name : nameOf(name);
      if (taken.has(other) || other.length > LONGEST_NAME) return name;
      taken.add(other);
      return other;
    });
    this.restore(names);
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
    if (!Number.isNaN(reading)) {
      this.#counts[column] += 1;
      this.#decimals[column] = countDecimals(reading, this.#decimals[column]);
    } else if (value !== null && value !== undefined) this.#rejected.set(name, explainRejection(value));
  }
}

/** The column of a sensor that was let go has a name that no field has; of a free one nothing is known. */
const FORGOTTEN = '\u0000';
const FREE = `${FORGOTTEN}+`;
export const isForgotten = (name: string): boolean => name.startsWith(FORGOTTEN);
const isFree = (name: string): boolean => name.startsWith(FREE);

/** Readings ever, and frames unseen, of a name that is let go by itself. */
const STRAY_READINGS = 5;
const STRAY_UNSEEN = 500;

const extend = <T extends Uint8Array | Float64Array>(before: T, after: T): T => {
  after.set(before.subarray(0, after.length));
  return after;
};

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
  badOption('sensors', expected, got, 'Name every sensor once, or leave the list out to learn them.');
