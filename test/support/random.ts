import { nextNormal, nextUniform } from '../../src/random';

/** A seeded source of test data. */
export class Random {
  readonly #state: Float64Array;

  constructor(seed: number) {
    this.#state = Float64Array.of(seed);
  }

  uniform(): number {
    return nextUniform(this.#state, 0);
  }

  normal(): number {
    return nextNormal(this.#state, 0);
  }

  vector(length: number): number[] {
    return Array.from({ length }, () => this.normal());
  }

  matrix(rows: number, columns: number): number[][] {
    return Array.from({ length: rows }, () => this.vector(columns));
  }

  /** A A' / n + floor I: a covariance of full rank. */
  covariance(n: number, floor = 0.1): number[][] {
    const A = this.matrix(n, n);
    return A.map((row, i) =>
      A.map((other, j) => row.reduce((sum, a, l) => sum + a * other[l], 0) / n + (i === j ? floor : 0)),
    );
  }

  /** Frames of a random-walk factor model, each entry missing with the given probability. */
  frames(count: number, d: number, r: number, missing = 0): Float64Array[] {
    const C = this.matrix(d, r);
    const x = this.vector(r);
    return Array.from({ length: count }, () => {
      x.forEach((_, i) => (x[i] += 0.3 * this.normal()));
      return Float64Array.from(C, (row) => {
        const y = row.reduce((sum, c, i) => sum + c * x[i], 0) + 0.1 * this.normal();
        return this.uniform() < missing ? NaN : y;
      });
    });
  }
}
