/** The vector files, schema psmf-golden/1: one problem each, with what a right filter computes at every step. */
export interface GoldenFile {
  readonly schema: string;
  readonly case: string;
  readonly model: 'psmf' | 'rpsmf';
  readonly variant: string;
  readonly f: string;
  readonly d: number;
  readonly r: number;
  readonly n: number;
  readonly epochs?: number;
  /** Of learned dynamics: passes, frames to forecast after each, where theta starts and how it moves. */
  readonly n_iter?: number;
  readonly n_pred?: number;
  readonly theta0?: number[];
  readonly adam?: {
    readonly lr: number;
    readonly beta1: number;
    readonly beta2: number;
    readonly eps: number;
  };
  readonly Y_future?: readonly (readonly number[])[];
  readonly Y: readonly (readonly (number | null)[])[];
  readonly Y_truth?: readonly (readonly number[])[];
  readonly score_mask?: readonly (readonly number[])[];
  readonly C0: number[][];
  readonly mu0: number[];
  readonly V0: number[][];
  readonly P0: number[][];
  readonly Q?: number[][];
  readonly R: number[];
  readonly lambda0?: number | null;
  readonly sigma2?: number;
  readonly lengthscale?: number;
  readonly dt?: number;
  readonly eta_divisor: 'd' | 'm';
  readonly lambda_increment?: 'd' | 'm';
  readonly carry: Readonly<Record<string, boolean>>;
  readonly expected: {
    readonly steps: readonly Readonly<Record<string, unknown>>[];
    readonly [field: string]: unknown;
  };
}

/** Largest |a - b| / (1 + |b|) over everything compared, and where it was. */
export class Comparison {
  largest = 0;
  where = '';
  values = 0;

  add(where: string, actual: unknown, expected: unknown): void {
    if (Array.isArray(expected)) {
      const list = Array.isArray(actual) ? (actual as unknown[]) : [];
      if (list.length !== expected.length) return this.#note(where, Infinity);
      expected.forEach((entry, i) => this.add(`${where}[${i}]`, list[i], entry));
    } else if (typeof expected === 'number' && typeof actual === 'number') {
      const error = Math.abs(actual - expected) / (1 + Math.abs(expected));
      this.#note(where, Number.isNaN(error) ? Infinity : error);
    } else {
      this.#note(where, actual === expected ? 0 : Infinity);
    }
  }

  #note(where: string, error: number): void {
    this.values++;
    if (error > this.largest || this.where === '') {
      this.largest = error;
      this.where = where;
    }
  }
}
