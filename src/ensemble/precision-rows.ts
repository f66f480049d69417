import { areWithin } from './numbers';
import { borrowTriangle, giveBack } from './lent-triangles';

/** Multiplications of a frame at least, while an inverse is under way: a fraction of what else a frame of so many sensors takes. */
const LEAST_SHARE = 16_000;
/** A pivot below this share of its diagonal is rounding. */
const SMALLEST_PIVOT = 1e-10;

/** An entry of the inverse is at most 1 over the least ridge, 1e-9. */
const sane = { min: -1e15, max: 1e15 };

const NOTHING = new Float64Array(0);

/** What a step sums up, in whichever matrix, and of how much of each row: as many numbers as the largest so far has rows. */
let sums = new Float64Array(0);
let factors = new Float64Array(0);

/**
 * The rows of A^-1 that belong to its first d entries, all that regressions of them read. A = (S B'; B C), S the first d, is
 * factored in the order C, S, so that the rows wanted come last:
 *
 *   (C B; B' S) = (G 0; H K) (G 0; H K)',   first d of A^-1 = (Y'Y, -Y'Y H G^-1),   Y = K^-1
 *
 * p^3 / 6 multiplications and d (d + p) p / 2 more, where a whole inverse takes p^3 / 2, row by row over as many frames as there
 * are until it is wanted. Kept as singles: a state of half the size.
 */
export class PrecisionRows {
  readonly d: number;
  readonly size: number;
  /** Row-major, the entries in the order of A; zeros before the first. */
  readonly rows: Float32Array;
  /** Those that take their place next time: what has just been learned would tell too much of the frames it is tried on. */
  readonly #next: Float32Array;
  /** Multiplications of an inverse. */
  readonly cost: number;
  /** Grows with every change. */
  version = 0;
  /** Lower triangle, row by row, C before S: A, then its factor, then K^-1 in place of K. Lent while an inverse is under way. */
  #work: Float64Array = NOTHING;
  /** The next of the steps; all of them: nothing is under way. */
  #step: number;

