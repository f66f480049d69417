/**
 * Seeded draws by mulberry32. This is the same generator as that of the package, on purpose a second time: a worker that drew
 * its frames with the candidate's code would have warmed up code of the candidate and none of the base.
 */
export class Draws {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
  }

  uniform(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#seed ^ (this.#seed >>> 15), this.#seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Standard normal, by Box and Muller. */
  normal(): number {
    const u = 1 - this.uniform();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(n * this.uniform());
  }
}
