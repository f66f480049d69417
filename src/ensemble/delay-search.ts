import { LONGEST_DELAY, type Rises } from './rises';

/** An agreement of so many deviations of chance is a delay, and is still one as long as it is of so many. */
const FOUND = 5;
const KEPT = 2;
/** The same two sensors agree at no other delay by more than this share of it, but for those that differ by no more frames. */
const MOST_ELSEWHERE = 0.5;
const NEAR = 2;
/** Delays tried in a frame, at least, and one for so many sensors. */
const FEWEST_TRIED = 4;
const SENSORS_FOR_ONE = 2;

/** What another sensor of the block showed so many frames ago. */
export interface Delay {
  readonly source: number;
  readonly frames: number;
}

/**
 * Looks for sensors that move as another one did some frames before: a few delays a frame, of all pairs in turn. What moves slowly or
 * in a rhythm agrees at many delays, and by chance; liquid in a pipe at one.
 */
export class DelaySearch {
  readonly #d: number;
  /** The first delay beyond the lags of the block. */
  readonly #shortest: number;
  readonly #rises: Rises;
  /** Delays tried in this turn. */
  readonly #tried = new Uint16Array(1);
  /** What it found last: sensor `target` follows. */
  target = 0;
  source = 0;
  frames = 0;

  constructor(d: number, shortest: number, rises: Rises) {
    this.#d = d;
    this.#shortest = shortest;
    this.#rises = rises;
  }

  get arrays(): readonly [Uint16Array] {
    return [this.#tried];
  }

  /** Goes on with a frame's share; stops where it has found a delay. */
  goOn(): boolean {
    const share = this.#d < 2 ? 0 : Math.max(FEWEST_TRIED, Math.floor(this.#d / SENSORS_FOR_ONE));
    for (let n = 0; n < share; n++) {
      this.#next();
      if (!this.#rises.mayAgree(this.target, this.source, this.frames)) continue;
      const agreement = Math.abs(this.#rises.agreement(this.target, this.source, this.frames));
      if (agreement >= FOUND && this.#standsOut(agreement)) return true;
    }
    return false;
  }

  /** Whether what it found last shows so much more clearly than another delay of the same two sensors that it is to take its place. */
  isClearerThan({ source, frames }: Delay): boolean {
    const found = Math.abs(this.#rises.agreement(this.target, this.source, this.frames));
    return found - Math.abs(this.#rises.agreement(this.target, source, frames)) >= KEPT;
  }

  /** Where too little is known, what was found holds. */
  stillHolds(target: number, { source, frames }: Delay): boolean {
    return (
      !this.#rises.areKnown(target, source) || Math.abs(this.#rises.agreement(target, source, frames)) >= KEPT
    );
  }

  #next(): void {
    const d = this.#d;
    const delays = LONGEST_DELAY - this.#shortest + 1;
    const all = delays * d * (d - 1);
    const at = this.#tried[0] % all;
    const pair = Math.floor(at / delays);
    this.frames = this.#shortest + (at % delays);
    this.target = pair % d;
    this.source = (this.target + 1 + Math.floor(pair / d)) % d;
    this.#tried[0] = (at + 1) % all;
  }

  #standsOut(agreement: number): boolean {
    for (let other = -LONGEST_DELAY; other <= LONGEST_DELAY; other++) {
      const isNear = Math.abs(other - this.frames) <= NEAR;
      const most = isNear ? agreement : MOST_ELSEWHERE * agreement;
      if (Math.abs(this.#rises.agreement(this.target, this.source, other)) > most) return false;
    }
    return true;
  }
}
