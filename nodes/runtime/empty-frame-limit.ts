/** Frames without readings that a node answers in a second, of whatever keys. */
const MOST_A_SECOND = 100;
const SECOND_MS = 1000;

/** Bounds the frames that a node makes by itself while its streams are silent: a thousand silent keys are no flood. */
export class EmptyFrameLimit {
  #secondBegan = -Infinity;
  #made = 0;

  /** Whether one more may be made now, by a clock that only ever goes on. */
  allows(ticks: number): boolean {
    if (ticks - this.#secondBegan >= SECOND_MS) {
      this.#secondBegan = ticks;
      this.#made = 0;
    }
    this.#made += 1;
    return this.#made <= MOST_A_SECOND;
  }
}
