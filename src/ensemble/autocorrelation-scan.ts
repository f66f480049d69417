import type { Correlogram } from './dominant-period';
import { HISTORY, type FrameHistory } from './frame-history';
import type { Numbers } from './numbers';

/** The longest lag, of the frames kept; and the most frames a scan can be of. */
const LONGEST_SHARE = 0.7;
export const LONGEST_LAG = Math.floor(LONGEST_SHARE * HISTORY);
/** Products of a frame, at least those of one lag. */
const PER_FRAME = 1024;
/** A correlation of 1 in steps, and the most steps two bytes have. */
const STEPS = 8192;
const MOST_STEPS = 32_767;

/** Places in its progress: of how many frames it is; the lag that comes next. */
const FRAMES = 0;
const LAG = 1;

/**
 * The autocorrelation of the last n frames of a history, a few lags a frame:
 *
 *   r(l) = (sum x_t x_t-l / (n - l)) / (sum x_t^2 / n)
 */
export class AutocorrelationScan implements Correlogram {
  /** r by lag, in steps of 1/8192. */
  readonly steps = new Int16Array(LONGEST_LAG + 1);
  readonly one = STEPS;
  /** n; and the next lag, beyond the last one: nothing is under way. */
  readonly #progress = Uint16Array.of(0, 1);
  /** The sum of squares. */
  readonly #squares = Float64Array.of(0);

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [this.steps, this.#progress, this.#squares];
  }

  /** Whether its numbers are such as can be of a history. */
  isSound(history: FrameHistory): boolean {
    const [frames, next] = this.#progress;
    return (
      frames <= history.length &&
      next >= 1 &&
      next <= this.longest + 1 &&
      (this.isDone || this.#squares[0] > 0)
    );
  }

  /** Of how many frames it is. */
  get frames(): number {
    return this.#progress[FRAMES];
  }

  /** The last lag. */
  get longest(): number {
    return Math.floor(LONGEST_SHARE * this.frames);
  }

  get isDone(): boolean {
    return this.#progress[LAG] > this.longest;
  }

  /** Of so many frames, which the history has. Of a history in which nothing moves it is done: 0 at every lag. */
  begin(history: FrameHistory, frames: number): void {
    this.clear();
    this.#progress[FRAMES] = frames;
    this.#squares[0] = history.product(0, frames);
    this.#progress[LAG] = this.#squares[0] > 0 ? 1 : this.longest + 1;
  }

  /** Nothing is known, and the state small. */
  clear(): void {
    this.steps.fill(0);
    this.#progress.set([0, 1]);
  }

  /** The next few lags. Frames that have come since it began are among the last. */
  goOn(history: FrameHistory): void {
    const progress = this.#progress;
    const { frames, longest } = this;
    for (let done = 0; done < PER_FRAME && progress[LAG] <= longest; progress[LAG]++) {
      const lag = progress[LAG];
      const r = (history.product(lag, frames) * frames) / (this.#squares[0] * (frames - lag));
      this.steps[lag] = Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(STEPS * r)));
      done += frames - lag;
    }
  }
}
