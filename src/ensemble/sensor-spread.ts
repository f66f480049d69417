import { storedCount } from '../stored-range';
import { areWithin, createDoubles, notNegative, upToOne, type Numbers } from './numbers';

/** Memory of mean and variance, in readings; of how often readings come frame by frame, likewise. */
const MEMORY = 4000;
const CADENCE_RATE = 0.02;
/** A sensor with fewer than this share of its readings right after another reports now and then. */
const STEADY = 0.5;
/** Of one that has been read less often it is not known yet whether it behaves as others do. */
const READ_TO_BORROW = 100;

/** How far each sensor spreads, how long it has been silent, and whether it is one that is read frame by frame. */
export class SensorSpread {
  readonly count: Float64Array;
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  /** Time since the last reading, in nominal periods. */
  readonly gap: Float64Array;
  readonly steadiness: Float64Array;

  constructor(sensors: number) {
    [this.count, this.mean, this.variance, this.gap, this.steadiness] = createDoubles(5, sensors);
    this.steadiness.fill(1);
  }

  /** Standard deviation; 0 while all readings were alike. */
  unit(j: number): number {
    return Math.sqrt(this.variance[j]);
  }

  /** Whether evidence of other sensors says something of it. */
  isLikeOthers(j: number): boolean {
    return this.count[j] >= READ_TO_BORROW && this.steadiness[j] >= STEADY;
  }

  /** The sensor spreads otherwise from now on. */
  measureAnew(j: number): void {
    this.count[j] = 0;
    this.variance[j] = 0;
  }

  /** Takes in a frame dt periods after the last; NaN is a gap. */
  learn(readings: Float64Array, dt: number): void {
    for (let j = 0; j < readings.length; j++) {
      const reading = readings[j];
      if (Number.isNaN(reading)) {
        this.gap[j] += dt;
        continue;
      }
      const n = (this.count[j] += 1);
      if (n > 1) this.steadiness[j] += CADENCE_RATE * ((this.gap[j] === 0 ? 1 : 0) - this.steadiness[j]);
      this.gap[j] = 0;
      if (n === 1) this.mean[j] = reading;
      const rate = Math.max(1 / n, 1 / MEMORY);
      const surprise = reading - this.mean[j];
      this.mean[j] += rate * surprise;
      this.variance[j] += rate * ((1 - rate) * surprise * surprise - this.variance[j]);
    }
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    return (
      areWithin(this.count, storedCount) &&
      areWithin(this.variance, notNegative) &&
      areWithin(this.gap, notNegative) &&
      areWithin(this.steadiness, upToOne)
    );
  }

  get arrays(): Numbers[] {
    return [this.count, this.mean, this.variance, this.gap, this.steadiness];
  }
}
