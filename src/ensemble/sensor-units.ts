import { storedCount } from '../stored-range';
import { areWithin, createDoubles, notNegative, type Numbers } from './numbers';

/** Memory of location and scale, in readings. */
const MEMORY = 4000;
/** How far beyond the range seen an estimate may lie, in widths of that range. */
const BEYOND_RANGE = 0.25;

/** What a block knows of each of its sensors by itself: readings, their running mean and variance, their range. */
export class SensorUnits {
  readonly count: Float64Array;
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;

  constructor(d: number) {
    [this.count, this.mean, this.variance, this.low, this.high] = createDoubles(5, d);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [this.count, this.mean, this.variance, this.low, this.high];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    return areWithin(this.count, storedCount) && areWithin(this.variance, notNegative);
  }

  /** Sensor i of the block is in column columns[i]; NaN is a gap. */
  learn(readings: Float64Array, columns: Int32Array): void {
    const { count, mean, variance, low, high } = this;
    for (let i = 0; i < columns.length; i++) {
      const reading = readings[columns[i]];
      if (Number.isNaN(reading)) continue;
      const n = (count[i] += 1);
      if (n === 1) mean[i] = low[i] = high[i] = reading;
      const rate = Math.max(1 / n, 1 / MEMORY);
      const surprise = reading - mean[i];
      mean[i] += rate * surprise;
      variance[i] += rate * ((1 - rate) * surprise * surprise - variance[i]);
      low[i] = Math.min(low[i], reading);
      high[i] = Math.max(high[i], reading);
    }
  }

  /** The level of sensor i has shifted, and what was read of it goes with it. */
  shift(i: number, by: number): void {
    for (const level of [this.mean, this.low, this.high]) level[i] += by;
  }

  scale(i: number): number {
    return Math.sqrt(Math.max(this.variance[i], 1e-12 * (1e-12 + this.mean[i] * this.mean[i])));
  }

  /** Entry `at` of values, of sensor i, within the range seen, widened by a quarter. In place: a number returned is boxed. */
  clamp(i: number, values: Float64Array, at: number): void {
    const beyond = BEYOND_RANGE * (this.high[i] - this.low[i]);
    values[at] = Math.min(Math.max(values[at], this.low[i] - beyond), this.high[i] + beyond);
  }
}
