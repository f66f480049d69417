import { EmptyMethod } from '../method';

/** What a join node does: the last reading stands until the next. It says nothing of how far off it may be. */
export class LastValue extends EmptyMethod {
  learnOne(readings: Float64Array): void {
    for (let j = 0; j < readings.length; j++) if (Number.isFinite(readings[j])) this.mean[j] = readings[j];
  }
}
