import { unrolled } from './kernels';
import { MAX_SQUARE } from './limits';

/**
 * Kernels over the rows of a dictionary C, d x r and row-major, all inside one flat array `m`.
 * Arguments are offsets into `m`, so that nothing is allocated and no double is boxed on the way.
 * A row whose residual is NaN is not observed and contributes nothing.
 */
export interface RowKernels {
  /**
   * Predicts every row and turns the readings at `e` into residuals, in place:
   * yPred_j = c_j'g, e_j = y_j - yPred_j. A residual that is not a number or whose square reaches MAX_SQUARE
   * becomes NaN. Writes the number of observed rows to m[out] and e'e over them to m[out + 1].
   */
  residuals(m: Float64Array, C: number, g: number, d: number, e: number, yPred: number, out: number): void;

  /** G = sum c_j c_j' (lower triangle), h = sum e_j c_j. `zeros` points at r zeros. */
  gram(m: Float64Array, C: number, e: number, d: number, zeros: number, G: number, h: number): void;

  /** G = sum w_j c_j c_j' (lower triangle), h = sum w_j e_j c_j. */
  weightedGram(
    m: Float64Array,
    C: number,
    e: number,
    w: number,
    d: number,
    zeros: number,
    G: number,
    h: number,
  ): void;

  /** c_j += e_j b. */
  addOuter(m: Float64Array, C: number, e: number, d: number, b: number): void;

  /** out_j = c_j' A c_j for every row, observed or not; reads the lower triangle of the symmetric A. */
  quadratics(m: Float64Array, C: number, d: number, A: number, out: number): void;
}

/** The kernels of one rank: unrolled where the build emitted them, loops above. */
export function rowKernels(r: number): RowKernels {
  return unrolled[r - 1] ?? loops(r);
}

/** The same kernels for any rank, as plain loops: the meaning of the unrolled ones, and their test oracle. */
export function loops(r: number): RowKernels {
  return {
    residuals(m, C, g, d, e, yPred, out) {
      let count = 0;
      let squares = 0;
      for (let j = 0, c = C; j < d; j++, c += r) {
        let predicted = 0;
        for (let i = 0; i < r; i++) predicted += m[c + i] * m[g + i];
        const residual = m[e + j] - predicted;
        const square = residual * residual;
        m[yPred + j] = predicted;
        if (square < MAX_SQUARE) {
          m[e + j] = residual;
          squares += square;
          count++;
        } else {
          m[e + j] = NaN;
        }
      }
      m[out] = count;
      m[out + 1] = squares;
    },

    gram(m, C, e, d, zeros, G, h) {
      gramOfRows(m, C, e, NO_WEIGHTS, d, r, zeros, G, h);
    },

    weightedGram(m, C, e, w, d, zeros, G, h) {
      gramOfRows(m, C, e, w, d, r, zeros, G, h);
    },

    addOuter(m, C, e, d, b) {
      for (let j = 0, c = C; j < d; j++, c += r) {
        const residual = m[e + j];
        if (residual !== residual) continue;
        for (let i = 0; i < r; i++) m[c + i] += residual * m[b + i];
      }
    },

    quadratics(m, C, d, A, out) {
      for (let j = 0, c = C; j < d; j++, c += r) {
        let total = 0;
        for (let i = 0; i < r; i++) {
          let half = 0.5 * m[A + i * r + i] * m[c + i];
          for (let l = 0; l < i; l++) half += m[A + i * r + l] * m[c + l];
          total += m[c + i] * half;
        }
        m[out + j] = 2 * total;
      }
    },
  };
}

const NO_WEIGHTS = -1;

/** Four rows a turn: each entry of G is loaded and stored once for four products. */
function gramOfRows(
  m: Float64Array,
  C: number,
  e: number,
  w: number,
  d: number,
  r: number,
  zeros: number,
  G: number,
  h: number,
): void {
  m.fill(0, G, G + r * r);
  m.fill(0, h, h + r);
  for (let j = observedFrom(m, e, 0, d); j < d;) {
    const k = observedFrom(m, e, j + 1, d);
    const n = observedFrom(m, e, k + 1, d);
    const q = observedFrom(m, e, n + 1, d);
    const rowJ = C + j * r;
    const rowK = k < d ? C + k * r : zeros;
    const rowN = n < d ? C + n * r : zeros;
    const rowQ = q < d ? C + q * r : zeros;
    for (let i = 0; i < r; i++) {
      const cj = w === NO_WEIGHTS ? m[rowJ + i] : m[rowJ + i] * m[w + j];
      const ck = w === NO_WEIGHTS || k >= d ? m[rowK + i] : m[rowK + i] * m[w + k];
      const cn = w === NO_WEIGHTS || n >= d ? m[rowN + i] : m[rowN + i] * m[w + n];
      const cq = w === NO_WEIGHTS || q >= d ? m[rowQ + i] : m[rowQ + i] * m[w + q];
      const Gi = G + i * r;
      for (let l = 0; l <= i; l++) {
        m[Gi + l] += cj * m[rowJ + l] + ck * m[rowK + l] + cn * m[rowN + l] + cq * m[rowQ + l];
      }
      let hi = m[e + j] * cj;
      if (k < d) hi += m[e + k] * ck;
      if (n < d) hi += m[e + n] * cn;
      if (q < d) hi += m[e + q] * cq;
      m[h + i] += hi;
    }
    j = observedFrom(m, e, q + 1, d);
  }
}

/** The first observed row at or after j; d or more when there is none. */
function observedFrom(m: Float64Array, e: number, j: number, d: number): number {
  while (j < d && m[e + j] !== m[e + j]) j++;
  return j;
}
