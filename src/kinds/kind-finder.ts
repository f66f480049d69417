import { damagedState } from '../errors';
import { checkFields, checkStored } from '../stored-range';
import { kinds, type Kind } from './kind';
import { count, frames, frameSquare, reading, share, step } from './stored-ranges';

/** Values a state may have, and readings before a sensor of two, or of more, is taken for one. */
const FEW_VALUES = 4;
const MOST_VALUES = 8;
const READINGS_FOR_SWITCH = 60;
const READINGS_FOR_STATE = 300;
/** Visits that a value takes to be one of a state's; what was read less often was read wrong, and is that seldom. */
const LEAST_VISITS = 3;
const MOST_ODD = 0.01;
const MOST_KEPT = 12;
/** Of more than a few values: how often it moves, and how often past others. What is rounded moves often, or from one to the next. */
const MOST_MOVES = 0.2;
const LEAST_JUMPS = 0.1;
/** The same of one that is taken for a state. */
const LEAST_JUMPS_FOR_LONG = 0.05;
/** Readings before a sensor is taken for a counter, and the share of them at which it rises; more of one that often stands. */
const READINGS_FOR_COUNTER = 100;
const RISING_SHARE = 0.6;
const READINGS_FOR_PAUSING = 400;
const PAUSING_SHARE = 0.2;
const RISES_A_RESET = 20;
/** A fall that is no reset is forgiven once in so many readings: a meter, too, is read wrong now and then. */
const READINGS_A_FALL = 500;
/** One reading that was wrong, after which it goes on as before, is forgiven once more. */
const FIRST_MISREAD = 1;
/** A fall to below this share of the value before is a reset of a counter or its wrap. */
const RESET_TO = 0.1;
/** Times through the seam before it is an angle; steps of it that are neither short nor through the seam, for each that is. */
const SEAMS = 3;
const SHORT_STEP = 90;
const SEAM_STEP = 270;
const FULL_TURN = 360;
const MOST_BETWEEN = 1.5;
/** The same of one that is taken for an angle. */
const MOST_BETWEEN_FOR_LONG = 3;
/** One that counts comes within a usual step of a full turn, if it is an angle. */
const STEPS_TO_FULL = 1;
/** Share of its readings that may be no degrees, such as -1 or 999 for a calm or a fault. */
const MOST_OUTSIDE = 0.02;
/** The short way through the seam, in usual steps: a load that is switched goes from 0 to 300 W at once, a vane step by step. */
const LONGEST_THROUGH = 6;
/** Reports before a sensor is taken to send on change; those that follow another at once; the steps of such. */
const REPORTS_FOR_CHANGE = 25;
const MOST_CONSECUTIVE = 0.5;
const SMALL_STEP = 0.5;
const MOST_SMALL = 0.12;
/** Least variance of their pauses, in squares of the mean; a pause counts as no more than so many means, or an outage would. */
const IRREGULAR = 0.25;
const LONGEST_PAUSE = 3;
const FIRST_PAUSES = 10;
/** The same of one that is taken to send on change. */
const MOST_CONSECUTIVE_FOR_LONG = 0.7;
const MOST_SMALL_FOR_LONG = 0.3;
const IRREGULAR_FOR_LONG = 0.1;
const STEP_RATE = 0.05;

/** Of all that are no states: a map takes 300 bytes, and most sensors are none. Nothing is written to it. */
const NO_VALUES = new Map<number, number>();

/** What the readings of one sensor tell of its kind. A guess that a reading contradicts is dropped for good. */
export class KindFinder {
  kind: Kind = 'plain';
  /** Whether it is sent when it has moved, whatever its kind. */
  isSentOnChange = false;
  #count = 0;
  #last = NaN;
  /** The reading before the last; the last, where that is of no more interest. */
  #before = NaN;
  /** Its values are needed whatever the readings tell. */
  readonly #isSetToState: boolean;
  /** The values seen and how often, until there are too many. */
  #values = new Map<number, number>();
  #rises = 0;
  /** Falls, and those of them that may be resets, apart. */
  #falls = 0;
  #resets = 0;
  /** Readings that were wrong: it fell, or fell back, and went on from where it was. */
  #misreads = 0;
  /** Of the readings that may be of one angle; how many may not. */
  #low = 0;
  #high = 0;
  #outside = 0;
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
  /** Moves past another of its values. */
  #jumps = 0;
  /** 1: never a counter, 2: never a state. */
  #disproved = 0;

