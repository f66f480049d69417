import { Matrix, inverse } from 'ml-matrix';
import type { Peer, PeerOptions } from './ml-matrix-filter';

/**
 * The same step as one writes it from the paper with ml-matrix at hand: one expression for each equation, the observed
 * rows selected, the posterior in r x r form, nothing tuned. It is what the speed of the tuned peer is to be read
 * against, and an oracle that shares no trick with it.
 */
export class MlMatrixPlainFilter implements Peer {
  readonly #options: PeerOptions;
  readonly #columns: number[];
  readonly #C: Matrix;
  #V: Matrix;
  #x: Matrix;
  #P: Matrix;
  #noise = 1;
  #lambda: number;

  constructor(options: PeerOptions) {
    const r = options.x0.length;
    this.#options = options;
    this.#columns = options.x0.map((_, i) => i);
    this.#C = new Matrix(options.C0.map((row) => [...row]));
    this.#V = Matrix.eye(r, r, options.V0);
    this.#P = Matrix.eye(r, r, options.P0);
    this.#x = Matrix.columnVector([...options.x0]);
    this.#lambda = options.lambda0;
  }

  learnOne(readings: ArrayLike<number>): void {
    const { robust } = this.#options;
    const r = this.#columns.length;
    const R = this.#noise * this.#options.R;
    const x = this.#x;
    const V = this.#V;
    const observed: number[] = [];
    for (let j = 0; j < readings.length; j++) if (!Number.isNaN(readings[j])) observed.push(j);
    const m = observed.length;

    const PBar = Matrix.add(this.#P, Matrix.eye(r, r, this.#noise * this.#options.Q));
    if (m === 0) {
      this.#P = PBar;
      return;
    }
    const C = this.#C.selection(observed, this.#columns);
    const e = Matrix.columnVector(observed.map((j) => readings[j])).sub(C.mmul(x));
    const Vg = V.mmul(x);
    const a = x.dot(Vg);
    const N = a + R + C.mmul(PBar).mul(C).sum() / m;

    const weighted = C.transpose().div(R + a);
    const P = inverse(inverse(PBar).add(weighted.mmul(C)));
    const h = weighted.mmul(e);
    const correction = P.mmul(h);
    const dictionary = e.mmul(Vg.transpose()).div(N);
    observed.forEach((j, k) => {
      this.#C.setRow(j, Matrix.add(this.#C.getRowVector(j), dictionary.getRowVector(k)));
    });

    const squares = e.dot(e);
    const nis = squares / (R + a) - h.dot(correction);
    const total = this.#lambda + m;
    const omega = robust ? (this.#lambda + nis) / total : 1;
    const phi = robust ? (this.#lambda + squares / N) / total : 1;
    this.#x = Matrix.add(x, correction);
    this.#P = P.mul(omega);
    this.#V = Matrix.sub(V, Vg.mmul(Vg.transpose()).div(N)).mul(phi);
    this.#noise *= omega;
    if (robust) this.#lambda = total;
  }

  state(): { C: number[][]; V: number[][]; x: number[]; P: number[][] } {
    return {
      C: this.#C.to2DArray(),
      V: this.#V.to2DArray(),
      x: this.#x.to1DArray(),
      P: this.#P.to2DArray(),
    };
  }
}
