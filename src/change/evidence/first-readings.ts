import { damagedState } from '../../errors';
import { MAX_SQUARE } from '../../linalg/limits';
import { StoredPart } from '../packed-state';
import { checkColumns, doublesFrom } from '../sensor-columns';
import { findUnit, type Unit } from './units';

/** Frames that are kept, frame k at k % KEPT. */
const KEPT = 64;

/**
 * The last readings of the sensors that have no unit yet, NaN where missing, and the periods before each of those frames: a unit is
 * taken from them, and the first are learned once there are units. Of a sensor that has one nothing is kept; as it is stored, it has
 * missing readings.
 */
export class FirstReadings extends StoredPart {
  #sensors: (Float64Array | null)[];
  readonly #dts = new Float64Array(KEPT);

  constructor(sensors: number) {
    super();
    this.#sensors = Array.from({ length: sensors }, () => missing());
  }

  get length(): number {
    return KEPT * (1 + this.#sensors.length);
  }

  override pack(): Float64Array {
    const data = new Float64Array(this.length).fill(NaN);
    data.set(this.#dts);
    this.#sensors.forEach((readings, j) => {
      if (readings !== null) data.set(readings, KEPT * (1 + j));
    });
    return data;
  }

  override unpack(data: Float64Array): void {
    this.#dts.set(data.subarray(0, KEPT));
    this.#sensors = this.#sensors.map((_, j) => data.slice(KEPT * (1 + j), KEPT * (2 + j)));
  }

  /** Refuses numbers that a running model cannot have come to. */
  check(): void {
    checkColumns({ pauses: doublesFrom(0, 0) }, { pauses: this.#dts });
    for (const readings of this.#sensors) {
      const wrong = readings?.find((value) => Math.abs(value) >= MAX_SQUARE);
      if (wrong !== undefined) throw damagedState('kept', `a number below ${MAX_SQUARE}`, `${wrong}`);
    }
  }

  addSensor(): void {
    this.#sensors.push(missing());
  }

  /** From now on sensor j has no unit. */
  keep(j: number): void {
    this.#sensors[j] = missing();
  }

  letGo(j: number): void {
    this.#sensors[j] = null;
  }

  record(frame: number, readings: ArrayLike<number>, dt: number): void {
    const slot = frame % KEPT;
    this.#dts[slot] = dt;
    for (let j = 0; j < this.#sensors.length; j++) {
      const kept = this.#sensors[j];
      if (kept !== null) kept[slot] = readings[j];
    }
  }

  readingsOf(frame: number): Float64Array {
    return Float64Array.from(this.#sensors, (kept) => kept?.[frame % KEPT] ?? NaN);
  }

  dtOf(frame: number): number {
    return this.#dts[frame % KEPT];
  }

  /** null: too few were read, or the sensor stands still. */
  unitOf(j: number): Unit | null {
    const kept = this.#sensors[j];
    return kept === null || standsStill(kept) ? null : findUnit(Array.from(kept));
  }
}

const missing = (): Float64Array => new Float64Array(KEPT).fill(NaN);

function standsStill(readings: Float64Array): boolean {
  let first = NaN;
  for (const reading of readings) {
    if (first !== first) first = reading;
    else if (reading === reading && reading !== first) return false;
  }
  return true;
}
