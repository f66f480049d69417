/**
 * Least squares of y on x with exponential forgetting, by the matrix inversion lemma: the weights that minimise
 * sum forget^(n-k) (y_k - w'x_k)^2 + forget^n |w|^2 / start.
 */
export class RecursiveRegression {
  readonly weights: Float64Array;
  /** (sum of forget^(n-k) x x' + forget^n I / start)^-1, row-major. */
  readonly #P: Float64Array;
  readonly #Px: Float64Array;
  readonly #forget: number;
  readonly #start: number;

  constructor(size: number, forget: number, start: number) {
    this.weights = new Float64Array(size);
    this.#P = new Float64Array(size * size);
    this.#Px = new Float64Array(size);
    this.#forget = forget;
    this.#start = start;
    this.#restart();
  }

  predict(x: Float64Array): number {
    let y = 0;
    for (let i = 0; i < this.weights.length; i++) y += this.weights[i] * x[i];
    return y;
  }

  /** x'Px: how much the weights' own uncertainty adds, in units of the noise variance. */
  leverage(x: Float64Array): number {
    this.#multiply(x);
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += x[i] * this.#Px[i];
    return Math.max(0, sum);
  }

  /** K = Px/(forget + x'Px);  w <- w + K (y - w'x);  P <- (P - K (Px)')/forget, which never grows beyond its start. */
  learn(x: Float64Array, y: number): void {
    const n = x.length;
    const P = this.#P;
    const Px = this.#Px;
    this.#multiply(x);
    let leverage = 0;
    for (let i = 0; i < n; i++) leverage += x[i] * Px[i];
    if (!(leverage >= 0)) {
      this.#restart();
      return;
    }
    const S = this.#forget + leverage;
    const error = y - this.predict(x);
    const step = 1 / S;
    let trace = 0;
    for (let i = 0; i < n; i++) {
      this.weights[i] += Px[i] * step * error;
      // Written so that (i, l) and (l, i) round alike: P stays symmetric.
      for (let l = 0; l < n; l++) P[i * n + l] -= Px[i] * Px[l] * step;
      trace += P[i * n + i];
    }
    if (trace >= this.#forget * n * this.#start) return;
    for (let i = 0; i < P.length; i++) P[i] /= this.#forget;
  }

  #multiply(x: Float64Array): void {
    const n = x.length;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let l = 0; l < n; l++) sum += this.#P[i * n + l] * x[l];
      this.#Px[i] = sum;
    }
  }

  #restart(): void {
    const n = this.weights.length;
    this.#P.fill(0);
    for (let i = 0; i < n; i++) this.#P[i * (n + 1)] = this.#start;
  }
}
