const WIDTH = 30;
/** Drawn at most this often. */
const EVERY_MS = 100;

/** What a bar is drawn on: standard error, or anything like it. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The bar itself and the percentage; `share` from 0 to 1. */
export const drawBar = (share: number): string =>
  `[${'#'.repeat(Math.round(WIDTH * share)).padEnd(WIDTH, '.')}] ${String(Math.floor(100 * share)).padStart(3)} % `;

/** Empties the line the bar stands in. */
export const CLEAR_LINE = '\r\x1b[K';

/** A progress bar. Silent unless the screen is a terminal. */
export class Progress {
  readonly #label: string;
  readonly #screen: Screen;
  readonly #clock: () => number;
  #drawnAt = -Infinity;

  constructor(label: string, screen: Screen = process.stderr, clock: () => number = Date.now) {
    this.#label = label;
    this.#screen = screen;
    this.#clock = clock;
  }

  /** `share` of the work is done, from 0 to 1; NaN: nobody knows, and `detail` says how far it is. */
  show(share: number, detail = ''): void {
    if (!this.#screen.isTTY || this.#clock() - this.#drawnAt < EVERY_MS) return;
    this.#drawnAt = this.#clock();
    const bar = Number.isFinite(share) ? drawBar(Math.min(Math.max(share, 0), 1)) : '';
    this.#screen.write(`${CLEAR_LINE}${bar}${this.#label} ${detail}`);
  }

  /** Leaves an empty line behind, for the result. */
  clear(): void {
    if (this.#screen.isTTY && this.#drawnAt > -Infinity) this.#screen.write(CLEAR_LINE);
  }
}
