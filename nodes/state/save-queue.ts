import { errorOf } from '../../src/errors';
import type { Steps } from '../../src/snapshot/steps';

/** How long saves may hold up everything else before others have their turn, in ms; a single step may take longer. */
const SLICE_MS = 5;
/**
 * Where others take longer in their turn, saves may have so much of what these had, or they would never be done, up to so many ms:
 * after a turn of a second, which a busy machine makes of ten milliseconds, they would hold everything up again.
 */
const SHARE = 1 / 3;
const MOST_MS = 15;

/**
 * Saves that are due, a little in each turn of the event loop: neither a thousand models nor one of a thousand sensors holds
 * everything up. A save that has begun is ended before the next begins, so that one model at a time is in memory twice.
 */
export class SaveQueue {
  readonly #failed: (error: Error) => void;
  readonly #urgent = new Set<() => Steps<void>>();
  readonly #due = new Set<() => Steps<void>>();
  #underWay: Steps<void> | null = null;
  #isRunning = false;
  #isAfterUrgent = false;
  #since = 0;

  /** What a save throws is a mistake in it, and no reason to end the process: `failed` is told, and the others go on. */
  constructor(failed: (error: Error) => void) {
    this.#failed = failed;
  }

  /** Once in its turn, or before all but the first that are not urgent. */
  add(save: () => Steps<void>, isUrgent = false): void {
    (isUrgent ? this.#urgent : this.#due).add(save);
    if (!this.#isRunning) this.#runLater();
  }

  /** It need not begin any more. */
  delete(save: () => Steps<void>): void {
    this.#urgent.delete(save);
    this.#due.delete(save);
  }

  #runLater(): void {
    this.#isRunning = true;
    this.#since = performance.now();
    setImmediate(() => this.#run());
  }

  #run(): void {
    const start = performance.now();
    const end = start + Math.min(MOST_MS, Math.max(SLICE_MS, (start - this.#since) * SHARE));
    let goesOn: boolean;
    do goesOn = this.#tryStep();
    while (goesOn && performance.now() < end);
    if (goesOn) this.#runLater();
    else this.#isRunning = false;
  }

  #tryStep(): boolean {
    try {
      return this.#step();
    } catch (error) {
      this.#failed(errorOf(error));
      return true;
    }
  }

  /** Whether there was anything to do. */
  #step(): boolean {
    const save = this.#underWay ?? this.#next();
    this.#underWay = null;
    if (save === null) return false;
    if (save.next().done !== true) this.#underWay = save;
    return true;
  }

  /** After an urgent one comes the first of the others, or they might never have their turn. */
  #next(): Steps<void> | null {
    const [first, second] = this.#isAfterUrgent ? [this.#due, this.#urgent] : [this.#urgent, this.#due];
    const waiting = first.size > 0 ? first : second;
    this.#isAfterUrgent = waiting === this.#urgent;
    for (const save of waiting) {
      this.delete(save);
      return save();
    }
    return null;
  }
}
