import { packedLength, setIdentity, type FactorRow, type Observation, type PackedKernels } from './packed';

/** The kernels on packed matrices for any size, as plain loops: the meaning of the unrolled ones, and their test oracle. */
export function packedLoops(n: number): PackedKernels {
  const product = new Float64Array(n);
  const leftOut = new Float64Array(n);

  /** product = A x, x of another array if one is given; x'A x is returned. */
  const multiply = (m: Float64Array, A: number, x: number, xs = m): number => {
    product.fill(0);
    for (let i = 0, k = A; i < n; i++, k++) {
      for (let j = 0; j < i; j++, k++) {
        product[i] += m[k] * xs[x + j];
        product[j] += m[k] * xs[x + i];
      }
      product[i] += m[k] * xs[x + i];
    }
    return product.reduce((sum, value, i) => sum + xs[x + i] * value, 0);
  };

  const dot = (m: Float64Array, a: number, b: number, length: number): number => {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += m[a + i] * m[b + i];
    return sum;
  };

  /** A -= product product' / N. */
  const downdate = (m: Float64Array, A: number, N: number): void => {
    for (let i = 0, k = A; i < n; i++) {
      for (let j = 0; j <= i; j++, k++) m[k] -= (product[i] * product[j]) / N;
    }
  };

  /** c and A of a regression, from product = A x and x'A x. */
  const correctBy = (m: Float64Array, c: number, A: number, spread: number, by: Observation): void => {
    const N = Math.max(spread, 0) + by.noise;
    for (let i = 0; i < n; i++) m[c + i] += (product[i] * by.target) / N;
    downdate(m, A, N);
    const diagonal = Array.from({ length: n }, (_, i) => m[A + packedLength(i + 1) - 1]);
    if (diagonal.some((entry) => entry < 0)) setIdentity(m, A, n);
    else if (diagonal.reduce((sum, entry) => sum + entry, 0) < n)
      for (let k = A; k < A + packedLength(n); k++) m[k] *= by.factor;
  };

  const project = (m: Float64Array, mu: number, P: number, row: FactorRow): void => {
    row.h = multiply(m, P, row.C);
    row.signal = dot(m, mu, row.C, n + 1);
  };

  return {
    quadratic(m, A, x, out) {
      out.value = multiply(m, A, x);
    },

    dot(m, a, b, out) {
      out.value = dot(m, a, b, n);
    },

    regress(m, c, A, x, observation) {
      correctBy(m, c, A, multiply(m, A, x), observation);
    },

    regressLeftOut(m, c, A, x, t, observation) {
      for (let i = 0; i < n; i++) leftOut[i] = m[x + i] + (i === n - 1 ? 0 : observation.share * m[t + i]);
      correctBy(m, c, A, multiply(m, A, 0, leftOut), observation);
    },

    project(m, mu, P, rows) {
      for (const row of rows) project(m, mu, P, row);
    },

    projectFully(m, mu, P, rows) {
      for (const row of rows) {
        project(m, mu, P, row);
        m.set(product, row.t);
      }
    },

    correct(m, mu, P, rows) {
      for (const { C, corrects, target, effective } of rows) {
        if (corrects !== 1) continue;
        const S = Math.max(multiply(m, P, C), 0) + effective;
        const error = (target - dot(m, mu, C, n + 1)) / S;
        for (let i = 0; i < n; i++) m[mu + i] += product[i] * error;
        downdate(m, P, S);
      }
    },
  };
}
