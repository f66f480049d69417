import { EarlyFrames } from './early-frames';
import type { EnsembleMeta } from './ensemble-state';
import type { Numbers } from './numbers';
import { chooseBlocks, needsBlocks } from './similar-blocks';

/** Frames after which the challengers begin; a stream that has told no time by then has none. */
const WAIT_FOR_TIMES = 45;

/** What the first frames of a stream tell: whether they have times, and which of many sensors are similar. */
export class StreamStart {
  readonly #sensors: number;
  /** How many frames were later than the one before. */
  #advancing: number;
  #early: EarlyFrames;

  constructor(sensors: number, advancing = 0, early = new EarlyFrames(sensors)) {
    this.#sensors = sensors;
    this.#advancing = advancing;
    this.#early = early;
  }

  /** As `meta` tells; the numbers of its arrays are to be written. */
  static restore(sensors: number, { advancing, early = 0 }: EnsembleMeta): StreamStart {
    const start = new StreamStart(sensors, advancing);
    start.#early.resize(early);
    return start;
  }

  /** Takes in a frame. */
  learn(readings: Float64Array, isLater: boolean): void {
    if (isLater) this.#advancing += 1;
    if (needsBlocks(this.#sensors)) this.#early.add(readings);
  }

  /** Whether the stream has times, as most of so many frames were later than the one before. */
  hasTimes(frames: number): boolean {
    return 2 * this.#advancing > frames;
  }

  /** Whether so many frames are enough: until the time between them is known, or it is clear that they have none. */
  isOver(frames: number, frameMs: number | null): boolean {
    return frames >= WAIT_FOR_TIMES && (frameMs !== null || !this.hasTimes(frames));
  }

  /** Blocks of similar sensors, by the frames kept, which are let go. */
  chooseBlocks(): Int32Array[] {
    const { frames } = this.#early;
    this.#early = new EarlyFrames(this.#sensors);
    return chooseBlocks(this.#sensors, frames);
  }

  clearSensor(j: number): void {
    this.#early.clearSensor(j);
  }

  /** The same with one more sensor, which was not read. */
  withSensor(): StreamStart {
    return new StreamStart(this.#sensors + 1, this.#advancing, this.#early.withSensor());
  }

  /** One with the same numbers. */
  copy(): StreamStart {
    return new StreamStart(this.#sensors, this.#advancing, this.#early.copy());
  }

  /** What a snapshot says of it. */
  get meta(): Pick<EnsembleMeta, 'advancing' | 'early'> {
    const early = this.#early.length;
    return { advancing: this.#advancing, ...(early > 0 ? { early } : {}) };
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return this.#early.arrays;
  }
}
