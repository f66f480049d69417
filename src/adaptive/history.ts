import { copyNumbers } from '../linalg/copy';
import { isReading } from './reading';
import type { Mechanisms } from './mechanisms';
import { measureUnits, type Units } from './units';

/** Readings kept of each sensor. */
export const KEPT = 40;

/** Readings of a sensor that stands still are left out from this many on. */
const LEAST_STILL = 10;

/** A record: readings so far, their mean, their sum of squares about it, the time since the last; then the last 40. */
export const historyField = { count: 0, mean: 1, squares: 2, gap: 3, values: 4 } as const;
export const HISTORY_STRIDE = historyField.values + KEPT;

/** Student's 97.5 % quantile with n - 1 degrees of freedom over 2, to within 3 %: what makes mean -+ 2 sd hold 95 %. */
const widening = (n: number): number => (n < 2 ? 1 : 1 + 1.3 / (n - 1) + 4 / (n - 1) ** 3);

/** Where reading `count` lies in the ring. Whole numbers of 32 bits divide ten times as fast. */
const place = (count: number): number => (count <= 2 ** 31 ? ((count - 1) | 0) % KEPT : (count - 1) % KEPT);

/** The raw past of every sensor: what is said of one without units, and what its units are measured from. */
export class History {
  #m: Float64Array;

  constructor(sensors: number) {
    this.#m = new Float64Array(sensors * HISTORY_STRIDE);
  }

  static lengthFor(sensors: number): number {
    return sensors * HISTORY_STRIDE;
  }

  static from(data: Float64Array): History {
    const history = new History(0);
    history.#m = data;
    return history;
  }

  /** Becomes the same as another. */
  assign(other: History): void {
    this.#m = copyNumbers(other.#m, this.#m);
  }

  get data(): Float64Array {
    return this.#m;
  }

  get sensors(): number {
    return this.#m.length / HISTORY_STRIDE;
  }

  addSensor(): void {
    const grown = new Float64Array(this.#m.length + HISTORY_STRIDE);
    grown.set(this.#m);
    this.#m = grown;
  }

  record(frame: Float64Array): void {
    const m = this.#m;
    for (let j = 1, row = 0; j < frame.length; j++, row += HISTORY_STRIDE) {
      const reading = frame[j];
      if (!isReading(reading)) {
        m[row + historyField.gap] += frame[0];
        continue;
      }
      const count = m[row + historyField.count] + 1;
      const surprise = reading - m[row + historyField.mean];
      m[row + historyField.values + place(count)] = reading;
      m[row + historyField.count] = count;
      m[row + historyField.mean] += surprise / count;
      m[row + historyField.squares] += surprise * (reading - m[row + historyField.mean]);
      m[row + historyField.gap] = 0;
    }
  }

  /**
   * What can be said of a sensor without units: the median of its last three readings (the last while there are fewer), and
   * the running standard deviation; NaN before its first. Written to entry j of each. Unless for `reference`, the deviation of
   * few readings is widened; it is 0 as long as they are all alike.
   */
  describe(j: number, mean: Float64Array, sd: Float64Array, reference: boolean): void {
    const m = this.#m;
    const row = j * HISTORY_STRIDE;
    const count = m[row + historyField.count];
    if (count === 0) {
      mean[j] = NaN;
      sd[j] = NaN;
      return;
    }
    const values = row + historyField.values;
    const a = m[values + place(count)];
    const b = count < 3 ? a : m[values + ((count - 2) % KEPT)];
    const c = count < 3 ? a : m[values + ((count - 3) % KEPT)];
    mean[j] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    sd[j] = Math.sqrt(m[row + historyField.squares] / Math.max(count - 1, 1));
    if (!reference) sd[j] *= widening(count);
  }

  /** Time since each sensor's last reading, in nominal periods. */
  copyGaps(gaps: Float64Array): void {
    for (let j = 0, row = historyField.gap; j < gaps.length; j++, row += HISTORY_STRIDE)
      gaps[j] = this.#m[row];
  }

  /** The last 40 readings, oldest first. */
  readings(j: number): Float64Array {
    const start = j * HISTORY_STRIDE + historyField.values;
    const count = this.#m[j * HISTORY_STRIDE + historyField.count];
    const length = Math.min(count, KEPT);
    return Float64Array.from({ length }, (_, i) => this.#m[start + place(count - length + i + 1)]);
  }

  /** Time since the sensor's last reading, in nominal periods. */
  gap(j: number): number {
    return this.#m[j * HISTORY_STRIDE + historyField.gap];
  }

  /** Units from the last 40 readings, or null. */
  units(j: number, { wideQuantiles, firstMove }: Mechanisms): Units | null {
    const start = j * HISTORY_STRIDE + historyField.values;
    const count = this.#m[j * HISTORY_STRIDE + historyField.count];
    const end = start + Math.min(count, KEPT);
    if (this.#isConstant(start, end)) return null;
    const readings = this.#m.slice(start, end);
    return measureUnits(firstMove ? withoutStillStart(readings, count) : readings, wideQuantiles);
  }

  #isConstant(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (this.#m[i] !== this.#m[start]) return false;
    return true;
  }
}

/** The readings, oldest first from entry `count` of the ring on, without those before the first that differs. */
function withoutStillStart(ring: Float64Array, count: number): Float64Array {
  const oldest = count % ring.length;
  let still = 1;
  while (ring[(oldest + still) % ring.length] === ring[oldest]) still += 1;
  if (still < LEAST_STILL) return ring;
  return Float64Array.from(
    { length: ring.length - still },
    (_, i) => ring[(oldest + still + i) % ring.length],
  );
}
