import { PAUSE } from './regression-inputs';
import type { RegressionBlock } from './regression-block';

/** The longest path through a gap, in frames. */
export const LONGEST_PATH = 200;

/** Frames kept: those of the path, the one that ended it, and those that it follows from. */
const MOST_LAGS = 2;
const ROOM = LONGEST_PATH + 1 + MOST_LAGS;

/** Bytes of a block's frames. */
export const bytesOfFrames = (d: number, others: number): number => ROOM * (9 * d + 8 * others);

/** The last frames that a block has learned: its sensors, filled, in their own units, and what else its regression knew. */
export class RecentFrames {
  readonly block: RegressionBlock;
  /** Entries of w that are neither sensors of the frame or the last ones nor the constant. */
  readonly others: number;
  readonly #values: Float64Array;
  readonly #isMissing: Uint8Array;
  readonly #others: Float64Array;
  /** Frames without a pause, the last one included; and where that is. */
  #unbroken = 0;
  #last = 0;

  constructor(block: RegressionBlock) {
    const { d, inputs } = block;
    this.block = block;
    this.others = inputs.w.length - 1 - d * (inputs.lags + 1);
    this.#values = new Float64Array(ROOM * d);
    this.#isMissing = new Uint8Array(ROOM * d);
    this.#others = new Float64Array(ROOM * this.others);
  }

  clear(): void {
    this.#unbroken = 0;
  }

  /**
   * Takes in the frame that the block has just learned, dt after the last. The block cuts back what it did not expect; here
   * `readings` stay as they are: after a gap they often are what was not expected.
   */
  learn(readings: Float64Array, dt: number): void {
    const { d, columns, believed, inputs, hasUnits } = this.block;
    if (dt >= PAUSE || !hasUnits) this.#unbroken = 0;
    if (!hasUnits) return;
    const { location, scale, isMissing, entered, lags } = inputs;
    this.#unbroken += 1;
    this.#last = (this.#last + 1) % ROOM;
    for (let i = 0, at = this.#last * d; i < d; i++, at++) {
      this.#values[at] = isMissing[i] === 1 ? location[i] + scale[i] * believed[i] : readings[columns[i]];
      this.#isMissing[at] = entered[i] === 1 ? isMissing[i] : 0;
    }
    const first = d * (lags + 1);
    for (let q = 0, at = this.#last * this.others; q < this.others; q++, at++)
      this.#others[at] = believed[first + q];
  }

  /** Whether there are so many frames before the last one, and those that they follow from. */
  reaches(frames: number): boolean {
    return frames + 1 + this.block.inputs.lags <= Math.min(this.#unbroken, ROOM);
  }

  /** Of sensor i, so many frames before the last. */
  value(i: number, ago: number): number {
    return this.#values[this.#row(ago) * this.block.d + i];
  }

  isMissing(i: number, ago: number): boolean {
    return this.#isMissing[this.#row(ago) * this.block.d + i] === 1;
  }

  other(q: number, ago: number): number {
    return this.#others[this.#row(ago) * this.others + q];
  }

  #row(ago: number): number {
    return (this.#last - ago + ROOM) % ROOM;
  }
}
