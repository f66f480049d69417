/** Frames without a reading after which a sensor that is read frame by frame is called silent: fewer is an everyday loss. */
export const SILENT_FRAMES = 5;
/** Readings that the usual pause is taken from as they come; later ones move it by so much, and by no more than so far. */
const FIRST = 10;
const RATE = 0.05;
const MOST_LONGER = 10;
const MOST_TIMES = 3;
/** How fast the longest pause is forgotten, reading by reading. */
const FORGET = 0.999;
/** A sensor with longer pauses than this, in frames, has a cadence of its own. */
const OWN_CADENCE = 1;
/** Silent after so many of its usual periods, and so many of its longest pauses. */
const PERIODS = 2.2;
const LONGEST_PAUSES = 1.5;
/** A sensor read but once is silent after so many frames. */
const NEVER_AGAIN = 200;

/** How long a sensor is usually silent between its readings, by its own past. */
export class UsualPause {
  count = 0;
  mean = 0;
  longest = 0;

  /** A reading after a gap of so many frames. */
  learn(gap: number): void {
    this.count += 1;
    if (this.count === 1) return;
    const n = this.count - 1;
    const longer = Math.min(gap - this.mean, n <= FIRST ? Infinity : MOST_LONGER + MOST_TIMES * this.mean);
    this.mean += Math.max(1 / n, RATE) * longer;
    this.longest = Math.max(FORGET * this.longest, Math.min(gap, this.mean + longer));
  }

  /** The gap, in frames, from which on the sensor is silent. */
  get silentAfter(): number {
    if (this.count === 1) return NEVER_AGAIN;
    if (this.mean < OWN_CADENCE) return SILENT_FRAMES;
    const most = Math.max(PERIODS * (this.mean + 1), LONGEST_PAUSES * (this.longest + 1));
    return Math.max(SILENT_FRAMES, Math.ceil(most));
  }
}
