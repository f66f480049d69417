import { isObserved } from './limits';

/**
 * Kernels over the rows of a dictionary C, d x r and row-major, all inside one flat array `m`.
 * Arguments are offsets into `m`, so that nothing is allocated and no double is boxed on the way.
 * A row whose residual is not `isObserved` contributes nothing.
 */
export interface RowKernels {
  /**
   * Predicts every row and turns the readings at `e` into residuals, in place: yPred_j = c_j'g, e_j -= yPred_j.
   */
  residuals(m: Float64Array, C: number, g: number, d: number, e: number, yPred: number): void;

  /**
   * G = sum c_j c_j' (lower triangle), h = sum e_j c_j; the number of observed rows goes to m[out], sum e_j^2 to
   * m[out + 1]. `zeros` points at r zeros.
   */
  gram(
    m: Float64Array,
    C: number,
    e: number,
    d: number,
    zeros: number,
    G: number,
    h: number,
    out: number,
  ): void;

  /** The same sums, each term weighted by m[w + j]. */
  weightedGram(
    m: Float64Array,
    C: number,
    e: number,
    w: number,
    d: number,
    zeros: number,
    G: number,
    h: number,
    out: number,
  ): void;

  /** c_j += e_j b. */
  addOuter(m: Float64Array, C: number, e: number, d: number, b: number): void;

  /** out_j = c_j' A c_j for every row, observed or not; reads the lower triangle of the symmetric A. */
  quadratics(m: Float64Array, C: number, d: number, A: number, out: number): void;
}

/** The same kernels for any rank, as plain loops: the meaning of the unrolled ones, and their test oracle. */
export function loops(r: number): RowKernels {
  return {
    residuals(m, C, g, d, e, yPred) {
      for (let j = 0, c = C; j < d; j++, c += r) {
        let predicted = 0;
        for (let i = 0; i < r; i++) predicted += m[c + i] * m[g + i];
        m[yPred + j] = predicted;
        m[e + j] -= predicted;
      }
    },

    gram(m, C, e, d, zeros, G, h, out) {
      gramOfRows(m, C, e, NO_WEIGHTS, d, r, zeros, G, h, out);
    },

    weightedGram(m, C, e, w, d, zeros, G, h, out) {
      gramOfRows(m, C, e, w, d, r, zeros, G, h, out);
    },

    addOuter(m, C, e, d, b) {
      for (let j = 0, c = C; j < d; j++, c += r) {
        const residual = m[e + j];
        if (!isObserved(residual)) continue;
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
  out: number,
): void {
  const weighted = w !== NO_WEIGHTS;
  let count = 0;
  let squares = 0;
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
    const ej = m[e + j];
    const ek = k < d ? m[e + k] : 0;
    const en = n < d ? m[e + n] : 0;
    const eq = q < d ? m[e + q] : 0;
    const wj = weighted ? m[w + j] : 1;
    const wk = weighted && k < d ? m[w + k] : 1;
    const wn = weighted && n < d ? m[w + n] : 1;
    const wq = weighted && q < d ? m[w + q] : 1;
    count += 1 + (k < d ? 1 : 0) + (n < d ? 1 : 0) + (q < d ? 1 : 0);
    squares += wj * ej * ej + wk * ek * ek + wn * en * en + wq * eq * eq;
    for (let i = 0; i < r; i++) {
      const cj = wj * m[rowJ + i];
      const ck = wk * m[rowK + i];
      const cn = wn * m[rowN + i];
      const cq = wq * m[rowQ + i];
      const Gi = G + i * r;
      for (let l = 0; l <= i; l++) {
        m[Gi + l] += cj * m[rowJ + l] + ck * m[rowK + l] + cn * m[rowN + l] + cq * m[rowQ + l];
      }
      m[h + i] += ej * cj + ek * ck + en * cn + eq * cq;
    }
    j = observedFrom(m, e, q + 1, d);
  }
  m[out] = count;
  m[out + 1] = squares;
}

/** The first observed row at or after j; d or more when there is none. */
function observedFrom(m: Float64Array, e: number, j: number, d: number): number {
  while (j < d && !isObserved(m[e + j])) j++;
  return j;
}
