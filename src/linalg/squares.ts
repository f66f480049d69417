/** Kernels on r x r matrices, row-major inside `m`; arguments are offsets, factors stand in slots of `m`. */
export interface SquareKernels {
  /** Sg = S'g, Vg = S Sg, m[out] = |Sg|^2: the product of V = S S' with g, and g'Vg. */
  weigh(m: Float64Array, S: number, g: number, Sg: number, Vg: number, out: number): void;

  /** S -= m[factor] u v'. */
  downdate(m: Float64Array, S: number, u: number, v: number, factor: number): void;

  /** m[out] = tr(A B), both symmetric; entry ij of A stands at A + i row + j column, of B the lower triangle is read. */
  traceProduct(m: Float64Array, A: number, row: number, column: number, B: number, out: number): void;

  /** A and the vector v times m[factor]; reads the lower triangle of the symmetric A and writes both. */
  scaleSymmetric(m: Float64Array, A: number, v: number, factor: number): void;
}

/** The same kernels for any rank, as plain loops: the meaning of the unrolled ones, and their test oracle. */
export function squareLoops(r: number): SquareKernels {
  return {
    weigh(m, S, g, Sg, Vg, out) {
      let square = 0;
      for (let j = 0; j < r; j++) {
        let sum = 0;
        for (let i = 0; i < r; i++) sum += m[S + i * r + j] * m[g + i];
        m[Sg + j] = sum;
        square += sum * sum;
      }
      for (let i = 0; i < r; i++) {
        let sum = 0;
        for (let j = 0; j < r; j++) sum += m[S + i * r + j] * m[Sg + j];
        m[Vg + i] = sum;
      }
      m[out] = square;
    },

    downdate(m, S, u, v, factor) {
      for (let i = 0; i < r; i++) {
        const scaled = m[factor] * m[u + i];
        for (let j = 0; j < r; j++) m[S + i * r + j] -= scaled * m[v + j];
      }
    },

    traceProduct(m, A, row, column, B, out) {
      let trace = 0;
      for (let i = 0; i < r; i++) {
        trace += m[A + i * (row + column)] * m[B + i * (r + 1)];
        for (let j = 0; j < i; j++) trace += 2 * m[A + i * row + j * column] * m[B + i * r + j];
      }
      m[out] = trace;
    },

    scaleSymmetric(m, A, v, factor) {
      const scale = m[factor];
      for (let i = 0; i < r; i++) {
        m[v + i] *= scale;
        for (let j = 0; j <= i; j++) {
          const entry = scale * m[A + i * r + j];
          m[A + i * r + j] = entry;
          m[A + j * r + i] = entry;
        }
      }
    },
  };
}
