const WIDTH = 30;
/** Drawn at most this often. */
const EVERY_MS = 100;

/** What a bar is drawn on: standard error, or anything like it. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

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
    const known = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : null;
    const bar = known === null ? '' : `[${'#'.repeat(Math.round(WIDTH * known)).padEnd(WIDTH, '.')}] `;
    const percent = known === null ? '' : `${String(Math.floor(100 * known)).padStart(3)} % `;
    this.#screen.write(`\r\x1b[K${bar}${percent}${this.#label} ${detail}`);
  }

  /** Leaves an empty line behind, for the result. */
  clear(): void {
    if (this.#screen.isTTY && this.#drawnAt > -Infinity) this.#screen.write('\r\x1b[K');
  }
}
