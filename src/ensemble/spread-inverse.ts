const STAGES = ['idle', 'factor', 'invert', 'multiply'] as const;
type Stage = (typeof STAGES)[number];
/** No number of an inverse, nor on the way to it, is as large. */
const LARGEST = 1e100;

/**
 * The inverse of a symmetric positive definite matrix, worked out a few rows at a time, so that no frame bears all of it:
 *
 *   A = L L' (Cholesky, row by row),  L <- L^-1 (row by row),  A^-1 = (L^-1)' L^-1 (row by row), all in one array
 *
 * p^3 / 2 multiplications in all.
 */
export class SpreadInverse {
  readonly size: number;
  /** The inverse that was finished last, row-major and symmetric; zeros before the first. */
  inverse: Float64Array;
  /** Grows by one with each. */
  version = 0;
  /** The matrix to invert next, row-major; only the lower triangle is read, and all is overwritten. */
  work: Float64Array;
  readonly #sums: Float64Array;
  #stage: Stage = 'idle';
  #row = 0;
  /** A pivot below this share of its diagonal is rounding. */
  readonly #diagonal: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.inverse = new Float64Array(size * size);
    this.work = new Float64Array(size * size);
    this.#sums = new Float64Array(size);
    this.#diagonal = new Float64Array(size);
  }

  /** Becomes the same as `from`, of the same size. */
  assign(from: SpreadInverse): void {
    this.inverse.set(from.inverse);
    this.work.set(from.work);
    this.#diagonal.set(from.#diagonal);
    this.version = from.version;
    this.#stage = from.#stage;
    this.#row = from.#row;
  }

  /** Numbers that `pack` writes: two triangles, the diagonal, and how far it has come. */
  get packedLength(): number {
    return this.size * (this.size + 1) + this.size + 3;
  }

  /** All that it takes to go on: the inverse in use, and the one that is being worked out. */
  pack(out: Float64Array): void {
    const { size, isIdle } = this;
    let to = 0;
    for (let i = 0; i < size; i++) for (let k = 0; k <= i; k++) out[to++] = this.inverse[i * size + k];
    for (let i = 0; i < size; i++)
      for (let k = 0; k <= i; k++) out[to++] = isIdle ? 0 : this.work[i * size + k];
    for (let i = 0; i < size; i++) out[to++] = isIdle ? 0 : this.#diagonal[i];
    out[to++] = this.version;
    out[to++] = STAGES.indexOf(this.#stage);
    out[to] = this.#row;
  }

  /** Goes on from what `pack` wrote; returns whether it can have written that. */
  unpack(data: Float64Array): boolean {
    const { size } = this;
    const [version, stage, row] = data.subarray(data.length - 3);
    if (!data.every((number) => Math.abs(number) < LARGEST)) return false;
    if (!Number.isInteger(version) || version < 0 || !Number.isInteger(row) || row < 0 || row >= size)
      return false;
    if (!(stage in STAGES)) return false;
    let from = 0;
    for (let i = 0; i < size; i++)
      for (let k = 0; k <= i; k++) this.inverse[i * size + k] = this.inverse[k * size + i] = data[from++];
    for (let i = 0; i < size; i++) for (let k = 0; k <= i; k++) this.work[i * size + k] = data[from++];
    for (let i = 0; i < size; i++) this.#diagonal[i] = data[from++];
    this.version = version;
    this.#stage = STAGES[stage];
    this.#row = row;
    return true;
  }

  get isIdle(): boolean {
    return this.#stage === 'idle';
  }

  /** Multiplications of a whole inverse. */
  get cost(): number {
    return this.size ** 3 / 2;
  }

  /** The matrix is in `work`. */
  begin(): void {
    for (let i = 0; i < this.size; i++) this.#diagonal[i] = this.work[i * this.size + i];
    this.#stage = 'factor';
    this.#row = 0;
  }

  /** Goes on for about `budget` multiplications. */
  advance(budget: number): void {
    const { size } = this;
    while (budget > 0 && this.#stage !== 'idle') {
      const i = this.#row;
      if (this.#stage === 'factor') this.#factorRow(i);
      else if (this.#stage === 'invert') this.#invertRow(i);
      else this.#multiplyRow(i);
      budget -= this.#stage === 'multiply' ? (size - i) * (i + 1) : ((i + 1) * i) / 2 + 1;
      this.#row += 1;
      if (this.#row < size) continue;
      this.#row = 0;
      if (this.#stage === 'multiply') this.#finish();
      else this.#stage = this.#stage === 'factor' ? 'invert' : 'multiply';
    }
  }

  #factorRow(i: number): void {
    const { size, work } = this;
    const row = i * size;
    for (let k = 0; k < i; k++) {
      const other = k * size;
      let sum = work[row + k];
      for (let m = 0; m < k; m++) sum -= work[row + m] * work[other + m];
      work[row + k] = sum / work[other + k];
    }
    let pivot = work[row + i];
    for (let m = 0; m < i; m++) pivot -= work[row + m] * work[row + m];
    work[row + i] = Math.sqrt(Math.max(pivot, SMALLEST_PIVOT * this.#diagonal[i], Number.MIN_VALUE));
  }

  /** (L^-1)_ik = -sum_{m = k}^{i - 1} L_im (L^-1)_mk / L_ii */
  #invertRow(i: number): void {
    const { size, work } = this;
    const sums = this.#sums;
    const row = i * size;
    sums.fill(0, 0, i);
    for (let m = 0; m < i; m++) {
      const factor = work[row + m];
      const other = m * size;
      for (let k = 0; k <= m; k++) sums[k] += factor * work[other + k];
    }
    const pivot = 1 / work[row + i];
    for (let k = 0; k < i; k++) work[row + k] = -sums[k] * pivot;
    work[row + i] = pivot;
  }

  /** (A^-1)_ik = sum_{m >= i} (L^-1)_mi (L^-1)_mk for k <= i: rows below i are still those of L^-1. */
  #multiplyRow(i: number): void {
    const { size, work } = this;
    const sums = this.#sums;
    sums.fill(0, 0, i + 1);
    for (let m = i; m < size; m++) {
      const row = m * size;
      const factor = work[row + i];
      for (let k = 0; k <= i; k++) sums[k] += factor * work[row + k];
    }
    for (let k = 0; k <= i; k++) work[i * size + k] = sums[k];
  }

  #finish(): void {
    const { size, work } = this;
    for (let i = 0; i < size; i++) for (let k = 0; k < i; k++) work[k * size + i] = work[i * size + k];
    this.work = this.inverse;
    this.inverse = work;
    this.version += 1;
    this.#stage = 'idle';
  }
}

const SMALLEST_PIVOT = 1e-10;
