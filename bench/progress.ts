const WIDTH = 30;

/** What a bar is drawn on: standard error, or anything like it. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

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
    if (this.#screen.isTTY) this.#screen.write('\r\x1b[K');
  }

  #draw(label: string): void {
    if (!this.#screen.isTTY) return;
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const full = Math.round(WIDTH * share);
    const bar = '#'.repeat(full) + '.'.repeat(WIDTH - full);
    this.#screen.write(`\r\x1b[K[${bar}] ${String(Math.floor(100 * share)).padStart(3)} % ${label}`);
  }
}
