import { checkFields } from '../stored-range';
import { reading, size, value } from './stored-ranges';

/** A fall to below this share of the last value is a reset or a wrap; the rate across it is not known. */
const RESET_TO = 0.1;
const CALIBRATION_RATE = 0.1;
const FIRST_CALIBRATION = 0.25;
const LEAST_CALIBRATION = 0.01;
const MOST_CALIBRATION = 4;

/** What is stored of one, in this order; null: not known. */
const fields = {
  last: reading,
  elapsed: size,
  value,
  spread: size,
  calibration: { min: LEAST_CALIBRATION, max: MOST_CALIBRATION },
};

/** A counter by its rate: in a gap the rates are added to the last reading, and so are their deviations. */
export class CounterTrack {
  /** The last reading, and the time since, in nominal periods; NaN before the first. */
  last = NaN;
  elapsed = NaN;
  /** The counter as filled, and the sum of the rates' deviations since the last reading. */
  value = NaN;
  spread = NaN;
  /** Mean square of the error at the end of a gap, in squares of that sum. */
  calibration = FIRST_CALIBRATION;

  /** Doubles from the start: V8 compiles no code that meets one which kept whole numbers when others had changed. */
  constructor() {
    this.elapsed = this.spread = 0;
  }

  /** The rate that a reading dt after the last frame shows; NaN: none. */
  rateOf(reading: number, dt: number): number {
    if (Number.isNaN(reading) || Number.isNaN(this.last) || this.#isReset(reading)) return NaN;
    return (reading - this.last) / (this.elapsed + dt);
  }

  /** What the counter shows dt after the last frame at such a rate, and its deviation. */
  valueAt(rate: number, dt: number): number {
    const from = Number.isNaN(this.value) ? this.last : this.value;
    return from + rate * dt;
  }

  deviationAt(sd: number, dt: number): number {
    return Math.sqrt(this.calibration) * (this.spread + sd * dt);
  }

  /** The frame dt after the last had this reading, or none and was given this rate and deviation. */
  learn(reading: number, rate: number, sd: number, dt: number): void {
    if (Number.isNaN(reading)) {
      if (Number.isNaN(this.last)) return;
      this.elapsed += dt;
      if (Number.isFinite(rate) && Number.isFinite(sd)) {
        this.value = this.valueAt(rate, dt);
        this.spread += sd * dt;
      }
      return;
    }
    if (this.spread > 0 && !this.#isReset(reading)) {
      const ratio = ((reading - this.valueAt(Number.isFinite(rate) ? rate : 0, dt)) / this.spread) ** 2;
      const bounded = Math.min(Math.max(ratio, LEAST_CALIBRATION), MOST_CALIBRATION);
      this.calibration += CALIBRATION_RATE * (bounded - this.calibration);
    }
    this.last = this.value = reading;
    this.elapsed = this.spread = 0;
  }

  #isReset(reading: number): boolean {
    return this.last > 0 && reading >= 0 && reading <= RESET_TO * this.last;
  }

  pack(): (number | null)[] {
    const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
    return [known(this.last), this.elapsed, known(this.value), this.spread, this.calibration];
  }

  static unpack(numbers: readonly (number | null)[]): CounterTrack {
    const [last, elapsed, value, spread, calibration] = numbers;
    const track = new CounterTrack();
    checkFields('a counter', fields, numbers);
    track.last = last ?? NaN;
    track.elapsed = elapsed ?? 0;
    track.value = value ?? NaN;
    track.spread = spread ?? 0;
    track.calibration = calibration ?? FIRST_CALIBRATION;
    return track;
  }
}
