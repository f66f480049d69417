import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { correctByLoops, type CorrectionSlots } from '../../src/linalg/correction';
import { unrolledCorrection } from '../../src/linalg/kernel-choice';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

function slots(r: number, order: number): CorrectionSlots & { out: number } {
  const size = r * order;
  let end = 0;
  const take = (length: number): number => (end += length) - length;
  return {
    ...{ size, r, order, PBar: take(size * size), G: take(r * r), h: take(r), xBar: take(size) },
    ...{ P: take(size * size), x: take(size), M: take(size * size), T: take(size * size) },
    ...{ TG: take(size * r), z: take(size), out: take(1) },
  };
}

/** The textbook update in ml-matrix: P = PBar - PBar H' (G^-1 + H PBar H')^-1 H PBar, x = xBar + P H'h. */
function textbook(PBar: Matrix, G: Matrix, h: Matrix, xBar: Matrix, H: Matrix) {
  const PH = PBar.mmul(H.transpose());
  const S = inverse(G).add(H.mmul(PH));
  const P = PBar.clone().sub(PH.mmul(inverse(S)).mmul(PH.transpose()));
  const Hh = H.transpose().mmul(h);
  return { P, x: xBar.clone().add(P.mmul(Hh)), explained: Hh.transpose().mmul(P).mmul(Hh).get(0, 0) };
}

function check(
  r: number,
  order: number,
  PBar: number[][],
  run: (m: Float64Array, at: CorrectionSlots & { out: number }) => void,
): void {
  const random = new Random(r);
  const at = slots(r, order);
  const m = new Float64Array(at.out + 1);
  const G = random.covariance(r);
  const h = random.vector(r);
  const xBar = random.vector(at.size);
  m.set(PBar.flat(), at.PBar);
  m.set(G.flat(), at.G);
  m.set(h, at.h);
  m.set(xBar, at.xBar);
  run(m, at);
  const H = Matrix.zeros(r, at.size);
  for (let i = 0; i < r; i++) H.set(i, i * order, 1);
  const expected = textbook(
    new Matrix(PBar),
    new Matrix(G),
    Matrix.columnVector(h),
    Matrix.columnVector(xBar),
    H,
  );
  assertClose(m.subarray(at.P, at.P + at.size ** 2), expected.P.to1DArray(), 1e-10, 'P');
  assertClose(m.subarray(at.x, at.x + at.size), expected.x.to1DArray(), 1e-10, 'x');
  assertClose([m[at.out]], [expected.explained], 1e-10, 'explained');
}

/** Covariance with one direction of no variance. */
function singular(n: number): number[][] {
  const full = new Matrix(new Random(n).covariance(n));
  const last = full.getColumn(n - 1);
  return full
    .clone()
    .sub(
      Matrix.columnVector(last)
        .mmul(Matrix.rowVector(last))
        .div(full.get(n - 1, n - 1)),
    )
    .to2DArray();
}

describe('correction', () => {
  for (let r = 1; r <= 12; r++) {
    const unrolled = unrolledCorrection(r);
    it(`agrees with the textbook at rank ${r}${unrolled ? ', unrolled and as loops' : ', as loops'}`, () => {
      const PBars = [new Random(r).covariance(r), singular(r), Matrix.zeros(r, r).to2DArray()];
      for (const PBar of PBars) {
        check(r, 1, PBar, (m, at) => correctByLoops(m, at, at.out));
        if (unrolled) {
          check(r, 1, PBar, (m, at) => unrolled(m, at.PBar, at.G, at.h, at.xBar, at.P, at.x, at.M, at.out));
        }
      }
    });
  }

  it('stays finite where T G T’ is beyond the precision of I + T G T’', () => {
    for (const r of [2, 3, 6, 12]) {
      const at = slots(r, 1);
      const unrolled = unrolledCorrection(r);
      const c = new Random(r).vector(r);
      for (const scale of [1e8, 1e12, 1e20, 1e40]) {
        const m = new Float64Array(at.out + 1);
        m.set(new Random(r).covariance(r).flat(), at.PBar);
        m.set(
          c.flatMap((a) => c.map((b) => scale * a * b)),
          at.G,
        );
        m.set(
          c.map((a) => scale * a),
          at.h,
        );
        const runs = [
          () => correctByLoops(m, at, at.out),
          () => unrolled?.(m, at.PBar, at.G, at.h, at.xBar, at.P, at.x, at.M, at.out),
        ];
        for (const run of runs) {
          run();
          for (const value of m) assert.ok(Number.isFinite(value), `rank ${r}, scale ${scale}`);
          if (scale > 1e12) continue;
          // One almost exact reading c'x = 1: x must fulfil it.
          const explained = c.reduce((sum, a, i) => sum + a * m[at.x + i], 0);
          assert.ok(Math.abs(explained - 1) < 1e-3, `c'x = ${explained} at rank ${r}, scale ${scale}`);
        }
      }
    }
  });

  it('is unrolled up to rank 10', () => {
    assert.ok(unrolledCorrection(10));
    assert.equal(unrolledCorrection(11), undefined);
  });

  for (const order of [2, 3]) {
    it(`observes only the values of states with ${order} entries a coefficient`, () => {
      for (const r of [1, 2, 5]) {
        check(r, order, new Random(r).covariance(r * order), (m, at) => correctByLoops(m, at, at.out));
      }
    });
  }
});
