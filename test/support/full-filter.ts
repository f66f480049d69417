import { Matrix, inverse } from 'ml-matrix';

import { clip, missing } from './statistics';

/** State as [positions; velocities], A = A1 (x) I, and the Kalman gain from the d x d innovation covariance. */
export class FullFilter {
  C: Matrix;
  V: Matrix;
  P: Matrix;
  x: Matrix;
  readonly r: number;
  spread: number[] = [];
  step = 0;

  constructor(readonly d: number) {
    const r = Math.min(4, Math.max(1, Math.floor(d / 2)));
    this.r = r;
    this.C = Matrix.zeros(d, r);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < r; j++)
        this.C.set(i, j, d === 1 ? 0.3 : 0.3 * Math.sqrt(2) * Math.cos((Math.PI * (i + 0.5) * (j + 1)) / d));
    }
    this.V = Matrix.eye(r);
    this.P = Matrix.diag([1, 3 / 1600]).kroneckerProduct(Matrix.eye(r));
    this.x = Matrix.zeros(2 * r, 1);
  }

  restart(first: boolean): void {
    if (!first) {
      this.V = Matrix.add(this.V, Matrix.eye(this.r));
      this.x = Matrix.zeros(2 * this.r, 1);
    }
    this.spread = new Array<number>(this.d).fill(1);
    this.step = 0;
  }

  innovate(z: number[], dt: number): number[] {
    const { r } = this;
    const rate = Math.sqrt(3) / 40;
    const a = rate * dt;
    const one = new Matrix([
      [1 + a, dt],
      [-rate * a, 1 - a],
    ]).mul(Math.exp(-a));
    const stationary = Matrix.diag([1, 3 / 1600]);
    const Q = Matrix.sub(stationary, one.mmul(stationary).mmul(one.transpose()));
    const A = one.kroneckerProduct(Matrix.eye(r));
    const x = A.mmul(this.x);
    const P = A.mmul(this.P)
      .mmul(A.transpose())
      .add(Q.kroneckerProduct(Matrix.eye(r)));
    const mu = x.subMatrix(0, r - 1, 0, 0);
    const predicted = this.C.mmul(mu).to1DArray();
    const e = z.map((value, j) => value - predicted[j]);
    this.step += 1;
    const rows = e.flatMap((value, j) => (missing(value) ? [] : [j]));
    if (rows.length === 0) {
      this.x = x;
      this.P = P;
      return e;
    }
    const gain = Math.max(0.01, 1 / (this.step + 1));
    const clipped = rows.map((j) => clip(e[j], 3 * this.spread[j]));
    rows.forEach((j, i) => {
      const variance = (1 - gain) * this.spread[j] ** 2 + 1.03 * gain * clipped[i] ** 2;
      this.spread[j] = Math.sqrt(Math.max(variance, 1e-8));
    });
    const Vmu = this.V.mmul(mu);
    const q = Math.max(0, mu.transpose().mmul(Vmu).get(0, 0));
    const C = this.C.selection(rows, [...Array(r).keys()]);
    const H = Matrix.zeros(rows.length, 2 * r).setSubMatrix(C, 0, 0);
    const CPC = H.mmul(P).mmul(H.transpose());
    const S = Matrix.add(CPC, Matrix.eye(rows.length).mul(0.1 + q));
    const K = P.mmul(H.transpose()).mmul(inverse(S));
    this.x = Matrix.add(x, K.mmul(Matrix.columnVector(clipped)));
    this.P = Matrix.sub(P, K.mmul(H).mmul(P));
    const N = q + CPC.trace() / rows.length + 0.1;
    rows.forEach((j, i) => {
      for (let l = 0; l < r; l++) this.C.set(j, l, this.C.get(j, l) + (clipped[i] * Vmu.get(l, 0)) / N);
    });
    this.V = Matrix.sub(this.V, Vmu.mmul(Vmu.transpose()).div(N));
    return e;
  }
}
