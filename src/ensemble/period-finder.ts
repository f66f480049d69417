import { AutocorrelationScan } from './autocorrelation-scan';
import { LONGEST_PERIOD, SHORTEST_PERIOD, dominantPeriod } from './dominant-period';
import { HISTORY, type FrameHistory } from './frame-history';
import { copyInto, type Numbers } from './numbers';

/** Frames of the first scan. */
const FIRST_SCAN = 64;
/**
 * From one scan to the next, of the frames it was of: where it found the period in use again; where there is none in all frames that
 * can be kept; and else.
 */
const PAUSE = { confirmed: 0.5, full: 1, else: 0.2 } as const;
/** Once there is a period, scans are of so many of it, and so many frames at least: one that changes shows the sooner. */
const PERIODS = 6;
const FEWEST_FRAMES = 256;
/** Periods that differ by less are the same. */
const SAME = 0.12;
/** How far the length in use follows what a scan finds. */
const CORRECTION = 0.5;
/** The period in use stays while its peak is this share of another's. */
const STAYS = 0.8;

/**
 * Looks for a period in a stream without times, by autocorrelation, a little a frame. The first that stands out is taken, and its
 * length corrected by every scan that finds it again; it stays until two scans in a row agree on another that is clearer.
 */
export class PeriodFinder {
  readonly #history: FrameHistory;
  readonly #scan = new AutocorrelationScan();
  /**
   * The frame the next scan begins with; 1: one is still to be judged; what the last one found, 0: nothing; the period in use,
   * 0: none; where in it the last frame was; frames since it was found.
   */
  readonly #numbers = Float64Array.of(FIRST_SCAN, 0, 0, 0, 0, 0);

  constructor(history: FrameHistory) {
    this.#history = history;
  }

  /** In frames; 0: none is known. */
  get period(): number {
    return this.#numbers[PERIOD];
  }

  /** Where in the period a frame is, dt after the last: 0 to 1. */
  phaseAfter(dt: number): number {
    const turns = this.#numbers[PHASE] + dt / this.period;
    return turns - Math.floor(turns);
  }

  /** Takes in a frame; true where a period was found, other than the one before. */
  learn(readings: Float64Array, dt: number): boolean {
    const numbers = this.#numbers;
    this.#history.learn(readings, dt);
    if (this.period > 0) {
      numbers[PHASE] = this.phaseAfter(dt);
      numbers[SEEN] += 1;
    }
    if (!this.#scan.isDone) this.#scan.goOn(this.#history);
    else if (numbers[IS_PENDING] === 1) return this.#judge();
    else if (this.#history.frames >= numbers[NEXT]) this.#begin();
    return false;
  }

  /** Of all frames, where the last scan found nothing. */
  #begin(): void {
    const numbers = this.#numbers;
    const { length } = this.#history;
    const period = Math.max(this.period, numbers[CANDIDATE]);
    const isKnown = this.period > 0 && numbers[CANDIDATE] > 0;
    const frames = isKnown ? Math.max(FEWEST_FRAMES, Math.ceil(PERIODS * period)) : length;
    this.#scan.begin(this.#history, Math.min(frames, length));
    numbers[IS_PENDING] = 1;
  }

  #judge(): boolean {
    const numbers = this.#numbers;
    const scan = this.#scan;
    const found = dominantPeriod(scan);
    const isConfirmed = isSame(found, this.period);
    const isEnough = this.period === 0 || (isSame(found, numbers[CANDIDATE]) && this.#isClearer(found));
    const isFull = this.period === 0 && scan.frames === HISTORY;
    const pause = PAUSE[isConfirmed ? 'confirmed' : isFull ? 'full' : 'else'];
    numbers[NEXT] = this.#history.frames + Math.ceil(pause * scan.frames);
    numbers[IS_PENDING] = 0;
    numbers[CANDIDATE] = found;
    scan.clear();
    if (isConfirmed) numbers[PERIOD] += CORRECTION * (found - this.period);
    if (found === 0 || isConfirmed || !isEnough) return false;
    numbers.set([found, 0, 0], PERIOD);
    return true;
  }

  /** Than the period in use. */
  #isClearer(found: number): boolean {
    const { steps, longest } = this.#scan;
    return steps[Math.min(Math.round(this.period), longest)] < STAYS * steps[Math.round(found)];
  }

  withSensor(): PeriodFinder {
    const grown = new PeriodFinder(this.#history.withSensor());
    copyInto(grown.#ownArrays, this.#ownArrays);
    return grown;
  }

  clearSensor(j: number): void {
    this.#history.clearSensor(j);
  }

  get #ownArrays(): Numbers[] {
    return [...this.#scan.arrays, this.#numbers];
  }

  /** To be called once its arrays have been written. */
  unpack(): void {
    this.#history.unpack();
  }

  /** One with the same numbers. */
  copy(): PeriodFinder {
    const copy = new PeriodFinder(this.#history.copy());
    copyInto(copy.#ownArrays, this.#ownArrays);
    return copy;
  }

  /** Whether its numbers are such as `learn` leaves behind, of this period as it was found. */
  isSound(found: number | null): boolean {
    const [next, isPending, candidate, period, phase, seen] = this.#numbers;
    const isPeriod = (frames: number): boolean =>
      frames === 0 || (frames >= SHORTEST_PERIOD && frames <= LONGEST_PERIOD);
    return (
      this.#history.isSound &&
      this.#scan.isSound(this.#history) &&
      [next, seen].every((count) => Number.isSafeInteger(count) && count >= 0) &&
      (isPending === 0 || isPending === 1) &&
      [candidate, period].every(isPeriod) &&
      period > 0 === (found !== null) &&
      phase >= 0 &&
      phase < 1
    );
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [...this.#history.arrays, ...this.#ownArrays];
  }
}

const [NEXT, IS_PENDING, CANDIDATE, PERIOD, PHASE, SEEN] = [0, 1, 2, 3, 4, 5];

const isSame = (a: number, b: number): boolean => a > 0 && b > 0 && Math.abs(a - b) < SAME * Math.min(a, b);
