import type { Kind } from './kind';

/** Values a state may have, and readings before a sensor of two, or of more, is taken for one. */
const MOST_VALUES = 4;
const READINGS_FOR_SWITCH = 60;
const READINGS_FOR_STATE = 300;
const LEAST_VISITS = 3;
/** Readings before a sensor is taken for a counter, and the share of them at which it rises; more of one that often stands. */
const READINGS_FOR_COUNTER = 100;
const RISING_SHARE = 0.6;
const READINGS_FOR_PAUSING = 400;
const PAUSING_SHARE = 0.2;
const RISES_A_RESET = 20;
/** A fall that is no reset is forgiven once in so many readings: a meter, too, is read wrong now and then. */
const READINGS_A_FALL = 500;
/** A fall to below this share of the value before is a reset of a counter or its wrap. */
const RESET_TO = 0.1;
/** Times through the seam before it is an angle; a step of it that is neither short nor through the seam; most of those. */
const SEAMS = 3;
const SHORT_STEP = 90;
const SEAM_STEP = 270;
const MOST_BETWEEN = 0.02;
/** The short way through the seam, in usual steps: a load that is switched goes from 0 to 300 W at once, a vane step by step. */
const LONGEST_THROUGH = 6;
/** Reports before a sensor is taken to send on change; those that follow another at once; the steps of such. */
const REPORTS_FOR_CHANGE = 25;
const MOST_CONSECUTIVE = 0.5;
const SMALL_STEP = 0.5;
const MOST_SMALL = 0.12;
const STEP_RATE = 0.05;

/** Of all that are no states: a map takes 300 bytes, and most sensors are none. Nothing is written to it. */
const NO_VALUES = new Map<number, number>();

/** What the readings of one sensor tell of its kind. A guess that a reading contradicts is dropped for good. */
export class KindFinder {
  kind: Kind = 'plain';
  #count = 0;
  #last = NaN;
  /** Its values are needed whatever the readings tell. */
  readonly #isSetToState: boolean;
  /** The values seen and how often, until there are too many. */
  #values = new Map<number, number>();
  #rises = 0;
  /** Falls, and those of them that may be resets, apart. */
  #falls = 0;
  #resets = 0;
  #low = Infinity;
  #high = -Infinity;
  #seams = 0;
  #between = 0;
  /** Running mean of the steps that are short, 0 left out. */
  #short = 0;
  /** Running typical step; shares of steps far below it, and of readings right after another. */
  #step = 0;
  #small = 0;
  #consecutive = 1;
  /** Running pause between readings, and of its square: a steady cadence is no report on change. */
  #pause = 1;
  #pauseSquare = 1;
  /** 1: never a counter, 2: never a state, 4: never an angle. */
  #disproved = 0;

  constructor(isSetToState = false) {
    this.#isSetToState = isSetToState;
  }

