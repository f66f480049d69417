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
  /** Sensors whose readings are kept. */
  #waiting: number;
  /** Periods before each frame of the first; null: they have been learned. */
  #dts: Float64Array | null = new Float64Array(KEPT);

  constructor(sensors: number) {
    super();
    this.#sensors = Array.from({ length: sensors }, () => missing());
    this.#waiting = sensors;
  }

  get length(): number {
    return KEPT * (1 + this.#sensors.length);
  }

  override pack(): Float64Array {
    const data = new Float64Array(this.length).fill(NaN);
    if (this.#dts === null) data.fill(0, 0, KEPT);
    else data.set(this.#dts);
    this.#sensors.forEach((readings, j) => {
      if (readings !== null) data.set(readings, KEPT * (1 + j));
    });
    return data;
  }

  override unpack(data: Float64Array): void {
    this.#dts = data.slice(0, KEPT);
    this.#sensors = this.#sensors.map((_, j) => data.slice(KEPT * (1 + j), KEPT * (2 + j)));
    this.#waiting = this.#sensors.length;
  }

  /** Refuses numbers that a running model cannot have come to. */
  check(): void {
    if (this.#dts !== null) checkColumns({ pauses: doublesFrom(0, 0) }, { pauses: this.#dts });
    for (const readings of this.#sensors) {
      const wrong = readings?.find((value) => Math.abs(value) >= MAX_SQUARE);
      if (wrong !== undefined) throw damagedState('kept', `a number below ${MAX_SQUARE}`, `${wrong}`);
    }
  }

  addSensor(): void {
    this.#sensors.push(missing());
    this.#waiting++;
  }

  /** From now on sensor j has no unit. */
  keep(j: number): void {
    if (this.#sensors[j] === null) this.#waiting++;
    this.#sensors[j] = missing();
  }

  letGo(j: number): void {
    if (this.#sensors[j] !== null) this.#waiting--;
    this.#sensors[j] = null;
  }

  record(frame: number, readings: ArrayLike<number>, dt: number): void {
    const slot = frame % KEPT;
    if (frame >= KEPT) this.#dts = null;
    else if (this.#dts !== null) this.#dts[slot] = dt;
    if (this.#waiting === 0) return;
    for (let j = 0; j < this.#sensors.length; j++) {
      const kept = this.#sensors[j];
      if (kept !== null) kept[slot] = readings[j];
    }
  }

  readingsOf(frame: number): Float64Array {
    return Float64Array.from(this.#sensors, (kept) => kept?.[frame % KEPT] ?? NaN);
  }

  dtOf(frame: number): number {
    return this.#dts?.[frame % KEPT] ?? 1;
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
