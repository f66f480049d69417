import assert from 'node:assert/strict';
import { Matrix, inverse, solve } from 'ml-matrix';
import { JointRegression } from '../../src/ensemble/joint-regression';
import { MomentMatrix } from '../../src/ensemble/moment-matrix';
import { nextNormal } from '../../src/random';

const d = 4;
const size = d + 3;

/** w = (z, two other inputs, 1), correlated. */
function drawFrames(count: number): Float64Array[] {
  const state = Float64Array.of(7);
  return Array.from({ length: count }, () => {
    const [a, b] = [nextNormal(state, 0), nextNormal(state, 0)];
    const z = Array.from({ length: d }, (_, j) => a * (j + 1) - b * j + 0.3 * nextNormal(state, 0));
    return Float64Array.of(...z, a + nextNormal(state, 0), b + nextNormal(state, 0), 1);
  });
}

const RIDGE = 0.5;

/** Ridge on all coefficients but that of the constant, which the joint precision has: M + diag(ridge). */
function regress(M: Matrix, w: Float64Array, missing: readonly number[]): number[] {
  const seen = [...w.keys()].filter((i) => !missing.includes(i));
  const A = M.subMatrixRow(seen, 0).selection(
    seen.map((_, i) => i),
    seen,
  );
  if (missing.length === 0) return [];
  const weights = solve(A, M.selection(seen, [...missing]));
  return missing.map((_, k) => seen.reduce((sum, i, row) => sum + weights.get(row, k) * w[i], 0));
}

describe('all regressions from one precision matrix', () => {
  const frames = drawFrames(300);
  const moments = new MomentMatrix(d, 0, size - d - 1);
  for (const frame of frames) moments.learn(frame, 1);
  const flat = new Float64Array((size * (size + 1)) / 2);
  moments.copyAll(flat);
  const place = (i: number): number => (i + size - d) % size;
  const M = Matrix.zeros(size, size);
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++) {
      const [row, column] = [Math.max(place(i), place(k)), Math.min(place(i), place(k))];
      M.set(i, k, flat[(row * (row + 1)) / 2 + column] + (i === k && i < size - 1 ? RIDGE : 0));
    }
  const precision = { rows: Float64Array.from(inverse(M).to1DArray()), version: 1 };

  it('has the moments of the frames', () => {
    const sum = frames.reduce((total, frame) => total + frame[1] * frame[3], 0);
    assert.ok(Math.abs(flat[(place(3) * (place(3) + 1)) / 2 + place(1)] - sum) < 1e-5 * Math.abs(sum));
  });

  for (const missing of [[], [2], [0, 3], [0, 1, 2, 3]]) {
    it(`fills ${missing.length} gaps, and leaves each other one out, as a regression solved by itself does`, () => {
      const joint = new JointRegression(d, size);
      const w = drawFrames(301)[300].slice();
      const isMissing = Uint8Array.from({ length: d }, (_, j) => (missing.includes(j) ? 1 : 0));
      const filled = w.slice();
      joint.solve(precision, filled, isMissing, true);
      regress(M, w, missing).forEach((expected, k) =>
        assert.ok(Math.abs(filled[missing[k]] - expected) < 1e-8, `${filled[missing[k]]} ${expected}`),
      );
      for (let j = 0; j < d; j++) {
        if (missing.includes(j)) continue;
        const [expected] = regress(M, w, [j, ...missing]);
        assert.ok(Math.abs(w[j] - joint.residual[j] - expected) < 1e-8);
      }
    });
  }

  it('has the moments of other units after a change of units', () => {
    const k = Float64Array.of(2, 0.5, 1, 3);
    const c = Float64Array.of(-1, 4, 0, 0.25);
    const changed = new MomentMatrix(d, 0, size - d - 1);
    const direct = new MomentMatrix(d, 0, size - d - 1);
    for (const frame of frames) {
      changed.learn(frame, 0.99);
      direct.learn(
        frame.map((value, i) => (i < d ? k[i] * value + c[i] : value)),
        0.99,
      );
    }
    changed.changeUnits(k, c);
    changed.M.forEach((value, i) =>
      assert.ok(Math.abs(value - direct.M[i]) < 1e-5 * (1 + Math.abs(direct.M[i]))),
    );
  });
});
