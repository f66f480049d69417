import { LuDecomposition, Matrix } from 'ml-matrix';

/** A problem both sides of the comparison start from; R is the same for every sensor, Q and P0 multiples of I. */
export interface PeerOptions {
  readonly C0: readonly (readonly number[])[];
  readonly robust: boolean;
  readonly R: number;
  readonly Q: number;
  readonly V0: number;
  readonly P0: number;
  readonly x0: readonly number[];
  readonly lambda0: number;
}

/** What a peer can be asked for: one step, and where it left the state. */
export interface Peer {
  learnOne(readings: ArrayLike<number>): void;
  state(): { C: number[][]; V: number[][]; x: number[]; P: number[][] };
}

/**
 * The step of PSMF and rPSMF (paper variant, random walk, uniform R) on ml-matrix, written for speed:
 *
 * - every matrix of the posterior is r x r, and one LU solve gives P;
 * - C is kept transposed, r rows of d entries, because ml-matrix allocates each row of each result on its own: a product
 *   that has d rows costs d allocations;
 * - the residuals are an extra row below C', so one weighted product [C'; e'] W [C, e] gives G, h and e'We, and a missing
 *   reading is a zero weight instead of a selection of rows;
 * - whatever can be updated in place is.
 */
export class MlMatrixFilter implements Peer {
  readonly #robust: boolean;
  readonly #R: number;
  readonly #d: number;
  readonly #r: number;
  /** [C'; e'], (r + 1) x d. */
  readonly #CE: Matrix;
  readonly #V: Matrix;
  readonly #Q: Matrix;
  /** 1 x r. */
  readonly #x: Matrix;
  #P: Matrix;
  #noise = 1;
  #lambda: number;
  /** Scratch: x and b = V x / N over one more, zero, entry for the row of residuals; e as a row; weights. */
  readonly #g: Matrix;
  readonly #b: Matrix;
  readonly #e: Matrix;
  readonly #weights: Float64Array;

  constructor(options: PeerOptions) {
    const { C0, x0 } = options;
    this.#d = C0.length;
    this.#r = x0.length;
    this.#robust = options.robust;
    this.#R = options.R;
    this.#lambda = options.lambda0;
    this.#CE = Matrix.zeros(this.#r + 1, this.#d);
    C0.forEach((row, j) => row.forEach((c, i) => this.#CE.set(i, j, c)));
    this.#V = Matrix.eye(this.#r, this.#r, options.V0);
    this.#P = Matrix.eye(this.#r, this.#r, options.P0);
    this.#Q = Matrix.eye(this.#r, this.#r, options.Q);
    this.#x = Matrix.rowVector([...x0]);
    this.#g = Matrix.zeros(this.#r + 1, 1);
    this.#b = Matrix.zeros(1, this.#r + 1);
    this.#e = Matrix.zeros(1, this.#d);
    this.#weights = new Float64Array(this.#d);
  }

  learnOne(readings: ArrayLike<number>): void {
    const d = this.#d;
    const r = this.#r;
    const CE = this.#CE;
    const V = this.#V;
    const x = this.#x;
    const e = this.#e;
    const weights = this.#weights;
    const R = this.#noise * this.#R;

    const PBar = this.#P.add(this.#Q); //                               PBar = P + Q
    const Vg = x.mmul(V); //                                            V symmetric
    const a = Vg.dot(x);
    const weight = 1 / (R + a);

    for (let i = 0; i < r; i++) this.#g.set(i, 0, x.get(0, i));
    const yPred = this.#g.transposeMultiply(CE);
    let observed = 0;
    for (let j = 0; j < d; j++) {
      const residual = readings[j] - yPred.get(0, j);
      const seen = residual === residual;
      if (seen) observed++;
      weights[j] = seen ? weight : 0;
      e.set(0, j, seen ? residual : 0);
      CE.set(r, j, seen ? residual : 0);
    }
    if (observed === 0) return; //                                      x = xBar, P = PBar, in place already

    const gram = CE.mmulByTranspose(weights);
    const G = gram.subMatrix(0, r - 1, 0, r - 1); //                    C'Rbar^-1 C
    const h = gram.subMatrix(r, r, 0, r - 1); //                        e'Rbar^-1 C
    const squares = gram.get(r, r); //                                  e'Rbar^-1 e
    let trace = 0;
    for (let i = 0; i < r; i++) for (let j = 0; j < r; j++) trace += PBar.get(i, j) * G.get(i, j);
    const N = a + R + trace / weight / observed;

    const M = PBar.mmul(G);
    for (let i = 0; i < r; i++) M.set(i, i, M.get(i, i) + 1);
    const P = new LuDecomposition(M).solve(PBar); //                    P = (I + PBar G)^-1 PBar
    const gain = h.mmul(P);
    x.add(gain);

    for (let i = 0; i < r; i++) this.#b.set(0, i, Vg.get(0, i) / N);
    CE.add(this.#b.transposeMultiply(e)); //                            C += e (Vg)'/N
    V.sub(Vg.gram().div(N)); //                                         V -= (Vg)(Vg)'/N

    if (this.#robust) {
      const total = this.#lambda + observed;
      const omega = (this.#lambda + squares - gain.dot(h)) / total;
      V.mul((this.#lambda + squares / weight / N) / total);
      P.mul(omega);
      this.#Q.mul(omega);
      this.#noise *= omega;
      this.#lambda = total;
    }
    this.#P = P;
  }

  state(): { C: number[][]; V: number[][]; x: number[]; P: number[][] } {
    const C = this.#CE.subMatrix(0, this.#r - 1, 0, this.#d - 1).transpose();
    return { C: C.to2DArray(), V: this.#V.to2DArray(), x: this.#x.to1DArray(), P: this.#P.to2DArray() };
  }
}