  /** The reading in column j, `gap` frames after the last one; 0: right after it. A number as argument would be boxed. */
  learn(readings: ArrayLike<number>, j: number, gap: number): void {
    const reading = readings[j];
    this.#count += 1;
    if (this.#count > 1) this.#follow(readings, j, gap);
    this.#last = reading;
    this.#low = Math.min(this.#low, reading);
    this.#high = Math.max(this.#high, reading);
    if (this.#values.size <= MOST_VALUES && (this.#disproved & 2) === 0)
      this.#values.set(reading, (this.#values.get(reading) ?? 0) + 1);
    this.kind = this.#decide();
  }

  #follow(readings: ArrayLike<number>, j: number, gap: number): void {
    const reading = readings[j];
    const step = reading - this.#last;
    if (step > 0) this.#rises += 1;
    if (step < 0) {
      if (this.#last > 0 && reading >= 0 && reading <= RESET_TO * this.#last) this.#resets += 1;
      else this.#falls += 1;
    }
    const size = Math.abs(step);
    const rate = Math.max(STEP_RATE, 1 / this.#count);
    if (size >= SEAM_STEP && 360 - size <= LONGEST_THROUGH * this.#short) this.#seams += 1;
    else if (size > SHORT_STEP) this.#between += 1;
    else if (size > 0) this.#short += (this.#short === 0 ? 1 : rate) * (size - this.#short);
    if (this.#step > 0) this.#small += rate * ((size < SMALL_STEP * this.#step ? 1 : 0) - this.#small);
    this.#step += rate * (size - this.#step);
    this.#consecutive += rate * ((gap === 0 ? 1 : 0) - this.#consecutive);
    this.#pause += rate * (gap + 1 - this.#pause);
    this.#pauseSquare += rate * ((gap + 1) ** 2 - this.#pauseSquare);
  }

  #decide(): Kind {
    if (this.#falls * READINGS_A_FALL > this.#count) this.#disproved |= 1;
    if (this.#values.size > MOST_VALUES) this.#disproved |= 2;
    if ((this.#disproved & 2) !== 0 && !this.#isSetToState) this.#values = NO_VALUES;
    const isDegrees = (this.#low >= 0 && this.#high <= 360) || (this.#low >= -180 && this.#high <= 180);
    if (!isDegrees || this.#between > MOST_BETWEEN * this.#count + SEAMS) this.#disproved |= 4;
    if (this.#isCounter()) return 'counter';
    if (this.#isState()) return 'state';
    if ((this.#disproved & 4) === 0 && this.#seams >= SEAMS) return 'angle';
    return this.#isOnChange() ? 'on-change' : 'plain';
  }

  #isCounter(): boolean {
    if ((this.#disproved & 1) !== 0) return false;
    const share = this.#rises / (this.#count - 1);
    const isReset = this.#resets * RISES_A_RESET > this.#rises;
    if (this.#count >= READINGS_FOR_PAUSING && share >= PAUSING_SHARE && !isReset) return true;
    return (
      this.#count >= READINGS_FOR_COUNTER && (share >= RISING_SHARE || (this.kind === 'counter' && !isReset))
    );
  }

  #isState(): boolean {
    if ((this.#disproved & 2) !== 0 || this.#values.size < 2) return false;
    if (this.#count < (this.#values.size === 2 ? READINGS_FOR_SWITCH : READINGS_FOR_STATE)) return false;
    for (const visits of this.#values.values()) if (visits < LEAST_VISITS) return false;
    return true;
  }

  #isOnChange(): boolean {
    const variance = this.#pauseSquare - this.#pause * this.#pause;
    const isIrregular = variance > 0.25 * this.#pause * this.#pause;
    return (
      this.#count >= REPORTS_FOR_CHANGE &&
      this.#consecutive < MOST_CONSECUTIVE &&
      this.#small < MOST_SMALL &&
      isIrregular &&
      this.#step > 0
    );
  }

  /** Whether a reading has contradicted that it is a counter: it is none, for good. */
  get isNoCounter(): boolean {
    return (this.#disproved & 1) !== 0;
  }

  /** The values of a state, and how often each was read. */
  get values(): ReadonlyMap<number, number> {
    return this.#values;
  }

  /** Whether an angle goes from -180 to 180. */
  get isSigned(): boolean {
    return this.#low < 0;
  }

  /** About how far an on-change sensor moves before it is sent. */
  get deadBand(): number {
    return this.#step;
  }

  /** All numbers, to go on from. */
  pack(): number[] {
    const numbers = [
      ...[this.#count, this.#last, this.#rises, this.#falls, this.#low, this.#high, this.#seams],
      ...[this.#between, this.#step, this.#small, this.#consecutive, this.#pause, this.#pauseSquare],
      ...[this.#disproved, this.#short, this.#resets],
    ];
    const values = [...this.#values].flat();
    return this.#count === 0 ? values : [...numbers, values.length, ...values];
  }

  static unpack(numbers: readonly number[], isSetToState = false): KindFinder {
    const finder = new KindFinder(isSetToState);
    if (numbers.length < FIRST_FIELDS) return finder;
    // What was stored before has an even number of numbers: no short steps, no resets, no number of values.
    const fields = numbers.length % 2 === 0 ? FIRST_FIELDS : FIELDS;
    [finder.#count, finder.#last, finder.#rises, finder.#falls, finder.#low, finder.#high] = numbers;
    [finder.#seams, finder.#between, finder.#step, finder.#small, finder.#consecutive] = numbers.slice(6);
    [finder.#pause, finder.#pauseSquare, finder.#disproved] = numbers.slice(11);
    if (fields === FIELDS) [finder.#short, finder.#resets] = numbers.slice(FIRST_FIELDS);
    for (let i = fields; i + 1 < numbers.length; i += 2) finder.#values.set(numbers[i], numbers[i + 1]);
    finder.kind = finder.#decide();
    return finder;
  }
}

const FIRST_FIELDS = 14;
const FIELDS = 17;
