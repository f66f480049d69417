import { damagedState } from '../../errors';
import type { FactorState } from '../evidence/factor-state';
import type { StatePart } from '../packed-state';
import { checkCounters, createColumns, doubles, singles } from '../sensor-columns';
import { SLOW_SPAN, SPEAKS_FROM } from './contrasts';
import { Tail } from './tail';

/** Frames over which the coefficients are predicted, which is also what makes rates comparable with positions. */
const LAG = 20;
/** What the prediction keeps of what it knows from frame to frame, its first variance, and what it is loosened by after an alarm. */
const FORGETTING = 0.9995;
const FIRST_VARIANCE = 10;
const LOOSENED = 1;
/** An error beyond three scales counts as three, once so many are known; errors over which a scale is learned. */
const CLIP = 3;
const CLIPPED_FROM = 20;
const SCALE_MEMORY = 300;
const SPAN = 20;
const FAST = 2 / (SPAN + 1);
const SLOW = 2 / (SLOW_SPAN + 1);
/** As of the contrasts: blocks of history, those in which the last is part of it, readings of a block, and the share of a change. */
const HISTORY = 60;
const YOUNG = 6;
const LEAST_READ = 10;
const REACH = 0.1;
const CERTAIN = 200;
/** Degrees of freedom that a block of history is worth: averages over 20 frames differ less often than readings. */
const FREEDOM = 5;
const LEAST_SQUARE = 1e-9;
/**
 * Most blocks have next to no evidence, and those that have some have far more: a mean excess below this, in nats, says little of the
 * highest.
 */
const LEAST_MEAN = 2;
/** An error shows in a sensor where it moves that by so many times the variance of its noise. */
const SHOWN = 1;
/** A pause of so many periods leaves nothing to predict from. */
const PAUSE = 20;
/** LAG frames that took so many times as long as usual, or as short, are not judged; after so many in a row that is what is usual. */
const OTHER_PACE = 1.5;
const PACE_KEPT = 2 * LAG;
/** Far above what coefficients reach; singles hold more. */
const LARGEST = 1e30;

const columnsOf = (rank: number, width: number) => ({
  ring: singles(0, LAG * 2 * rank),
  dts: singles(0, LAG),
  A: doubles(0, rank * width),
  P: doubles(0, width * width),
  square: doubles(0, rank),
  error: doubles(0, rank),
  z: doubles(0, width),
  k: doubles(0, width),
});

const toSingle = (value: number): number => Math.min(LARGEST, Math.max(-LARGEST, value));

/**
 * How all sensors move together: the coefficients x and their rates v say where the coefficients will be in LAG frames, by a linear
 * prediction that is learned,
 *
 *   e = x - A [x'; LAG v'; 1],   of LAG frames before,   k = P z / (1 + z'P z),   A += e k',   P -= k z'P
 *
 * Another frequency leaves no residual in any sensor, as the others show it too, but it makes these errors larger. Their size is
 * averaged, contrasted and measured by its past like the streams of the sensors, and has a tail of its own.
 */
export class Motion {
  readonly tail = new Tail(1, LEAST_MEAN);
  readonly counters = { frames: 0, learned: 0, age: 0, above: 0, blocks: 0, read: 0, offPace: 0 };
  /**
   * The averages of the errors' size; mean square of their contrast in the past, its sum over this block, its mean over the last; and
   * the periods that LAG frames usually take.
   */
  readonly averages = { slow: 0, fast: 0, variance: 0, sum: 0, held: 0, pace: LAG };
  /** Of the last frame, in nats, as the one channel of the tail. */
  readonly evidence = new Float64Array(1);
  /** By how much each coefficient was predicted wrongly in the last frame. */
  readonly error: Float64Array;
  readonly #rank: number;
  readonly #width: number;
  /** Positions and rates of the last frames, and the periods before each. */
  readonly #ring: Float32Array;
  readonly #dts: Float32Array;
  readonly #A: Float64Array;
  readonly #P: Float64Array;
  /** Mean square of the errors. */
  readonly #square: Float64Array;
  readonly #z: Float64Array;
  readonly #k: Float64Array;

