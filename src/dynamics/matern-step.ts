/**
 * A(dt) and Q(dt) of one Matérn process of order 1, 2 or 3 (nu = 1/2, 3/2, 5/2), recomputed only when dt changes
 * and without allocating, as dt differs at every frame of an irregular stream.
 *
 * A(t) = e^(F t) is a matrix of polynomials times e^(-kappa t).
 * Q(t) is the integral of q v(s) v(s)' over (0, t), v(s) the last column of A(s). Unlike P∞ - A P∞ A' this does not
 * cancel: there, a Matérn-5/2 process loses every digit of its Q when dt is small.
 */
export class MaternStep {
  readonly A: Float64Array;
  readonly Q: Float64Array;
  readonly #order: number;
  readonly #kappa: number;
  /** Q_ij = sum_n products[(i * order + j) * degrees + n] * moment_n, with the spectral density q inside. */
  readonly #products: Float64Array;
  /** moment_n = the integral of s^n e^(-2 kappa s) over (0, t). */
  readonly #moments: Float64Array;
  #dt = NaN;

  constructor(order: number, kappa: number, sigma2: number) {
    this.#order = order;
    this.#kappa = kappa;
    this.A = new Float64Array(order * order);
    this.Q = new Float64Array(order * order);
    this.#moments = new Float64Array(2 * order - 1);
    this.#products = columnProducts(order, kappa, sigma2);
  }

  update(m: Float64Array, dt: number): void {
    const t = m[dt];
    if (t === this.#dt) return;
    this.#dt = t;
    this.#updateTransition();
    this.#updateMoments();
    const { Q } = this;
    const moments = this.#moments;
    const products = this.#products;
    for (let i = 0, p = 0; i < Q.length; i++) {
      let sum = 0;
      for (let n = 0; n < moments.length; n++) sum += products[p++] * moments[n];
      Q[i] = sum;
    }
  }

  #updateTransition(): void {
    const { A } = this;
    const kappa = this.#kappa;
    const t = this.#dt;
    const a = kappa * t;
    const decay = Math.exp(-a);
    if (this.#order === 1) {
      A[0] = 1;
    } else if (this.#order === 2) {
      A[0] = 1 + a;
      A[1] = t;
      A[2] = -kappa * a;
      A[3] = 1 - a;
    } else {
      A[0] = 1 + a + (a * a) / 2;
      A[1] = t + a * t;
      A[2] = (t * t) / 2;
      A[3] = (-kappa * a * a) / 2;
      A[4] = 1 + a - a * a;
      A[5] = t - (a * t) / 2;
      A[6] = kappa * kappa * ((a * a) / 2 - a);
      A[7] = kappa * (a * a - 3 * a);
      A[8] = 1 - 2 * a + (a * a) / 2;
    }
    for (let i = 0; i < A.length; i++) A[i] = decay === 0 ? 0 : decay * A[i];
  }

  /** n!/c^(n+1) times the regularised lower incomplete gamma function of (n + 1, c t), c = 2 kappa. */
  #updateMoments(): void {
    const moments = this.#moments;
    const c = 2 * this.#kappa;
    const u = Math.min(c * this.#dt, 1e3);
    let scale = 1;
    for (let n = 0; n < moments.length; n++) {
      scale *= (n || 1) / c;
      let term = Math.exp(-u);
      let sum = 0;
      if (u > n + 2) {
        // 1 - e^-u (1 + u + ... + u^n/n!): far from cancelling here.
        sum = 1 - term;
        for (let i = 1; i <= n; i++) sum -= term *= u / i;
      } else {
        // e^-u (u^(n+1)/(n+1)! + ...): positive terms only, so small u keeps every digit.
        for (let i = 1; i <= n + 1; i++) term *= u / i;
        for (let i = n + 2; term > sum * 1e-17; i++) {
          sum += term;
          term *= u / i;
        }
      }
      moments[n] = scale * sum;
    }
  }
}

/** The coefficients in s of q v_i(s) v_j(s), e^(-2 kappa s) taken out. */
function columnProducts(order: number, kappa: number, sigma2: number): Float64Array {
  const spectral = [2 * kappa, 4 * kappa ** 3, (16 / 3) * kappa ** 5][order - 1] * sigma2;
  const column = [
    [[1]],
    [
      [0, 1],
      [1, -kappa],
    ],
    [
      [0, 0, 1 / 2],
      [0, 1, -kappa / 2],
      [1, -2 * kappa, kappa ** 2 / 2],
    ],
  ][order - 1];
  const degrees = 2 * order - 1;
  const products = new Float64Array(order * order * degrees);
  for (let i = 0; i < order; i++) {
    for (let j = 0; j < order; j++) {
      const at = (i * order + j) * degrees;
      column[i].forEach((ci, p) =>
        column[j].forEach((cj, q) => (products[at + p + q] += spectral * ci * cj)),
      );
    }
  }
  return products;
}
