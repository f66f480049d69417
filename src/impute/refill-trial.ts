import { bridgeGap, type FilledFrame } from './bridge';
import { EVIDENCE_BYTES, RefillEvidence } from './refill-evidence';

/** Paths of missing readings through the last frames, by column. */
export interface Paths {
  /** Works out that of a sensor through so many frames before the last one; `hidden`: sensors taken to be missing there. */
  solve(column: number, frames: number, hidden: Uint8Array | null): boolean;
  /** Of the path worked out last, so many frames before the last one; NaN where it was read. */
  mean(ago: number): number;
  variance(ago: number): number;
  /** How far the reading of the last frame is from where the path led without it. */
  endError(): number;
}

/** How readings were filled that a model hid from itself, by column. */
export interface HiddenFills {
  /** Frames since they were hidden, this one included; 0: none is. */
  readonly frames: number;
  readonly elapsed: number;
  readonly hidden: Uint8Array;
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly reading: Float64Array;
}

/** Frames of the gaps that are tried. */
const TRIED_GAPS: readonly number[] = [4, 16, 48, 96];
const LONGEST = 96;
/** A column of a frame: what was filled, and read. */
const field = { mean: 0, variance: 1, reading: 2, stride: 3 } as const;

export const TRIAL_BYTES = EVIDENCE_BYTES + 8 * field.stride * (LONGEST + 1);

/** An error counts for at most so many deviations. */
const MOST_DEVIATIONS = 6;

/**
 * Which way of filling again was nearer to readings: of those that the model had hidden from itself, as if their sensors had come
 * back after 4, 16, 48 and 96 frames; and of those that ended gaps, which either way would have had somewhere.
 */
export class RefillTrial {
  readonly evidence = new RefillEvidence();
  #frames = 0;
  readonly #elapsed = new Float64Array(LONGEST + 1);
  /** By frame and column. */
  #filled = new Float64Array(0);

  /** Takes in a frame. */
  learn(fills: HiddenFills, paths: Paths): void {
    const { frames, hidden } = fills;
    const goesOn = frames === 1 || (frames > 1 && frames === this.#frames + 1);
    this.#frames = goesOn ? frames : 0;
    if (!goesOn || frames > LONGEST + 1) return;
    this.#keep(fills);
    const gap = frames - 1;
    if (!TRIED_GAPS.includes(gap)) return;
    for (let column = 0; column < hidden.length; column++)
      if (hidden[column] === 1) this.#try(column, gap, fills, paths);
  }

  /** A gap of so many frames, so many of them empty, has ended, and so far was the reading from the fill at the time and from the path, in deviations. */
  learnEnd(column: number, gap: number, empty: number, ofFill: number, ofPath: number): void {
    const h = limited(ofFill);
    const g = limited(ofPath);
    if (Number.isFinite(h + g)) this.evidence.learn(column, gap, empty, h * (h - g), (h - g) ** 2);
  }

  #keep({ frames, elapsed, mean, variance, reading }: HiddenFills): void {
    const numbers = mean.length * field.stride;
    if (this.#filled.length < numbers * (LONGEST + 1))
      this.#filled = new Float64Array(numbers * (LONGEST + 1));
    this.#elapsed[frames - 1] = elapsed;
    for (let j = 0, at = (frames - 1) * numbers; j < mean.length; j++, at += field.stride) {
      this.#filled[at + field.mean] = mean[j];
      this.#filled[at + field.variance] = variance[j];
      this.#filled[at + field.reading] = reading[j];
    }
  }

  /** The sensor comes back with the last frame, after a gap of so many. */
  #try(column: number, gap: number, fills: HiddenFills, paths: Paths): void {
    const { mean, variance, reading, hidden } = fills;
    const tried = this.#framesOf(column, gap, mean.length);
    const error = reading[column] - mean[column];
    if (tried.length === 0 || Number.isNaN(error) || !paths.solve(column, gap, hidden)) return;
    const end = { elapsed: this.#elapsed[gap], error, variance: variance[column] };
    const bridged = bridgeGap(tried[0], tried, end);
    const deviation = Math.sqrt(bridged.reduce((sum, frame) => sum + frame.variance, 0) / tried.length);
    let gain = 0;
    let difference = 0;
    for (let i = 0; i < tried.length; i++) {
      const h = limited((tried[i].reading - tried[i].mean - bridged[i].correction) / deviation);
      const g = limited((tried[i].reading - paths.mean(tried[i].ago)) / deviation);
      gain += (h * (h - g)) / tried.length;
      difference += (h - g) ** 2 / tried.length;
    }
    if (Number.isFinite(gain + difference)) this.evidence.learn(column, gap, 0, gain, difference);
  }

  /** The frames of the gap of which there are fill and reading. */
  #framesOf(column: number, gap: number, columns: number): TriedFrame[] {
    const tried: TriedFrame[] = [];
    for (let k = 0; k < gap; k++) {
      const at = (k * columns + column) * field.stride;
      const mean = this.#filled[at + field.mean];
      const variance = this.#filled[at + field.variance];
      const reading = this.#filled[at + field.reading];
      if (!Number.isNaN(mean))
        tried.push({ time: k, elapsed: this.#elapsed[k], mean, variance, reading, ago: gap - k });
    }
    return tried;
  }
}

/** A frame whose reading was hidden, so many before the last. */
interface TriedFrame extends FilledFrame {
  readonly reading: number;
  readonly ago: number;
}

const limited = (deviations: number): number =>
  Math.min(Math.max(deviations, -MOST_DEVIATIONS), MOST_DEVIATIONS);
