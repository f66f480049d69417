/** Frames without a reading after which a sensor that is read frame by frame is called silent: fewer is an everyday loss. */
const SILENT_FRAMES = 5;
/** Readings that the usual pause is taken from as they come; later ones move it by so much, and by no more than so far. */
const FIRST = 10;
const RATE = 0.05;
const MOST_LONGER = 10;
const MOST_TIMES = 3;
/** By how much an outage lengthens the longest pause: what looks like one again and again is usual in the end. */
const MOST_GROWTH = 1.1;
/** How fast the longest pause is forgotten, reading by reading. */
const FORGET = 0.999;
/** A sensor with longer pauses than this, in frames, has a cadence of its own. */
const OWN_CADENCE = 1;
/** Silent after so many of its usual periods, and so many of its longest pauses. */
const PERIODS = 2.2;
const LONGEST_PAUSES = 1.5;
/** A sensor read but once is silent after so many frames. */
const NEVER_AGAIN = 200;

/** A pause is one that comes again where it is at most so many times as long as one before. */
const ALIKE = 1.5;

/** How long a sensor is usually silent between its readings, by its own past. */
export class UsualPause {
  count = 0;
  mean = 0;
  longest = 0;
  /** The longest pause that came but once, and the longest that came again, such as a night in which nothing moves. */
  once = 0;
  again = 0;

  /** A reading after a gap of so many frames. */
  learn(gap: number): void {
    this.count += 1;
    if (this.count === 1) return;
    const n = this.count - 1;
    const longer = Math.min(gap - this.mean, n <= FIRST ? Infinity : MOST_LONGER + MOST_TIMES * this.mean);
    // What was long enough to be called silent was an outage: one does not make the next one late to tell.
    const isOutage = n > FIRST && gap >= this.silentAfter;
    const usual = isOutage ? Math.min(gap, MOST_GROWTH * this.longest) : Math.min(gap, this.mean + longer);
    this.mean += Math.max(1 / n, RATE) * longer;
    this.longest = Math.max(FORGET * this.longest, usual);
    this.#learnAgain(gap);
  }

  #learnAgain(gap: number): void {
    this.again *= FORGET;
    this.once *= FORGET;
    if (gap <= this.again || gap <= this.longest) return;
    if (gap <= ALIKE * this.once) this.again = gap;
    this.once = Math.max(this.once, gap);
  }

  /** The same of one that reports on change: a pause that came twice is none of its faults. */
  get silentOnChangeAfter(): number {
    return Math.max(this.silentAfter, Math.ceil(LONGEST_PAUSES * (this.again + 1)));
  }

  /** The gap, in frames, from which on the sensor is silent. */
  get silentAfter(): number {
    if (this.count === 1) return NEVER_AGAIN;
    if (this.mean < OWN_CADENCE) return SILENT_FRAMES;
    const most = Math.max(PERIODS * (this.mean + 1), LONGEST_PAUSES * (this.longest + 1));
    return Math.max(SILENT_FRAMES, Math.ceil(most));
  }

  /** The pauses that were no usual ones only where there were any. */
  pack(): number[] {
    const { count, mean, longest, once, again } = this;
    return once > 0 ? [count, mean, longest, once, again] : [count, mean, longest];
  }

  unpack([count, mean, longest, once = 0, again = 0]: readonly number[]): void {
    Object.assign(this, { count, mean, longest, once, again });
  }
}
