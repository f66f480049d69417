import assert from 'node:assert/strict';
import { predictBlocks } from '../../src/dynamics/blocks';
import { predictRhythms } from '../../src/dynamics/rhythms';
import { Random } from '../support/random';

/** x, P, xBar, PBar, then dt, k, noise: what the time update reads and writes. */
function place(n: number): Parameters<typeof predictBlocks>[1] {
  const [x, P, xBar, PBar] = [0, n, n + n * n, 2 * n + n * n];
  const end = 2 * (n + n * n);
  return { size: n, x, P, xBar, PBar, F: end, Q: end, theta: end, dt: end, k: end + 1, noise: end + 2 };
}

/** The A of a level and `harmonics` oscillators, as seasonal.ts has it. */
function transition(harmonics: number, turn: number): Float64Array {
  const order = 1 + 2 * harmonics;
  const A = new Float64Array(order * order);
  A[0] = 1;
  for (let h = 1, u = 1; u < order; h++, u += 2) {
    const [cos, sin] = [Math.cos(h * turn), Math.sin(h * turn)];
    A.set([cos - 1, -sin], u);
    A.set([cos, -sin], u * order + u);
    A.set([sin, cos], (u + 1) * order + u);
  }
  return A;
}

describe('predictRhythms', () => {
  for (const [rank, harmonics] of [
    [1, 1],
    [3, 2],
    [8, 4],
    [2, 24],
  ]) {
    it(`is predictBlocks to the last bit, ${rank} coefficients with ${harmonics} harmonics`, () => {
      const order = 1 + 2 * harmonics;
      const n = rank * order;
      const at = place(n);
      const random = new Random(rank);
      const [one, other] = [new Float64Array(at.noise + 1), new Float64Array(at.noise + 1)];
      one.set(random.vector(n), at.x);
      for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++)
          one[at.P + i * n + j] = one[at.P + j * n + i] = random.normal() + (i === j ? n : 0);
      one[at.noise] = 1.7;
      other.set(one);
      const Q = Float64Array.from(random.vector(order * order));
      const A = transition(harmonics, 0.3);
      predictRhythms(one, at, order, A, Q, new Float64Array(order * order));
      predictBlocks(other, at, order, A, Q, new Float64Array(order * order));
      assert.ok(one.some((value, i) => i >= at.PBar && value !== 0));
      assert.deepEqual(one, other);
    });
  }
});
