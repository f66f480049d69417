import { REMEMBERED, type Cycle } from './cycles';
import { MomentMatrix } from './moment-matrix';
import { Regression } from './regression';
import type { RegressionInputs } from './regression-inputs';

const FORGET = 1 - 1 / REMEMBERED;
/** The ridge, in leave-one-out variances and sensors: of the present alone, and with the past. */
const PRESENT_RIDGE = 10;
const DYNAMIC_RIDGE = 5;
/** Frames between two inverses: at first, and later, or as many as keep a frame's multiplications to so many in the mean. */
const FEWEST_FRAMES = 4;
const MOST_FRAMES = 64;
const PER_FRAME = 2000;
/** Units that change by more than this make the precision too large or small for singles: it is worked out anew. */
const LARGEST_CHANGE = 1e4;

/** What a block is told of the clock: its inputs, and the rhythms they are the harmonics of, one after the other. */
export interface ClockInputs {
  readonly inputs: ArrayLike<number>;
  readonly cycles: readonly Pick<Cycle, 'harmonics' | 'framesToShow'>[];
}

/**
 * The two regressions of a block from one matrix of moments: on the readings of the same frame (present), and on those, the last
 * frames and the clock (dynamic). Their inverses are found a share a frame.
 */
export class RegressionPair {
  readonly moments: MomentMatrix;
  readonly present: Regression;
  readonly dynamic: Regression;
  readonly #clock: ClockInputs;
  /** 1: an input of the clock that has no part in the regression yet. */
  readonly #isQuiet: Uint8Array;
  /** Blocks take turns with their inverses. */
  readonly #turn: number;

  constructor(d: number, lags: number, clock: ClockInputs, turn: number) {
    this.moments = new MomentMatrix(d, lags, clock.inputs.length);
    this.present = new Regression(d, d + 1, PRESENT_RIDGE);
    this.dynamic = new Regression(d, this.moments.size, DYNAMIC_RIDGE);
    this.#clock = clock;
    this.#isQuiet = new Uint8Array(clock.inputs.length);
    this.#turn = turn;
  }

  /** Fills what is missing of a frame, and measures what is left of what is seen. */
  solve({ w, present, isMissing }: RegressionInputs): void {
    this.present.joint.solve(this.present.precision, present, isMissing, true);
    this.dynamic.joint.solve(this.dynamic.precision, w, isMissing, true);
  }

  learnMoments(w: Float64Array): void {
    this.moments.learn(w, FORGET);
  }

  /** How large the residuals of the sensors seen are. */
  learnLeftOut(isMissing: Uint8Array): void {
    this.present.learnLeftOut(isMissing);
    this.dynamic.learnLeftOut(isMissing);
  }

  /** The precision of the ridge alone: nothing has been learned. */
  invertRidge(entered: Uint8Array): void {
    this.present.invertRidge(this.moments, entered);
    this.dynamic.invertRidge(this.moments, entered);
  }

  /** The precision of all that has been learned, at once. */
  invert(entered: Uint8Array): void {
    this.#begin(entered);
    this.#advance();
  }

  /** A frame's share of the inverses, of so many frames learned; those found are in use from when the next ones begin. */
  goOn(learned: number, entered: Uint8Array): void {
    const frames = this.#framesBetween(learned);
    if ((learned + this.#turn) % frames === 0) {
      this.#advance();
      this.#begin(entered);
    }
    this.present.precision.goOn(frames);
    this.dynamic.precision.goOn(frames);
  }

  #framesBetween(learned: number): number {
    const most = Math.max(MOST_FRAMES, this.dynamic.precision.cost / PER_FRAME);
    return Math.floor(Math.max(FEWEST_FRAMES, Math.min(most, learned / 16)));
  }

  #begin(entered: Uint8Array): void {
    this.present.beginInverse(this.moments, entered);
    this.#findQuiet();
    this.dynamic.beginInverse(this.moments, entered, this.#isQuiet);
  }

  #advance(): void {
    this.present.precision.advance();
    this.dynamic.precision.advance();
  }

  /**
   * A rhythm is learned from the first frame on, and used once as much of it is remembered as it takes to show. Before, sines of
   * less than a period stand for any trend there was, and run away with it.
   */
  #findQuiet(): void {
    let first = 0;
    for (const { harmonics, framesToShow } of this.#clock.cycles) {
      if (harmonics === 0) continue;
      const needed = (1 - FORGET ** framesToShow) / (1 - FORGET);
      const isShown = framesToShow <= REMEMBERED && this.moments.clockWeight(first) >= needed;
      this.#isQuiet.fill(isShown ? 0 : 1, first, first + 2 * harmonics);
      first += 2 * harmonics;
    }
  }

  /** z_i becomes k_i z_i + c_i. */
  changeUnits(k: Float64Array, c: Float64Array, entered: Uint8Array): void {
    const { moments, present, dynamic } = this;
    let change = 1;
    for (let i = 0; i < k.length; i++) {
      present.leftOut[i] *= k[i] * k[i];
      dynamic.leftOut[i] *= k[i] * k[i];
      change = Math.max(change, k[i], 1 / k[i], Math.abs(c[i]));
    }
    moments.changeUnits(k, c);
    if (!(change < LARGEST_CHANGE)) {
      this.invert(entered);
      return;
    }
    present.precision.changeUnits(k, c, k.length);
    dynamic.precision.changeUnits(k, c, k.length * (moments.lags + 1));
  }
}
