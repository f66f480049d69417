import { CLEAR_LINE, drawBar, type Screen } from '../src/cli/progress';

/** A progress bar for work of a known number of parts. Silent unless the screen is a terminal. */
export class Progress {
  readonly #total: number;
  readonly #screen: Screen;
  #done = 0;

  constructor(total: number, screen: Screen = process.stderr) {
    this.#total = total;
    this.#screen = screen;
  }

  /** Names the part that starts now. */
  begin(label: string): void {
    this.#draw(label);
  }

  /** One more part is done. */
  advance(label = ''): void {
    this.#done = Math.min(this.#done + 1, this.#total);
    this.#draw(label);
  }

  /** Leaves an empty line behind, for the result. */
  clear(): void {
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE);
  }

  #draw(label: string): void {
    if (!this.#screen.isTTY) return;
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    this.#screen.write(`${CLEAR_LINE}${drawBar(share)}${label}`);
  }
}