  constructor(isSetToState = false) {
    this.#isSetToState = isSetToState;
  }

  /**
   * The reading in column j, `gap` frames after the last one; 0: right after it. A number as argument would be boxed. `isDue`: it
   * was usually read by then.
   */
  learn(readings: ArrayLike<number>, j: number, gap: number, isDue = false): void {
    const reading = readings[j];
    this.#count += 1;
    if (this.#count > 1) this.#follow(readings, j, gap, isDue);
    else this.#before = reading;
    this.#last = reading;
    this.#measureRange(readings, j);
    if (this.#values !== NO_VALUES && this.#values.size <= MOST_KEPT)
      this.#values.set(reading, (this.#values.get(reading) ?? 0) + 1);
    this.kind = this.#decide();
  }

  #follow(readings: ArrayLike<number>, j: number, gap: number, isDue: boolean): void {
    const reading = readings[j];
    const step = reading - this.#last;
    this.#countMoves(readings, j);
    const size = Math.abs(step);
    const rate = Math.max(STEP_RATE, 1 / this.#count);
    const isThrough = size >= SEAM_STEP && size <= FULL_TURN;
    if (isThrough && FULL_TURN - size <= LONGEST_THROUGH * this.#short) this.#seams += 1;
    else if (size > SHORT_STEP) this.#between += 1;
    else if (size > 0) this.#short += (this.#short === 0 ? 1 : rate) * (size - this.#short);
    // A report that is due is sent to show that the sensor is there, though it has not moved.
    const isHeartbeat = step === 0 && isDue;
    if (this.#step > 0 && !isHeartbeat)
      this.#small += rate * ((size < SMALL_STEP * this.#step ? 1 : 0) - this.#small);
    if (!isHeartbeat) this.#step += rate * (size - this.#step);
    this.#consecutive += rate * ((gap === 0 ? 1 : 0) - this.#consecutive);
    const most = this.#count > FIRST_PAUSES ? LONGEST_PAUSE * this.#pause : Infinity;
    const pause = Math.min(gap + 1, most);
    this.#pause += rate * (pause - this.#pause);
    this.#pauseSquare += rate * (pause * pause - this.#pauseSquare);
  }

  /** Rises, falls and resets; a reading that was wrong is seen when the next goes on from the one before. */
  #countMoves(readings: ArrayLike<number>, j: number): void {
    const reading = readings[j];
    const before = this.#before;
    this.#before = this.#last;
    if (reading === this.#last) return;
    if (this.#isPast(readings, j)) this.#jumps += 1;
    if (reading > this.#last) {
      this.#rises += 1;
      if (!(this.#last < before && reading >= before)) return;
      if (this.#isReset(this.#last, before)) this.#resets -= 1;
      else this.#falls -= 1;
      this.#misreads += 1;
      return;
    }
    if (this.#last > before && reading >= before) {
      this.#misreads += 1;
      this.#before = reading;
    } else if (this.#isReset(reading, this.#last)) this.#resets += 1;
    else this.#falls += 1;
  }

  #isReset(reading: number, last: number): boolean {
    return last > 0 && reading >= 0 && reading <= RESET_TO * last;
  }

  /** Whether one of its values lies between the last reading and this one. */
  #isPast(readings: ArrayLike<number>, j: number): boolean {
    if (this.#values === NO_VALUES) return false;
    const low = Math.min(readings[j], this.#last);
    const high = Math.max(readings[j], this.#last);
    for (const value of this.#values.keys()) if (value > low && value < high) return true;
    return false;
  }

  #measureRange(readings: ArrayLike<number>, j: number): void {
    const low = Math.min(this.#low, readings[j]);
    const high = Math.max(this.#high, readings[j]);
    const isDegrees = (low >= 0 && high <= 360) || (low >= -180 && high <= 180);
    if (!isDegrees) this.#outside += 1;
    else if (low < this.#low) this.#low = low;
    else if (high > this.#high) this.#high = high;
  }

  #decide(): Kind {
    // A first fall may turn out to have been a reading that was wrong.
    const isOpen = this.#contradictions <= 1 && this.#last < this.#before;
    if (!isOpen && this.#contradictions * READINGS_A_FALL > this.#count) this.#disproved |= 1;
    if (!this.#mayBeState()) this.#disproved |= 2;
    if ((this.#disproved & 2) !== 0 && !this.#isSetToState) this.#values = NO_VALUES;
    this.isSentOnChange = this.#isOnChange();
    const isAngle = this.#isAngle();
    // One that turns slowly all round counts, but for its seam.
    const isFull = this.#high >= FULL_TURN - STEPS_TO_FULL * this.#short;
    if (isAngle && isFull && this.#resets <= this.#seams) return 'angle';
    if (this.#isCounter()) return 'counter';
    if (this.#isState()) return 'state';
    if (isAngle) return 'angle';
    return this.isSentOnChange ? 'on-change' : 'plain';
  }

  /** Falls, and readings that were wrong beyond the first. */
  get #contradictions(): number {
    return this.#falls + Math.max(0, this.#misreads - FIRST_MISREAD);
  }

  #isAngle(): boolean {
    const most = this.kind === 'angle' ? MOST_BETWEEN_FOR_LONG : MOST_BETWEEN;
    return (
      this.#seams >= SEAMS &&
      this.#seams < this.#count &&
      this.#between <= SEAMS + most * this.#seams &&
      this.#outside <= SEAMS + MOST_OUTSIDE * this.#count
    );
  }

  #isCounter(): boolean {
    if ((this.#disproved & 1) !== 0 || this.#contradictions * READINGS_A_FALL > this.#count) return false;
    const share = this.#rises / (this.#count - 1);
    const isReset = this.#resets * RISES_A_RESET > this.#rises;
    if (this.#count >= READINGS_FOR_PAUSING && share >= PAUSING_SHARE && !isReset) return true;
    return (
      this.#count >= READINGS_FOR_COUNTER && (share >= RISING_SHARE || (this.kind === 'counter' && !isReset))
    );
  }

  /** Whether its values are few enough as yet. */
  #mayBeState(): boolean {
    if ((this.#disproved & 2) !== 0 || this.#values.size > MOST_KEPT) return false;
    let usual = 0;
    for (const visits of this.#values.values()) if (visits >= LEAST_VISITS) usual += 1;
    return usual <= MOST_VALUES;
  }

  #isState(): boolean {
    if ((this.#disproved & 2) !== 0) return false;
    let usual = 0;
    let odd = 0;
    for (const visits of this.#values.values()) {
      if (visits >= LEAST_VISITS) usual += 1;
      else odd += visits;
    }
    if (usual < 2 || odd > MOST_ODD * this.#count) return false;
    if (this.#count < (usual === 2 ? READINGS_FOR_SWITCH : READINGS_FOR_STATE)) return false;
    const moves = this.#rises + this.#falls + this.#resets + this.#misreads;
    const least = this.kind === 'state' ? LEAST_JUMPS_FOR_LONG : LEAST_JUMPS;
    return usual <= FEW_VALUES || (moves <= MOST_MOVES * this.#count && this.#jumps >= least * moves);
  }

  #isOnChange(): boolean {
    const wasSent = this.isSentOnChange;
    const variance = this.#pauseSquare - this.#pause * this.#pause;
    const least = wasSent ? IRREGULAR_FOR_LONG : IRREGULAR;
    return (
      this.#count >= REPORTS_FOR_CHANGE &&
      this.#consecutive < (wasSent ? MOST_CONSECUTIVE_FOR_LONG : MOST_CONSECUTIVE) &&
      this.#small < (wasSent ? MOST_SMALL_FOR_LONG : MOST_SMALL) &&
      variance > least * this.#pause * this.#pause &&
      this.#step > 0
    );
  }

  /** Whether a reading has contradicted that it is a counter: it is none, for good. */
  get isNoCounter(): boolean {
    return (this.#disproved & 1) !== 0;
  }

  /** Whether it counts down, if it is a counter. */
  get isFalling(): boolean {
    return this.#falls > this.#rises;
  }

  /** The values of a state, and how often each was read. */
  get values(): ReadonlyMap<number, number> {
    return this.#values;
  }

  /** Whether it has had so few values that it is a state, or may yet be found to be one. */
  get hasFewValues(): boolean {
    return (this.#disproved & 2) === 0 && this.#values.size <= FEW_VALUES;
  }

  /** Whether a value that was read so often is one of a state's, and not one that was read wrong. */
  isUsual(visits: number): boolean {
    return visits >= LEAST_VISITS || this.#count < READINGS_FOR_STATE;
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
      ...[this.#verdict, this.#short, this.#resets],
    ];
    const values = [...this.#values].flat();
    const added = [this.#before, this.#misreads, this.#outside, this.#jumps];
    return this.#count === 0 ? values : [...numbers, values.length, ...values, ...added];
  }

  /** What was disproved, and what it is taken for, in one number. */
  get #verdict(): number {
    return this.#disproved + 8 * kinds.indexOf(this.kind) + (this.isSentOnChange ? SENT : 0);
  }

  set #verdict(packed: number) {
    this.#disproved = packed % 8;
    this.kind = kinds[Math.floor((packed % SENT) / 8)] ?? 'plain';
    this.isSentOnChange = packed >= SENT;
  }

  static unpack(numbers: readonly number[], isSetToState = false): KindFinder {
    const finder = new KindFinder(isSetToState);
    if (numbers.length < FIRST_FIELDS) return finder;
    // What was stored first has an even number of numbers: no short steps, no resets, no number of values.
    const isFirst = numbers.length % 2 === 0;
    const from = isFirst ? FIRST_FIELDS : FIELDS;
    const to = isFirst ? numbers.length : from + numbers[FIELDS - 1];
    checkFields('a kind', isFirst ? firstFields : fields, numbers.slice(0, from));
    if (numbers.length !== to && numbers.length !== to + ADDED_FIELDS)
      throw damagedState('a kind', `${to} numbers and those added since`, `${numbers.length}`);
    [finder.#count, finder.#last, finder.#rises, finder.#falls, finder.#low, finder.#high] = numbers;
    [finder.#seams, finder.#between, finder.#step, finder.#small, finder.#consecutive] = numbers.slice(6);
    [finder.#pause, finder.#pauseSquare, finder.#verdict] = numbers.slice(11);
    if (!isFirst) [finder.#short, finder.#resets] = numbers.slice(FIRST_FIELDS);
    for (let i = from; i + 1 < to; i += 2) {
      checkStored('a value of a state', numbers[i], reading);
      checkStored('the visits of a value', numbers[i + 1], count);
      finder.#values.set(numbers[i], numbers[i + 1]);
    }
    checkFields('a kind', addedFields, numbers.slice(to));
    if ((finder.#disproved & 2) !== 0 && !isSetToState) finder.#values = NO_VALUES;
    // Before the last fields were, what it was taken for was not stored either.
    if (to < numbers.length)
      [finder.#before, finder.#misreads, finder.#outside, finder.#jumps] = numbers.slice(to);
    else {
      finder.#before = finder.#last;
      // Until its next reading it is what it was then, when counters went before angles.
      finder.kind = finder.#decide();
      if (finder.#isCounter()) finder.kind = 'counter';
    }
    return finder;
  }
}

/** Above what was disproved, and 8 times a kind. */
const SENT = 64;

/** What is stored of one: at first, before its values, and after them, in this order. */
const firstFields = {
  ...{ count, last: reading, rises: count, falls: count, low: reading, high: reading, seams: count },
  ...{ between: count, step, small: share, consecutive: share, pause: frames, pauseSquare: frameSquare },
  verdict: { min: 0, max: 2 * SENT - 1, isWhole: true },
};
const fields = { ...firstFields, short: step, resets: count, listed: count };
const addedFields = { before: reading, misreads: count, outside: count, jumps: count };
const FIRST_FIELDS = Object.keys(firstFields).length;
const FIELDS = Object.keys(fields).length;
const ADDED_FIELDS = Object.keys(addedFields).length;
