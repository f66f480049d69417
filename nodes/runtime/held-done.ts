/** Calls `done` once: when every reading of a message that is in a frame has been settled, or at the first error. */
export class HeldDone {
  readonly #done: (error?: Error) => void;
  #left = 0;
  #isOver = false;

  constructor(done: (error?: Error) => void) {
    this.#done = done;
  }

  /** Whether a reading of the message has yet to be settled, or all have been. */
  get isHeld(): boolean {
    return this.#left > 0 || this.#isOver;
  }

  /** One more reading waits in a frame. */
  hold(): void {
    this.#left += 1;
  }

  /** A reading is saved, or why it is not. */
  readonly settle = (error?: Error): void => {
    this.#left -= 1;
    if (error !== undefined || this.#left === 0) this.end(error);
  };

  readonly end = (error?: Error): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(error);
  };
}
