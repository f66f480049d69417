import { nextNormal, nextUniform } from '../../src/random';

/** Seeded draws: the package's own generator behind short names. */
export class Draws {
  readonly #state: Float64Array;

  constructor(seed: number) {
    this.#state = Float64Array.of(seed >>> 0);
    for (let i = 0; i < 8; i++) this.uniform();
  }

  uniform(): number {
    return nextUniform(this.#state, 0);
  }

  normal(): number {
    return nextNormal(this.#state, 0);
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.uniform() * n);
  }

  normals(n: number): number[] {
    return Array.from({ length: n }, () => this.normal());
  }

  /** `count` different whole numbers below n, in order. */
  choose(count: number, n: number): number[] {
    const all = Array.from({ length: n }, (_, i) => i);
    for (let i = 0; i < count; i++) {
      const other = i + this.below(n - i);
      [all[i], all[other]] = [all[other], all[i]];
    }
    return all.slice(0, count).sort((a, b) => a - b);
  }

  /** Gamma(shape, 1) by Marsaglia and Tsang; a shape below one through shape + 1. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * Math.pow(1 - this.uniform(), 1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const z = this.normal();
      const v = (1 + c * z) ** 3;
      if (v > 0 && Math.log(1 - this.uniform()) < 0.5 * z * z + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  studentT(dof: number): number {
    return this.normal() / Math.sqrt(this.gamma(dof / 2) / (dof / 2));
  }
}
