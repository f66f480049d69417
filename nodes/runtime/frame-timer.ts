import type { AssembledFrame, FrameAssembler, Tick } from '../../src/frame/assembler';
import { tickNow } from '../message/arrival';

/** The longest a timer can run. */
const LONGEST_MS = 2 ** 31 - 1;
/** A timer that rings later than this does so because the process stood still; what came meanwhile is heard for so long. */
const HEARING_MS = 100;

/** Closes the frames of an assembler when their time is up, and hands them over. */
export class FrameTimer<T> {
  readonly #assembler: FrameAssembler<T>;
  readonly #expired: (frames: readonly AssembledFrame<T>[]) => void;
  #timer: NodeJS.Timeout | null = null;
  #firesAt = Infinity;
  #isHearing = false;

  constructor(assembler: FrameAssembler<T>, expired: (frames: readonly AssembledFrame<T>[]) => void) {
    this.#assembler = assembler;
    this.#expired = expired;
  }

  /** To be called when a reading has come. */
  wind({ ticks }: Tick): void {
    const due = this.#assembler.dueAt;
    if (due === null || (this.#timer !== null && this.#firesAt <= due)) return;
    this.stop();
    this.#set(due, due - ticks);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#firesAt = Infinity;
    this.#isHearing = false;
  }

  #set(due: number, wait: number): void {
    this.#firesAt = due;
    this.#timer = setTimeout(() => this.#ring(), Math.min(Math.max(0, wait), LONGEST_MS)).unref();
  }

  #ring(): void {
    const now = tickNow();
    if (!this.#isHearing && now.ticks - this.#firesAt > HEARING_MS) {
      this.#isHearing = true;
      return this.#set(this.#firesAt, HEARING_MS);
    }
    this.stop();
    const frames = this.#assembler.expire(now);
    this.wind(now);
    if (frames.length > 0) this.#expired(frames);
  }
}
