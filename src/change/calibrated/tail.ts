import { medianOfSorted } from '../../scale/median';
import { damagedState } from '../../errors';
import type { StatePart } from '../packed-state';
import { checkCounters, createColumns, doubles, singles } from '../sensor-columns';

/** Frames of a block, and blocks whose maxima are kept. */
export const BLOCK = 50;
const BLOCKS = 100;
/** The prior is worth so many peaks, of a mean excess of so many nats. */
const PRIOR_PEAKS = 6;
const PRIOR_MEAN = 2;
const MOST_NATS = 1e30;
const LOG_RATE = Math.log(2 * BLOCK);

/** Of each channel. */
const columns = {
  peak: doubles(),
  held: doubles(),
  maxima: singles(0, BLOCKS),
  u: doubles(),
  n: doubles(),
  S: doubles(),
};

/** The maxima of the channel that is fitted. */
const sorted = new Float32Array(BLOCKS);

/**
 * How seldom each channel rises as high as it does. The maxima of blocks of frames are peaks apart from each other; above their
 * median u the excesses of a log likelihood ratio are exponential, and with a Gamma prior on their scale the prediction is closed:
 *
 *   surprise(x) = -ln(rate per frame of peaks above x) = ln(2 BLOCK) + n ln(1 + (x - u) / S)
 *
 * with n the excesses seen and S their sum, the prior included.
 */
export class Tail {
  readonly #channels: number;
  readonly #leastMean: number;
  readonly counters = { blocks: 0, hasHeld: 0 };
  /** Maxima of the block at hand and of the one before, which is not in the past yet. */
  readonly peak: Float64Array;
  readonly held: Float64Array;
  readonly maxima: Float32Array;
  readonly #u: Float64Array;
  readonly #n: Float64Array;
  readonly #S: Float64Array;

  /** Excesses of a mean below `leastMean` nats are not believed to stay so small. */
  constructor(channels: number, leastMean = 0) {
    this.#channels = channels;
    this.#leastMean = leastMean;
    const { peak, held, maxima, u, n, S } = createColumns(columns, channels);
    this.peak = peak;
    this.held = held;
    this.maxima = maxima;
    this.#u = u;
    this.#n = n;
    this.#S = S;
  }

  get parts(): StatePart[] {
    return [this.counters, this.peak, this.held, this.maxima];
  }

  /** Refuses what no channel reaches; else learns the tails again. */
  check(): void {
    checkCounters(this.counters);
    for (const nats of [...this.peak, ...this.held, ...this.maxima])
      if (!(nats >= 0 && nats < MOST_NATS))
        throw damagedState('the tail', `nats from 0 to ${MOST_NATS}`, `${nats}`);
    this.fit();
  }

  get isKnown(): boolean {
    return this.counters.blocks > 0;
  }

  /** The evidence of each channel in a frame. */
  raise(evidence: ArrayLike<number>): void {
    const { peak } = this;
    for (let c = 0; c < peak.length; c++) if (evidence[c] > peak[c]) peak[c] = evidence[c];
  }

  surprise(channel: number, evidence: number): number {
    const excess = evidence - this.#u[channel];
    if (!(excess > 0)) return 0;
    const predicted = this.#n[channel] * Math.log(1 + excess / this.#S[channel]);
    return LOG_RATE + Math.min(predicted, excess / this.#leastMean);
  }

  /** The block before the last enters the past. */
  closeBlock(): void {
    const { counters, held, peak, maxima } = this;
    if (counters.hasHeld === 1) {
      for (let c = 0; c < this.#channels; c++) maxima[c * BLOCKS + (counters.blocks % BLOCKS)] = held[c];
      counters.blocks++;
      this.fit();
    }
    held.set(peak);
    counters.hasHeld = 1;
    peak.fill(0);
  }

  /** The peak of a block leaves the past, and the median takes its place. The block may be the one that enters next. */
  withdraw(block: number): void {
    const { blocks } = this.counters;
    if (block === blocks) this.held.set(this.#u);
    if (block >= blocks || block < blocks - BLOCKS) return;
    for (let c = 0; c < this.#channels; c++) this.maxima[c * BLOCKS + (block % BLOCKS)] = this.#u[c];
    this.fit();
  }

  dropBlock(): void {
    this.peak.fill(0);
  }

  /** Median and excesses of every channel's maxima. */
  fit(): void {
    const count = Math.min(this.counters.blocks, BLOCKS);
    for (let c = 0; c < this.#channels; c++) {
      sorted.fill(Infinity);
      for (let i = 0; i < count; i++) sorted[i] = this.maxima[c * BLOCKS + i];
      sorted.sort();
      const u = count === 0 ? 0 : medianOfSorted(sorted, 0, count);
      let n = PRIOR_PEAKS;
      let S = PRIOR_PEAKS * PRIOR_MEAN;
      for (let i = 0; i < count; i++) {
        if (sorted[i] <= u) continue;
        n++;
        S += sorted[i] - u;
      }
      this.#u[c] = u;
      this.#n[c] = n;
      this.#S[c] = S;
    }
  }
}
