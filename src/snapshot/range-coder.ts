/**
 * An adaptive binary range coder: what has been written stands for the interval [low, low + range) of 32 bits. A bit that was 0 in a
 * share p of the cases takes the first p of it when it is 0 and the rest when it is 1; bytes that can no longer change leave it.
 *
 * Likelihoods of a number of n bits are a tree of 2^n shares: that of each bit depends on those before it.
 */
export type Likelihoods = Uint16Array;

const WHOLE_BITS = 11;
const WHOLE = 1 << WHOLE_BITS;
/** A share moves by a 16th of the way to what came. */
const RATE = 4;
const INTERVAL = 2 ** 32;
/** The least range, so that no share of it is empty. */
const LEAST = 2 ** 24;
const BYTE = 256;
/** Bits that are as likely 0 as 1 are written so many at a time. */
const AT_ONCE = 16;
const FIRST_BYTES = 1024;
/** Most that a number of 16 bits may add. */
const SPARE = 32;
const LAST_BYTES = 4;

export const likelihoodsOf = (bits: number): Likelihoods => new Uint16Array(1 << bits).fill(WHOLE / 2);

export class RangeEncoder {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #low = 0;
  #range = INTERVAL - 1;

  /** A number of so many bits, as likely as its like was so far. */
  encode(likelihoods: Likelihoods, bits: number, value: number): void {
    this.#makeRoom();
    let low = this.#low;
    let range = this.#range;
    for (let b = bits - 1, node = 1; b >= 0; b--) {
      const bit = (value >>> b) & 1;
      const share = likelihoods[node];
      const first = (range >>> WHOLE_BITS) * share;
      if (bit === 0) {
        range = first;
        likelihoods[node] = share + ((WHOLE - share) >> RATE);
      } else {
        low += first;
        range -= first;
        likelihoods[node] = share - (share >> RATE);
      }
      node = 2 * node + bit;
      if (range >= LEAST) continue;
      low = this.#shift(low);
      range *= BYTE;
    }
    this.#low = low;
    this.#range = range;
  }

  /** The lowest so many bits of a number, at most 32: all values are as likely. */
  encodeEvenly(value: number, bits: number): void {
    this.#makeRoom();
    for (let left = bits; left > 0;) {
      const taken = Math.min(left, AT_ONCE);
      left -= taken;
      this.#range >>>= taken;
      this.#low += ((value >>> left) & ((1 << taken) - 1)) * this.#range;
      for (; this.#range < LEAST; this.#range *= BYTE) this.#low = this.#shift(this.#low);
    }
  }

  finish(): Uint8Array {
    this.#makeRoom();
    for (let k = 0; k < LAST_BYTES; k++) this.#low = this.#shift(this.#low);
    return this.#bytes.slice(0, this.#length);
  }

  /** Low without its first byte, which is final but for a carry: that goes back into the bytes before. */
  #shift(low: number): number {
    if (low >= INTERVAL) {
      let k = this.#length - 1;
      while (this.#bytes[k] === 0xff) this.#bytes[k--] = 0;
      this.#bytes[k] += 1;
    }
    this.#bytes[this.#length++] = (low >>> 24) & 0xff;
    return (low << 8) >>> 0;
  }

  #makeRoom(): void {
    if (this.#length + SPARE < this.#bytes.length) return;
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads what an encoder wrote, asked for the same with the same likelihoods. Behind the end there are zeros. */
export class RangeDecoder {
  readonly #bytes: Uint8Array;
  #next = LAST_BYTES;
  /** What was written less low. */
  #code = 0;
  #range = INTERVAL - 1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let k = 0; k < LAST_BYTES; k++) this.#code = ((this.#code << 8) | bytes[k]) >>> 0;
  }

  /** Of the bytes given. */
  get isAtEnd(): boolean {
    return this.#next === this.#bytes.length;
  }

  get isBeyondEnd(): boolean {
    return this.#next > this.#bytes.length;
  }

  decode(likelihoods: Likelihoods, bits: number): number {
    let node = 1;
    let code = this.#code;
    let range = this.#range;
    for (let b = 0; b < bits; b++) {
      const share = likelihoods[node];
      const first = (range >>> WHOLE_BITS) * share;
      if (code < first) {
        range = first;
        likelihoods[node] = share + ((WHOLE - share) >> RATE);
        node = 2 * node;
      } else {
        code -= first;
        range -= first;
        likelihoods[node] = share - (share >> RATE);
        node = 2 * node + 1;
      }
      if (range >= LEAST) continue;
      code = this.#shift(code);
      range *= BYTE;
    }
    this.#code = code;
    this.#range = range;
    return node - (1 << bits);
  }

  decodeEvenly(bits: number): number {
    let value = 0;
    for (let left = bits; left > 0;) {
      const taken = Math.min(left, AT_ONCE);
      left -= taken;
      this.#range >>>= taken;
      // Damaged bytes may lie beyond the interval.
      const part = Math.min(Math.floor(this.#code / this.#range), (1 << taken) - 1);
      this.#code -= part * this.#range;
      value = ((value << taken) | part) >>> 0;
      for (; this.#range < LEAST; this.#range *= BYTE) this.#code = this.#shift(this.#code);
    }
    return value;
  }

  #shift(code: number): number {
    return ((code << 8) | this.#bytes[this.#next++]) >>> 0;
  }
}