  constructor(rank: number) {
    this.#rank = rank;
    this.#width = 2 * rank + 1;
    const { ring, dts, A, P, square, error, z, k } = createColumns(columnsOf(rank, this.#width), 1);
    this.#ring = ring;
    this.#dts = dts;
    this.#A = A;
    this.#P = P;
    this.#square = square;
    this.error = error;
    this.#z = z;
    this.#k = k;
    this.#resetPosterior();
    this.tail.fit();
  }

  get parts(): StatePart[] {
    return [
      ...[this.counters, this.averages, this.#ring, this.#dts, this.#A, this.#P, this.#square],
      ...this.tail.parts,
    ];
  }

  /** Refuses numbers that a running detector cannot have come to. */
  check(): void {
    checkCounters(this.counters);
    const all = [...Object.values(this.averages), ...this.#ring, ...this.#dts, ...this.#A, ...this.#P];
    const wrong = all.find((value) => !(Math.abs(value) < LARGEST * LARGEST));
    if (wrong !== undefined) throw damagedState('the motion', 'numbers', `${wrong}`);
    for (const value of [...Object.values(this.averages), ...this.#dts, ...this.#square])
      if (!(value >= 0)) throw damagedState('a square', 'not negative', `${value}`);
    for (let i = 0; i < this.#width; i++)
      if (!(this.#P[i * (this.#width + 1)] > 0))
        throw damagedState('a variance', 'a positive number', 'less');
    this.tail.check();
  }

  /** Takes in the coefficients of a frame, dt periods after the last. */
  average({ x, v }: Pick<FactorState, 'x' | 'v'>, dt: number): void {
    const { counters, averages } = this;
    const rank = this.#rank;
    if (dt > PAUSE) counters.frames = 0;
    this.#dts[counters.frames % LAG] = dt;
    const size = counters.frames < LAG || !this.#keepsPace() ? NaN : this.#predict(x);
    const slot = 2 * rank * (counters.frames++ % LAG);
    for (let i = 0; i < x.length; i++) {
      this.#ring[slot + i] = toSingle(x[i]);
      this.#ring[slot + rank + i] = toSingle(LAG * v[i]);
    }
    if (size !== size) return;
    const first = 1 / ++counters.age;
    averages.slow += Math.max(SLOW, first) * (size - averages.slow);
    averages.fast += Math.max(FAST, first) * (size - averages.fast);
    counters.above = averages.fast > averages.slow ? Math.min(counters.above + 1, SPAN) : 0;
  }

  /** Evidence that the coefficients are predicted worse than before: the same ratio as of a sensor's contrast. */
  weigh(learn: boolean): void {
    const { counters, averages } = this;
    this.evidence[0] = 0;
    if (counters.age === 0) return;
    const contrast = averages.fast - averages.slow;
    const square = contrast * contrast;
    if (learn) {
      counters.read++;
      averages.sum += square;
    }
    if (contrast > 0 && counters.blocks >= SPEAKS_FROM) {
      const nu = FREEDOM * counters.blocks;
      const l = ((nu + 1) / 2) * Math.log(1 + square / (Math.max(averages.variance, LEAST_SQUARE) * nu));
      this.evidence[0] = Math.max(0, Math.log(1 - REACH + REACH * Math.exp(Math.min(l, CERTAIN))));
    }
    this.tail.raise(this.evidence);
  }

  get surprise(): number {
    return this.tail.isKnown ? this.tail.surprise(0, this.evidence[0]) : 0;
  }

  closeBlock(): void {
    const { counters, averages } = this;
    if (counters.read >= LEAST_READ) {
      const mean = averages.sum / counters.read;
      const news = ++counters.blocks <= YOUNG ? mean : averages.held;
      averages.variance += (news - averages.variance) / Math.min(counters.blocks, HISTORY);
      averages.held = mean;
      averages.sum = 0;
      counters.read = 0;
    }
    if (counters.blocks > SPEAKS_FROM) this.tail.closeBlock();
    else this.tail.dropBlock();
  }

  /** After an alarm that shows here: the prediction is learned anew. */
  relearn(): void {
    const { counters } = this;
    counters.blocks = 0;
    counters.learned = Math.min(counters.learned, CLIPPED_FROM);
    for (let i = 0; i < this.#width; i++) this.#P[i * (this.#width + 1)] += LOOSENED;
  }

  /** After an alarm: the averages begin again, and the whole peak is one. */
  restart(): void {
    const { counters, averages } = this;
    counters.age = counters.read = counters.above = 0;
    averages.sum = 0;
    this.tail.closeBlock();
  }

  /**
   * The sensor whose readings the errors of the last frame show in most, for its noise; -1 where they show in no other one: coefficients
   * that only one sensor follows are no motion of all.
   */
  leadingOf(state: FactorState): number {
    let most = 0;
    let second = 0;
    let leading = -1;
    for (let j = 0; j < state.sensors.length; j++) {
      const { unit, gamma0 } = state.sensors[j];
      if (unit === 0) continue;
      let off = 0;
      for (let i = 0; i < state.r; i++) off += state.loading(j, i) * this.error[i];
      const share = (off * off) / gamma0;
      if (share <= most) {
        second = Math.max(second, share);
        continue;
      }
      second = most;
      most = share;
      leading = j;
    }
    return second >= SHOWN ? leading : -1;
  }

  /** Whether the last LAG frames took about as long as usual. */
  #keepsPace(): boolean {
    const { counters, averages } = this;
    let span = 0;
    for (let i = 0; i < LAG; i++) span += this.#dts[i];
    if (span < OTHER_PACE * averages.pace && span * OTHER_PACE > averages.pace) {
      averages.pace += (span - averages.pace) / SCALE_MEMORY;
      counters.offPace = 0;
      return true;
    }
    if (++counters.offPace > PACE_KEPT) {
      averages.pace = span;
      this.relearn();
    }
    return false;
  }

  /** Mean size of the errors in their scales; NaN where the coefficients left all bounds, and what was learned is given up. */
  #predict(x: Float64Array): number {
    const rank = this.#rank;
    const width = this.#width;
    const A = this.#A;
    const P = this.#P;
    const z = this.#z;
    const k = this.#k;
    const slot = 2 * rank * (this.counters.frames % LAG);
    for (let i = 0; i < 2 * rank; i++) z[i] = this.#ring[slot + i];
    z[2 * rank] = 1;
    let N = FORGETTING;
    for (let i = 0; i < width; i++) {
      let sum = 0;
      for (let q = 0; q < width; q++) sum += P[i * width + q] * z[q];
      k[i] = sum;
      N += sum * z[i];
    }
    const learned = ++this.counters.learned;
    const a = Math.max(1 / learned, 1 / SCALE_MEMORY);
    let size = 0;
    for (let i = 0; i < x.length; i++) {
      let e = x[i];
      for (let q = 0; q < width; q++) e -= A[i * width + q] * z[q];
      if (!(Math.abs(e) < LARGEST)) return this.#giveUp();
      this.error[i] = e;
      for (let q = 0; q < width; q++) A[i * width + q] += (k[q] * e) / N;
      if (learned === 1) this.#square[i] = e * e;
      const scale = Math.sqrt(this.#square[i]);
      size += Math.abs(e) >= CLIP * scale ? CLIP : Math.abs(e) / scale;
      const clipped = learned > CLIPPED_FROM ? Math.min(Math.abs(e), CLIP * scale) : e;
      this.#square[i] += a * (clipped * clipped - this.#square[i]);
    }
    let trace = 0;
    let isPositive = true;
    for (let i = 0; i < width; i++) {
      for (let q = 0; q < width; q++) P[i * width + q] -= (k[i] * k[q]) / N;
      trace += P[i * (width + 1)];
      isPositive &&= P[i * (width + 1)] > 0;
    }
    if (!isPositive) this.#resetPosterior();
    else if (trace < width * FIRST_VARIANCE) for (let i = 0; i < P.length; i++) P[i] /= FORGETTING;
    return size / x.length;
  }

  #giveUp(): number {
    this.#A.fill(0);
    this.#square.fill(0);
    this.error.fill(0);
    this.#resetPosterior();
    this.counters.learned = this.counters.frames = 0;
    return NaN;
  }

  #resetPosterior(): void {
    this.#P.fill(0);
    for (let i = 0; i < this.#width; i++) this.#P[i * (this.#width + 1)] = FIRST_VARIANCE;
  }
}
