import { checkFields } from '../stored-range';
import { count, frames } from './stored-ranges';

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

/** Of a sensor that is now and then lost: a loss so long is no chance, by the share of frames that are; nor one of so many longest. */
const LEAST_CHANCE = 1e-5;
const LONGEST_LOSSES = 2;
/** Of fewer than this share chance explains less than what is silent anyway. */
const SHARE_OF_FEW = LEAST_CHANCE ** (1 / SILENT_FRAMES);
/** So many outages one upon the other and alike are none. */
const NO_OUTAGES = 3;
/** After so many pauses in a row that were no longer than usual, longer ones of before are forgotten. */
const STEADY = 64;

/** A pause is one that comes again where it is at most so many times as long as one before. */
const ALIKE = 1.5;

/** What its numbers can be. */
const fields = {
  ...{ count, mean: frames, longest: frames, outage: frames, outages: count, steady: count },
  ...{ steadyLongest: frames, once: frames, again: frames },
};

/** How long a sensor is usually silent between its readings, by its own past. */
export class UsualPause {
  count = 0;
  mean = 0;
  longest = 0;
  /** The longest pause that came but once, and the longest that came again, such as a night in which nothing moves. */
  once = 0;
  again = 0;
  /** The pause before, where it was long enough to be called silent; else 0. */
  outage = 0;
  /** Such pauses in a row, each like the one before. */
  outages = 0;
  /** Pauses in a row that were about as long as usual, and the longest of them. */
  steady = 0;
  steadyLongest = 0;

  /** A reading after a gap of so many frames. */
  learn(gap: number): void {
    this.count += 1;
    if (this.count === 1) return;
    const n = this.count - 1;
    const longer = Math.min(gap - this.mean, n <= FIRST ? Infinity : MOST_LONGER + MOST_TIMES * this.mean);
    // What was long enough to be called silent was an outage: one does not make the next one late to tell.
    const isOutage = n > FIRST && gap >= SILENT_FRAMES && gap >= this.silentAfter;
    this.outages = isOutage ? (this.#isLikeBefore(gap) ? this.outages + 1 : 1) : 0;
    this.outage = isOutage ? gap : 0;
    if (this.outages === NO_OUTAGES) return this.#beginAnew(gap);
    const usual = isOutage ? Math.min(gap, MOST_GROWTH * this.longest) : Math.min(gap, this.mean + longer);
    this.mean += Math.max(1 / n, RATE) * longer;
    this.longest = Math.max(FORGET * this.longest, usual);
    this.#learnSteady(gap);
    this.#learnAgain(gap);
  }

  #isLikeBefore(gap: number): boolean {
    return this.outage > 0 && gap <= ALIKE * this.outage && this.outage <= ALIKE * gap;
  }

  /** It is read less often now. */
  #beginAnew(gap: number): void {
    this.mean = this.longest = gap;
    this.outage = this.outages = this.steady = this.steadyLongest = 0;
  }

  #learnSteady(gap: number): void {
    const isUsual = gap + 1 <= PERIODS * (this.mean + 1);
    this.steady = isUsual ? this.steady + 1 : 0;
    this.steadyLongest = isUsual ? Math.max(this.steadyLongest, gap) : 0;
    if (this.steady < STEADY) return;
    this.longest = Math.min(this.longest, this.steadyLongest);
    this.steady = this.steadyLongest = 0;
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
    if (this.mean < OWN_CADENCE) return Math.max(SILENT_FRAMES, Math.ceil(this.#longestLoss));
    const most = Math.max(PERIODS * (this.mean + 1), LONGEST_PAUSES * (this.longest + 1));
    return Math.max(SILENT_FRAMES, Math.ceil(most));
  }

  /** Of n frames in a row that are lost at random, a share p of all, the least n that chance does not explain: p^n < 1e-5. */
  get #longestLoss(): number {
    const share = this.mean / (1 + this.mean);
    if (share <= SHARE_OF_FEW) return SILENT_FRAMES;
    return Math.min(Math.log(LEAST_CHANCE) / Math.log(share), LONGEST_LOSSES * (this.longest + 1));
  }

  /** The pauses that were no usual ones only where there were any. */
  pack(): number[] {
    const { count, mean, longest, outage, outages, steady, steadyLongest, once, again } = this;
    const numbers = [count, mean, longest, outage, outages, steady, steadyLongest];
    return once > 0 ? [...numbers, once, again] : numbers;
  }

  /** What was stored before has neither an outage nor what was steady. */
  unpack(numbers: readonly number[]): void {
    const [count, mean, longest] = numbers;
    const isFormer = numbers.length < 7;
    const [outage, outages, steady, steadyLongest] = isFormer ? [0, 0, 0, 0] : numbers.slice(3);
    const [once = 0, again = 0] = numbers.slice(isFormer ? 3 : 7);
    const all = [count, mean, longest, outage, outages, steady, steadyLongest, once, again];
    checkFields('a usual pause', fields, all);
    Object.assign(this, { count, mean, longest, outage, outages, steady, steadyLongest, once, again });
  }
}
