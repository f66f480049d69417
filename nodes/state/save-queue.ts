/** How long saves may hold up everything else before others have their turn, in ms; a single one may take longer. */
const SLICE_MS = 5;

/** Saves that are due, a few in each turn of the event loop: a thousand models do not save in one go. */
export class SaveQueue {
  readonly #due: (() => void)[] = [];

  add(save: () => void): void {
    this.#due.push(save);
    if (this.#due.length === 1) setImmediate(() => this.#saveSome());
  }

  #saveSome(): void {
    const end = performance.now() + SLICE_MS;
    let saved = 0;
    do this.#due[saved++]();
    while (saved < this.#due.length && performance.now() < end);
    this.#due.splice(0, saved);
    if (this.#due.length > 0) setImmediate(() => this.#saveSome());
  }
}
