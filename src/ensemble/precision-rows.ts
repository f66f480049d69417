/** A pivot below this share of its diagonal is rounding. */
const SMALLEST_PIVOT = 1e-10;

/** One process inverts one matrix at a time: of the largest so far, size^2 numbers and three rows. */
let work = new Float64Array(0);
let sums = new Float64Array(0);

/**
 * The rows of A^-1 that belong to its first d entries, all that regressions of them read. A = (S B'; B C), S the first d, is
 * factored in the order C, S, so that the rows wanted come last:
 *
 *   (C B; B' S) = (G 0; H K) (G 0; H K)',   first d of A^-1 = (Y'Y, -Y'Y H G^-1),   Y = K^-1
 *
 * p^3 / 6 multiplications and d (d + p) p / 2 more, where a whole inverse takes p^3 / 2. Kept as singles: a state of half the size.
 */
export class PrecisionRows {
  readonly d: number;
  readonly size: number;
  /** Row-major, the entries in the order of A; zeros before the first. */
  readonly rows: Float64Array;
  /** Those that take their place next time: what has just been learned would tell too much of the frames it is tried on. */
  readonly next: Float32Array;
  /** Grows with every change. */
  version = 0;

  constructor(d: number, size: number) {
    this.d = d;
    this.size = size;
    this.rows = new Float64Array(d * size);
    this.next = new Float32Array(d * size);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): readonly [Float64Array, Float32Array] {
    return [this.rows, this.next];
  }

  get isKnown(): boolean {
    return this.rows[0] > 0;
  }

  /** Multiplications of an inverse. */
  get cost(): number {
    const { d, size } = this;
    return size ** 3 / 6 + (d * (d + size) * size) / 2;
  }

  /** Where A is to be written before `invert`: its lower triangle, row-major, C before S. */
  get work(): Float64Array {
    const { size } = this;
    if (work.length < size * size) {
      work = new Float64Array(size * size);
      sums = new Float64Array(3 * size);
    }
    return work;
  }

  /** A is diagonal. */
  invertDiagonal(diagonal: Float64Array): void {
    this.next.fill(0);
    for (let i = 0; i < this.d; i++) this.next[i * this.size + i] = 1 / diagonal[i];
    this.advance();
  }

  /** The rows found last are from now on in use. */
  advance(): void {
    this.rows.set(this.next);
    this.version += 1;
  }

  invert(): void {
    const { d, size, next } = this;
    const n = size - d;
    factor(work, size);
    invertTriangle(work, size, n);
    for (let i = 0; i < d; i++) {
      multiplyColumn(work, size, n, i);
      // Y'Y is symmetric to the last bit.
      for (let k = 0; k <= i; k++) next[i * size + k] = next[k * size + i] = sums[k];
    }
    for (let i = 0; i < d; i++) this.#cross(i);
  }

  /** -(Y'Y H) G^-1, row i of it. */
  #cross(i: number): void {
    const { d, size, next } = this;
    const n = size - d;
    const row = i * size;
    sums.fill(0, 0, n);
    for (let m = 0; m < d; m++) {
      const factor = next[row + m];
      const other = (n + m) * size;
      for (let k = 0; k < n; k++) sums[k] -= factor * work[other + k];
    }
    for (let c = n - 1; c >= 0; c--) {
      const other = c * size;
      const x = sums[c] / work[other + c];
      for (let k = 0; k < c; k++) sums[k] -= x * work[other + k];
      next[row + d + c] = x;
    }
  }

  /** Entry j of w was z_j and is now k_j z_j + c_j, the last entry 1; of the sensors k and c, which repeat in every lag. */
  changeUnits(k: Float64Array, c: Float64Array, sensors: number): void {
    this.#changeUnits(Float32Array.from(this.rows), k, c, sensors, this.rows);
    this.#changeUnits(this.next, k, c, sensors, this.next);
    this.version += 1;
  }

  #changeUnits(
    rows: Float32Array,
    k: Float64Array,
    c: Float64Array,
    sensors: number,
    out: Float64Array | Float32Array,
  ): void {
    const { d, size } = this;
    for (let i = 0; i < d; i++) {
      const row = i * size;
      let constant = rows[row + size - 1];
      for (let j = 0; j < sensors; j++) {
        const scaled = rows[row + j] / k[j % d];
        constant -= scaled * c[j % d];
        rows[row + j] = scaled / k[i];
      }
      for (let j = sensors; j < size - 1; j++) rows[row + j] /= k[i];
      rows[row + size - 1] = constant / k[i];
    }
    if (out !== rows) out.set(rows);
  }
}

/** A = L L', row by row, in place. */
function factor(A: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    const least = SMALLEST_PIVOT * A[row + i];
    for (let k = 0; k < i; k++) {
      const other = k * size;
      A[row + k] = (A[row + k] - product(A, row, other, k)) / A[other + k];
    }
    const pivot = A[row + i] - product(A, row, row, i);
    A[row + i] = Math.sqrt(Math.max(pivot, least, Number.MIN_VALUE));
  }
}

/** The first n entries of two rows: two sums side by side, as one alone waits for itself at every step. */
function product(A: Float64Array, row: number, other: number, n: number): number {
  let even = 0;
  let odd = 0;
  let m = 0;
  for (; m + 1 < n; m += 2) {
    even += A[row + m] * A[other + m];
    odd += A[row + m + 1] * A[other + m + 1];
  }
  if (m < n) even += A[row + m] * A[other + m];
  return even + odd;
}

/** K <- K^-1 of the triangle that begins at row and column n, row by row: sum_m K_im (K^-1)_mk / -K_ii. */
function invertTriangle(A: Float64Array, size: number, n: number): void {
  for (let i = n; i < size; i++) {
    const row = i * size;
    sums.fill(0, n, i);
    for (let m = n; m < i; m++) {
      const factor = A[row + m];
      const other = m * size;
      for (let k = n; k <= m; k++) sums[k] += factor * A[other + k];
    }
    const pivot = 1 / A[row + i];
    for (let k = n; k < i; k++) A[row + k] = -sums[k] * pivot;
    A[row + i] = pivot;
  }
}

/** sums_k <- (Y'Y)_ik for k <= i: sum_{m >= i} Y_mi Y_mk. */
function multiplyColumn(A: Float64Array, size: number, n: number, i: number): void {
  sums.fill(0, 0, i + 1);
  for (let m = n + i; m < size; m++) {
    const row = m * size + n;
    const factor = A[row + i];
    for (let k = 0; k <= i; k++) sums[k] += factor * A[row + k];
  }
}
