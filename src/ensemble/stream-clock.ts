import { REMEMBERED } from './cycles';
import type { EnsembleMeta, RhythmSettings } from './ensemble-state';
import { FrameHistory, type Spread } from './frame-history';
import type { Numbers } from './numbers';
import { PeriodFinder } from './period-finder';
import { RhythmClock } from './rhythm-clock';

/**
 * The time that the challengers of a stream go by: that of its frames; of a stream without times where in its period a frame is, once
 * one is found.
 */
export class StreamClock {
  /** The usual time between frames; null: they have no times. */
  readonly frameMs: number | null;
  readonly #settings: RhythmSettings;
  /** Rhythms that take more frames to show are no inputs of the regressions. */
  readonly #remembered: number;
  /** The period gone by, in frames, as it was found. */
  #period: number | null;
  /** Of a stream without times, where rhythms are learned. */
  #finder: PeriodFinder | null = null;
  #rhythms: RhythmClock;

  private constructor(
    settings: RhythmSettings,
    frameMs: number | null,
    period: number | null,
    remembered: number,
    rhythms = new RhythmClock(settings.rhythm, settings.timeZone, frameMs, period, remembered),
  ) {
    this.#settings = settings;
    this.frameMs = frameMs;
    this.#period = period;
    this.#remembered = remembered;
    this.#rhythms = rhythms;
  }

  /** `spread` is that of the sensors. */
  static begin(settings: RhythmSettings, frameMs: number | null, spread: Spread): StreamClock {
    const clock = new StreamClock(settings, frameMs, null, REMEMBERED);
    clock.lookForPeriod(spread);
    return clock;
  }

  /** As `meta` tells; the numbers of its arrays are to be written. */
  static restore(settings: RhythmSettings, meta: EnsembleMeta, spread: Spread): StreamClock {
    const { frameMs = null, period, remembered = Infinity } = meta;
    const clock = new StreamClock(settings, frameMs, period ?? null, remembered);
    if (period !== undefined) clock.#finder = new PeriodFinder(new FrameHistory(spread));
    return clock;
  }

  /** A stream without times may still have a period. */
  lookForPeriod(spread: Spread): void {
    if (this.frameMs === null && this.#settings.rhythm === 'auto')
      this.#finder = new PeriodFinder(new FrameHistory(spread));
  }

  /** Where the frame told last is in its rhythms; another one once a period is found. */
  get rhythms(): RhythmClock {
    return this.#rhythms;
  }

  /** A frame at this time, dt periods after the last. */
  tell(time: number, dt: number): void {
    if (this.#period === null) this.#rhythms.tell(time);
    else this.#tellFrames(dt);
  }

  /** A frame so many periods after the last, which was at `lastTime`, that is yet to come. */
  tellAhead(lastTime: number | null, elapsed: number): void {
    if (this.#period !== null) this.#tellFrames(elapsed);
    else if (lastTime !== null && this.frameMs !== null)
      this.#rhythms.tell(lastTime + elapsed * this.frameMs);
  }

  #tellFrames(elapsed: number): void {
    const rhythms = this.#rhythms;
    if (this.#finder !== null) rhythms.tell(this.#finder.phaseAfter(elapsed) * rhythms.cycles[0].frames);
  }

  /** Takes in a frame; true where a period is found, and `rhythms` are others from now on. */
  learn(readings: Float64Array, dt: number): boolean {
    if (this.#finder?.learn(readings, dt) !== true) return false;
    this.#period = this.#finder.period;
    const { rhythm, timeZone } = this.#settings;
    this.#rhythms = new RhythmClock(rhythm, timeZone, this.frameMs, this.#period, this.#remembered);
    return true;
  }

  /** The same with one more sensor, as yet unread. */
  withSensor(): StreamClock {
    return this.#with(this.#finder?.withSensor() ?? null);
  }

  /** One with the same numbers. */
  copy(): StreamClock {
    return this.#with(this.#finder?.copy() ?? null);
  }

  #with(finder: PeriodFinder | null): StreamClock {
    const settings = this.#settings;
    const other = new StreamClock(settings, this.frameMs, this.#period, this.#remembered, this.#rhythms);
    other.#finder = finder;
    return other;
  }

  clearSensor(j: number): void {
    this.#finder?.clearSensor(j);
  }

  /** What a snapshot says of it. */
  get meta(): Pick<EnsembleMeta, 'period' | 'remembered'> {
    return {
      ...(this.#finder === null ? {} : { period: this.#period }),
      ...(this.#remembered < Infinity ? { remembered: this.#remembered } : {}),
    };
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return this.#finder?.arrays ?? [];
  }

  /** To be called once its arrays have been written; returns whether its numbers are such as `learn` leaves behind. */
  unpack(): boolean {
    if (this.#finder?.isSound(this.#period) === false) return false;
    this.#finder?.unpack();
    return true;
  }
}