  constructor(d: number, size: number) {
    this.d = d;
    this.size = size;
    this.cost = size ** 3 / 6 + (d * (d + size) * size) / 2;
    this.rows = new Float32Array(d * size);
    this.#next = new Float32Array(d * size);
    this.#step = this.#steps;
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): readonly [Float32Array, Float32Array] {
    this.finish();
    return [this.rows, this.#next];
  }

  get isKnown(): boolean {
    return this.rows[0] > 0;
  }

  /** A is diagonal. */
  invertDiagonal(diagonal: Float64Array): void {
    this.#leave();
    this.#next.fill(0);
    for (let i = 0; i < this.d; i++) this.#next[i * this.size + i] = 1 / diagonal[i];
    this.advance();
  }

  /** The rows found last are from now on in use. */
  advance(): void {
    this.finish();
    this.rows.set(this.#next);
    this.version += 1;
  }

  /** Begins an inverse, of what is written where this returns: the lower triangle of A row by row, C before S. */
  begin(): Float64Array {
    const { size } = this;
    if (this.#work.length === 0) this.#work = borrowTriangle(rowOf(size));
    if (sums.length < size) {
      sums = new Float64Array(size);
      factors = new Float64Array(size);
    }
    this.#step = 0;
    return this.#work;
  }

  /** As much of the inverse as is its share of a frame, if it is to be done within half of so many; and so much that its triangle is soon free. */
  goOn(frames: number): void {
    const steps = this.#steps;
    const share = Math.max(LEAST_SHARE, this.cost / Math.max(1, Math.floor(frames / 2)));
    if (this.#step === steps) return;
    for (let done = 0; done < share && this.#step < steps; this.#step++) {
      done += this.#costOf(this.#step);
      this.#take(this.#step);
    }
    if (this.#step === steps) this.#end();
  }

  /** All that is left of it. */
  finish(): void {
    const steps = this.#steps;
    if (this.#step === steps) return;
    for (; this.#step < steps; this.#step++) this.#take(this.#step);
    this.#end();
  }

  /** Rows beyond what any ridge leaves are of moments that no readings lead to, as of a damaged state: those in use stay until these fade. */
  #end(): void {
    if (!areWithin(this.#next, sane)) this.#next.set(this.rows);
    this.#leave();
  }

  /** Nothing is under way any more. */
  #leave(): void {
    this.#step = this.#steps;
    giveBack(this.#work);
    this.#work = NOTHING;
  }

  /** The rows of the factor, of K^-1, of Y'Y and of the rest. */
  get #steps(): number {
    return this.size + 3 * this.d;
  }

  #take(step: number): void {
    const { d, size } = this;
    const n = size - d;
    if (step < size) factorRow(this.#work, step);
    else if (step < size + d) invertRow(this.#work, n, n + step - size);
    else if (step < size + 2 * d) this.#multiply(step - size - d);
    else this.#cross(step - size - 2 * d);
  }

  /** In multiplications. */
  #costOf(step: number): number {
    const { d, size } = this;
    const n = size - d;
    if (step < size) return (step * step) / 2;
    if (step < size + d) return (step - size) ** 2 / 2;
    const i = step - size - d;
    return i < d ? (d - i) * (i + 1) : d * n + (n * n) / 2;
  }

  /** Row i of Y'Y up to the diagonal, and its mirror: symmetric to the last bit. */
  #multiply(i: number): void {
    const { d, size } = this;
    const next = this.#next;
    const work = this.#work;
    const n = size - d;
    sums.fill(0, 0, i + 1);
    for (let m = n + i; m < size; m++) factors[m - n - i] = work[rowOf(m) + n + i];
    addRows(work, n + i, d - i, n, i + 1);
    for (let k = 0; k <= i; k++) next[i * size + k] = next[k * size + i] = sums[k];
  }

  /** -(Y'Y H) G^-1, row i of it. */
  #cross(i: number): void {
    const { d, size } = this;
    const next = this.#next;
    const work = this.#work;
    const n = size - d;
    const row = i * size;
    sums.fill(0, 0, n);
    for (let m = 0; m < d; m++) factors[m] = -next[row + m];
    addRows(work, n, d, 0, n);
    let c = n - 1;
    for (; c > 0; c -= 2) {
      const last = rowOf(c);
      const before = last - c;
      const x = sums[c] / work[last + c];
      const y = (sums[c - 1] - x * work[last + c - 1]) / work[before + c - 1];
      for (let k = 0; k < c - 1; k++) sums[k] = sums[k] - x * work[last + k] - y * work[before + k];
      next[row + d + c] = x;
      next[row + d + c - 1] = y;
    }
    if (c === 0) next[row + d] = sums[0] / work[0];
  }

  /** Entry j of w was z_j and is now k_j z_j + c_j, the last entry 1; of the sensors k and c, which repeat in every lag. */
  changeUnits(k: Float64Array, c: Float64Array, sensors: number): void {
    for (const rows of this.arrays) this.#changeUnitsOf(rows, k, c, sensors);
    this.version += 1;
  }

  #changeUnitsOf(rows: Float32Array, k: Float64Array, c: Float64Array, sensors: number): void {
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
  }
}

/** Where row i of a lower triangle begins. */
const rowOf = (i: number): number => (i * (i + 1)) / 2;

/** sums_k += sum_m factors_m A[first + m, column + k] for so many rows and entries of them: four rows at a time. */
function addRows(A: Float64Array, first: number, rows: number, column: number, entries: number): void {
  const s = sums;
  const f = factors;
  let m = 0;
  for (; m + 3 < rows; m += 4) {
    const a = rowOf(first + m) + column;
    const b = a + first + m + 1;
    const c = b + first + m + 2;
    const d = c + first + m + 3;
    const fa = f[m];
    const fb = f[m + 1];
    const fc = f[m + 2];
    const fd = f[m + 3];
    for (let k = 0; k < entries; k++)
      s[k] = s[k] + fa * A[a + k] + fb * A[b + k] + fc * A[c + k] + fd * A[d + k];
  }
  for (; m < rows; m++) {
    const row = rowOf(first + m) + column;
    const factor = f[m];
    for (let k = 0; k < entries; k++) s[k] += factor * A[row + k];
  }
}

/** A = L L': row i of L in place of that of A, those above being L's. Two entries at a time, as both read the row. */
function factorRow(A: Float64Array, i: number): void {
  const row = rowOf(i);
  const least = SMALLEST_PIVOT * A[row + i];
  let k = 0;
  for (; k + 1 < i; k += 2) {
    const other = rowOf(k);
    const next = other + k + 1;
    let even = 0;
    let odd = 0;
    let nextEven = 0;
    let nextOdd = 0;
    for (let m = 0; m < k; m += 2) {
      const a = A[row + m];
      const b = A[row + m + 1];
      even += a * A[other + m];
      odd += b * A[other + m + 1];
      nextEven += a * A[next + m];
      nextOdd += b * A[next + m + 1];
    }
    const entry = (A[row + k] - (even + odd)) / A[other + k];
    A[row + k] = entry;
    nextEven += entry * A[next + k];
    A[row + k + 1] = (A[row + k + 1] - (nextEven + nextOdd)) / A[next + k + 1];
  }
  if (k < i) A[row + k] = (A[row + k] - product(A, row, rowOf(k), k)) / A[rowOf(k) + k];
  const pivot = A[row + i] - product(A, row, row, i);
  A[row + i] = Math.sqrt(Math.max(pivot, least, Number.MIN_VALUE));
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

/** K <- K^-1 of the triangle that begins at row and column n: row i, those above being done. sum_m K_im (K^-1)_mk / -K_ii. */
function invertRow(A: Float64Array, n: number, i: number): void {
  const row = rowOf(i);
  const s = sums;
  s.fill(0, n, i);
  let m = n;
  for (; m + 1 < i; m += 2) {
    const a = A[row + m];
    const b = A[row + m + 1];
    const other = rowOf(m);
    const next = other + m + 1;
    for (let k = n; k <= m; k++) s[k] = s[k] + a * A[other + k] + b * A[next + k];
    s[m + 1] += b * A[next + m + 1];
  }
  if (m < i) {
    const factor = A[row + m];
    const other = rowOf(m);
    for (let k = n; k <= m; k++) s[k] += factor * A[other + k];
  }
  const pivot = 1 / A[row + i];
  for (let k = n; k < i; k++) A[row + k] = -s[k] * pivot;
  A[row + i] = pivot;
}
