import { RhythmClock } from '../../ensemble/rhythm-clock';
import { SeasonalProfile } from '../../ensemble/seasonal-profile';
import { FrameClock } from '../../frame/clock';
import type { Method } from '../method';

/** Each sensor by the clock alone: level, profile of day and week (UTC), and what is left of them, decaying. */
export class Seasonal implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #frames = new FrameClock();
  #clock: RhythmClock | null = null;
  #profile: SeasonalProfile | null = null;

  constructor(sensors: number) {
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  learnOne(readings: Float64Array, dt: number, time: number | null = null): void {
    if (time === null) return;
    this.#frames.advance(time, time);
    const frameMs = this.#frames.period;
    if (this.#clock === null && frameMs !== null) {
      this.#clock = new RhythmClock('auto', 'UTC', frameMs);
      this.#profile = new SeasonalProfile(readings.length, this.#clock.cycles);
    }
    if (this.#clock === null || this.#profile === null) return;
    this.#clock.tell(time);
    this.#profile.answer(dt, this.#clock.phases);
    for (let j = 0; j < readings.length; j++)
      this.mean[j] = this.#profile.ready[j] === 1 ? this.#profile.mean[j] : NaN;
    this.#profile.learn(readings, dt);
  }
}
