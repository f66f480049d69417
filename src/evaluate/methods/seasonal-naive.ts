import { FrameClock } from '../../frame/clock';
import type { Method } from '../method';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Frames further apart than a third of a day show no day. */
const FRAMES_A_DAY = 3;

/** What the sensor showed a day ago, or a week ago where frames are too far apart for days. */
export class SeasonalNaive implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #frames = new FrameClock();
  /** The last reading at each frame of the period, frame by frame. */
  #kept: Float64Array | null = null;
  #slots = 0;
  #periodMs = DAY_MS;

  constructor(sensors: number) {
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  learnOne(readings: Float64Array, _dt: number, time: number | null = null): void {
    if (time === null) return;
    this.#frames.advance(time, time);
    const frameMs = this.#frames.period;
    if (this.#kept === null && frameMs !== null) {
      this.#periodMs = frameMs * FRAMES_A_DAY < DAY_MS ? DAY_MS : WEEK_MS;
      this.#slots = Math.max(1, Math.round(this.#periodMs / frameMs));
      this.#kept = new Float64Array(this.#slots * readings.length).fill(NaN);
    }
    if (this.#kept === null) return;
    const phase = time / this.#periodMs - Math.floor(time / this.#periodMs);
    const slot = (Math.round(phase * this.#slots) % this.#slots) * readings.length;
    for (let j = 0; j < readings.length; j++) {
      this.mean[j] = this.#kept[slot + j];
      if (Number.isFinite(readings[j])) this.#kept[slot + j] = readings[j];
    }
  }
}
