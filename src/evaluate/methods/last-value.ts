import type { Method } from '../method';

/** What a join node does: the last reading stands until the next. It says nothing of how far off it may be. */
export class LastValue implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;

  constructor(sensors: number) {
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  learnOne(readings: Float64Array): void {
    for (let j = 0; j < readings.length; j++) if (Number.isFinite(readings[j])) this.mean[j] = readings[j];
  }
}
