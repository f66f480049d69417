import { DAY_MS, WEEK_MS, type Cycle } from './cycles';

/** The epoch was a Thursday; weeks begin on Monday. */
const EPOCH_WEEKDAY = 3;
/** Offsets change on quarters of an hour. */
const QUARTER_MS = 900_000;

/** Local time in a time zone, daylight saving included. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat | null;
  #offset = 0;
  /** The offset holds from here until there. */
  #from = NaN;
  #until = NaN;

  /** A time zone that Intl knows; UTC needs no look-up. */
  constructor(timeZone: string) {
    this.#format =
      timeZone === 'UTC'
        ? null
        : new Intl.DateTimeFormat('en-US', {
            timeZone,
            hourCycle: 'h23',
            year: 'numeric',
            month: 'numeric',
            day: 'numeric',
            hour: 'numeric',
            minute: 'numeric',
          });
  }

  /** Local wall time of an instant, in ms as if it were UTC. */
  localMs(ms: number): number {
    if (this.#format === null) return ms;
    if (!(ms >= this.#from && ms < this.#until)) this.#findOffset(this.#format, ms);
    return ms + this.#offset;
  }

  /** Where in each rhythm the instant is, from 0 to 1. */
  phases(ms: number, cycles: readonly Cycle[], out: Float64Array): void {
    const local = this.localMs(ms);
    for (let q = 0; q < cycles.length; q++) {
      const from = cycles[q].ms === WEEK_MS ? local + EPOCH_WEEKDAY * DAY_MS : local;
      const turns = from / cycles[q].ms;
      out[q] = turns - Math.floor(turns);
    }
  }

  /**
   * The offset of an instant, good for its day (UTC) where that begins and ends with the same one, else for its quarter of an hour:
   * asking for it takes as long as the rest of a frame.
   */
  #findOffset(format: Intl.DateTimeFormat, ms: number): void {
    const day = Math.floor(ms / DAY_MS) * DAY_MS;
    const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
    this.#offset = this.#measure(format, quarter);
    const isSteady =
      this.#measure(format, day) === this.#offset && this.#measure(format, day + DAY_MS) === this.#offset;
    this.#from = isSteady ? day : quarter;
    this.#until = isSteady ? day + DAY_MS : quarter + QUARTER_MS;
  }

  #measure(format: Intl.DateTimeFormat, ms: number): number {
    const parts = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>;
    return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) - ms;
  }
}
