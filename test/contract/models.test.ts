import assert from 'node:assert/strict';
import { createModel } from '../../src/models';
import { propagateCovariance, type StateSlots } from '../../src/models/model';
import { assertClose } from '../support/close';
import { modelCases } from '../support/filters';
import { Random } from '../support/random';

const RANK = 2;

function slots(size: number): StateSlots & { length: number } {
  let end = 3;
  const take = (length: number): number => (end += length) - length;
  const square = size * size;
  return {
    ...{ size, dt: 0, k: 1, noise: 2, x: take(size), P: take(square), xBar: take(size), PBar: take(square) },
    ...{ F: take(square), Q: take(square), length: end },
  };
}

describe('contract of every subspace model', () => {
  for (const { name, config } of modelCases) {
    const model = createModel(config, RANK);
    const at = slots(RANK * model.order);
    const square = at.size ** 2;

    /** The model's array before the frame. */
    const prepare = (dt: number, noise: number): Float64Array => {
      const random = new Random(4);
      const m = new Float64Array(at.length);
      m[at.dt] = dt;
      m[at.k] = 3;
      m[at.noise] = noise;
      m.set(random.vector(at.size), at.x);
      m.set(random.covariance(at.size).flat(), at.P);
      return m;
    };

    describe(name, () => {
      it('predicts what its linearisation says: PBar = F P F’ + Q', () => {
        for (const dt of [0.25, 1, 2, 6.5]) {
          for (const noise of [1, 0.01]) {
            const predicted = prepare(dt, noise);
            const dense = prepare(dt, noise);
            model.predict(predicted, at);
            model.linearise(dense, at);
            propagateCovariance(dense, at, new Float64Array(square));
            assertClose(
              predicted.subarray(at.xBar, at.xBar + at.size),
              dense.subarray(at.xBar, at.xBar + at.size),
              1e-12,
              'xBar',
            );
            assertClose(
              predicted.subarray(at.PBar, at.PBar + square),
              dense.subarray(at.PBar, at.PBar + square),
              1e-12,
              'PBar',
            );
          }
        }
      });

      it('has the Jacobian of its prediction, by finite differences', () => {
        const m = prepare(1, 1);
        model.linearise(m, at);
        for (let j = 0; j < at.size; j++) {
          const h = 1e-6;
          const shifted = [h, -h].map((step) => {
            const copy = prepare(1, 1);
            copy[at.x + j] += step;
            model.predict(copy, at);
            return copy.slice(at.xBar, at.xBar + at.size);
          });
          const difference = shifted[0].map((value, i) => (value - shifted[1][i]) / (2 * h));
          const column = Array.from({ length: at.size }, (_, i) => m[at.F + i * at.size + j]);
          assertClose(difference, column, 1e-8, `column ${j} of F`);
        }
      });

      it('leaves x, P and time alone, and scales its noise', () => {
        const m = prepare(1.5, 1);
        const before = m.slice(0, at.xBar);
        model.predict(m, at);
        model.linearise(m, at);
        assert.deepEqual(m.slice(0, at.xBar), before);
        const loud = prepare(1.5, 9);
        model.linearise(loud, at);
        for (let i = 0; i < square; i++) assertClose([loud[at.Q + i]], [9 * m[at.Q + i]], 1e-12, 'Q');
      });

      it('remembers nothing between calls', () => {
        const fresh = prepare(1, 1);
        createModel(config, RANK).predict(fresh, at);
        const used = prepare(1, 1);
        model.predict(prepare(7, 2), at);
        model.predict(used, at);
        assert.deepEqual(used, fresh);
      });

      it('starts from a covariance of the right size', () => {
        assert.equal(model.initialCovariance().length, square);
      });
    });
  }
});
