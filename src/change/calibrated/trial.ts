import { damagedState } from '../../errors';
import type { SensorRow } from '../evidence/sensor-row';
import type { StatePart } from '../packed-state';
import { checkCounters } from '../sensor-columns';

/** Readings of the sensor over which it is seen whether a change lasts. */
const READINGS = 250;
/** It does if each reading tells the way the sensor is from the way it was by so many nats. */
const LASTS = 0.5;
/** A reading further out than this, in deviations, counts as so far out; least variance of one about their mean. */
const FARTHEST = 100;
const LEAST_VARIANCE = 1e-6;

/**
 * Whether the last change lasts or was an excursion that came back. Its first sensor is compared with what the others say of it if it
 * follows them as it did before. In deviations of before, what is left had mean 0 and variance 1; of mean m and variance v, it is
 *
 *   (m^2 + v - 1 - ln v) / 2
 *
 * nats a reading from what it was.
 */
export class Trial {
  /** The sensor, and the block of the tail that the alarm's peak is in; readings so far. */
  readonly counters = { isOpen: 0, column: 0, block: 0, read: 0 };
  readonly #sums = Float64Array.of(0, 0);
  /** Location, unit, level and deviation of the sensor's row before the change, then its loadings. */
  readonly #numbers: Float64Array;
  #row: SensorRow | null = null;

  constructor(rank: number) {
    this.#numbers = new Float64Array(4 + rank);
  }

  get parts(): StatePart[] {
    return [this.counters, this.#sums, this.#numbers];
  }

  check(sensors: number): void {
    const { counters } = this;
    checkCounters(counters);
    if (counters.column >= sensors) throw damagedState('a sensor', `below ${sensors}`, `${counters.column}`);
    const wrong = [...this.#sums, ...this.#numbers].find((number) => !Number.isFinite(number));
    if (wrong !== undefined) throw damagedState('a change on trial', 'numbers', `${wrong}`);
    this.#row = counters.isOpen === 1 ? this.#readRow() : null;
  }

  /** How the sensor followed the others before the change; null: no change is on trial. */
  get row(): SensorRow | null {
    return this.#row;
  }

  /** An alarm was raised, of a sensor that was so before: the change of before it did not last. */
  begin(column: number, row: SensorRow | null): void {
    const { counters } = this;
    counters.isOpen = row !== null && row.deviation > 0 ? 1 : 0;
    counters.column = column;
    counters.read = 0;
    this.#sums.fill(0);
    this.#numbers.fill(0);
    if (row !== null && counters.isOpen === 1)
      this.#numbers.set([row.location, row.unit, row.level, row.deviation, ...row.loadings]);
    this.#row = counters.isOpen === 1 ? this.#readRow() : null;
  }

  /** A reading less what the others say of it by the former row, NaN: there was none. Returns whether the change now proved to last. */
  follow(off: number): boolean {
    const { counters } = this;
    const sums = this.#sums;
    if (this.#row === null || off !== off) return false;
    const left = Math.min(FARTHEST, Math.max(-FARTHEST, off / this.#row.deviation));
    sums[0] += left;
    sums[1] += left * left;
    if (++counters.read < READINGS) return false;
    counters.isOpen = 0;
    this.#row = null;
    const mean = sums[0] / READINGS;
    const variance = Math.max(sums[1] / READINGS - mean * mean, LEAST_VARIANCE);
    return (mean * mean + variance - 1 - Math.log(variance)) / 2 > LASTS;
  }

  #readRow(): SensorRow {
    const [location, unit, level, deviation, ...loadings] = this.#numbers;
    return { location, unit, level, deviation, loadings, explained: 0 };
  }
}
