import { areWithin } from './numbers';

/** Words of 32 frames kept of each sensor: the one being written, those that are compared, and what stood 31 frames before them. */
const WORDS = 6;
const COMPARED = WORDS - 2;
const FRAMES = 32 * WORDS;
export const LONGEST_DELAY = 31;
/** The standard deviation of an agreement by chance, in frames. */
const DEVIATION = Math.sqrt(32 * COMPARED) / 2;
/** Words of a first look, and the agreement in them that is worth another: one and a half deviations. */
const FIRST_LOOK = 2;
const WORTH_ANOTHER = 6;
/** A frame that is not known counts for so many that are: what is known of four in five frames is known. */
const UNKNOWN = 4;
const ALL_KNOWN = 32 * (COMPARED + 1);

/**
 * Whether each sensor of a block rose or fell in the last frames, a bit a frame. Where that is not known there is a bit that agrees
 * with no other sensor's by more than chance. What is compared ends with the last whole word.
 */
export class Rises {
  readonly #bits: Int32Array;
  /** Of each sensor how many frames are known, less those that are not. */
  readonly #known: Uint8Array;
  /** Where the next frame goes: bits of all words, one after the other. */
  readonly #next = new Uint8Array(1);

  constructor(d: number) {
    this.#bits = new Int32Array(d * WORDS);
    this.#known = new Uint8Array(d);
    for (let i = 0; i < d; i++) this.clear(i);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): readonly [Int32Array, Uint8Array, Uint8Array] {
    return [this.#bits, this.#known, this.#next];
  }

  /** Whether its numbers are such as `write` and `advance` leave behind. */
  get isSound(): boolean {
    return (
      areWithin(this.#known, { min: 0, max: ALL_KNOWN }) && areWithin(this.#next, { min: 0, max: FRAMES - 1 })
    );
  }

  /** Nothing is known of sensor i. */
  clear(i: number): void {
    for (let at = i * WORDS; at < (i + 1) * WORDS; at++) this.#bits[at] = scramble(at + 1);
    this.#known[i] = 0;
    this.#bits[i * WORDS + (this.#next[0] >>> 5)] &= ~(-1 << this.#next[0]);
  }

  /** Sensor i moved by so much since the last frame; 0: it is not known whether it did. */
  write(i: number, movement: number): void {
    const bits = this.#bits;
    const next = this.#next[0];
    const at = i * WORDS + (next >>> 5);
    const before = i * WORDS + (((next >>> 5) + WORDS - 1) % WORDS);
    const isUp = movement === 0 ? scramble(bits[at] + bits[before] + (at << 8) + next) < 0 : movement > 0;
    if (isUp) bits[at] |= 1 << next;
    const known = this.#known[i] + (movement === 0 ? -UNKNOWN : 1);
    this.#known[i] = Math.min(Math.max(known, 0), ALL_KNOWN);
  }

  /** All sensors have been written: on to the next frame. Whether that ends a word. */
  advance(): boolean {
    const next = (this.#next[0] + 1) % FRAMES;
    this.#next[0] = next;
    if ((next & 31) !== 0) return false;
    for (let at = next >>> 5; at < this.#bits.length; at += WORDS) this.#bits[at] = 0;
    return true;
  }

  /** Whether there may be an agreement well beyond chance, by the newest frames. */
  mayAgree(i: number, source: number, delay: number): boolean {
    return Math.abs(this.#compare(i, source, delay, FIRST_LOOK)) >= WORTH_ANOTHER;
  }

  /**
   * In how many more frames than by chance sensor i moved as `source` had `delay` frames before, or `source` as sensor i where the
   * delay is below 0; in standard deviations of chance. Below 0: they moved against each other.
   */
  agreement(i: number, source: number, delay: number): number {
    const frames =
      delay < 0 ? this.#compare(source, i, -delay, COMPARED) : this.#compare(i, source, delay, COMPARED);
    return frames / DEVIATION;
  }

  /** Whether enough is known of both for an agreement to show that there is. */
  areKnown(i: number, source: number): boolean {
    return this.#known[i] >= 32 * COMPARED && this.#known[source] >= 32 * COMPARED;
  }

  #compare(i: number, source: number, delay: number, words: number): number {
    const bits = this.#bits;
    const own = i * WORDS;
    const other = source * WORDS;
    const newest = this.#next[0] >>> 5;
    let differing = 0;
    for (let back = 1; back <= words; back++) {
      const word = (newest - back + WORDS) % WORDS;
      const before = (word + WORDS - 1) % WORDS;
      differing += countBits(bits[own + word] ^ delayed(bits, other + word, other + before, delay));
    }
    return 16 * words - differing;
  }
}

/** A word as it was so many frames before, with the end of the one before it. Shifts go by their last five bits: one by 32 would be by none. */
const delayed = (bits: Int32Array, word: number, before: number, delay: number): number =>
  delay === 0 ? bits[word] : (bits[word] << delay) | (bits[before] >>> (32 - delay));

/** Of any number one that looks like chance. */
function scramble(number: number): number {
  const first = Math.imul(number ^ (number >>> 16), 0x45d9f3b) + 0x9e3779b9;
  const second = Math.imul(first ^ (first >>> 15), 0x2c1b3c6d);
  return Math.imul(second ^ (second >>> 12), 0x297a2d39);
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
