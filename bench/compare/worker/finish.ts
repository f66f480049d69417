import { getNode, type Message } from './red';

/** A message takes microseconds: after so long without all of them, some were lost. */
const LONGEST_MS = 10_000;

/** The end of a route: counts what arrives. */
export class Finish {
  #count = 0;
  #wanted = Infinity;
  #arrive: () => void = () => undefined;
  #last: Message | null = null;

  constructor(id: string) {
    getNode(id).on('input', (msg) => {
      this.#count += 1;
      this.#last = msg;
      if (this.#count === this.#wanted) this.#arrive();
    });
  }

  /** The message that arrived last; null before the first. */
  get last(): Message | null {
    return this.#last;
  }

  /** Resolves when so many more messages have arrived; throws if they do not. */
  async reach(more: number, send: () => void): Promise<void> {
    const before = this.#count;
    this.#wanted = before + more;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.#arrive = resolve;
      timer = setTimeout(() => {
        reject(new Error(`of ${more} messages ${this.#count - before} came through.`));
      }, LONGEST_MS);
      send();
    });
    clearTimeout(timer);
  }
}
