import assert from 'node:assert/strict';
import { createModel } from '../../src/dynamics';
import { propagateCovariance, type StateSlots } from '../../src/dynamics/model';
import { assertClose } from '../support/close';
import { functions, modelCases } from '../support/filters';
import { Random } from '../support/random';

const RANK = 2;

function slots(size: number, parameters: number): StateSlots & { length: number; v: number; grad: number } {
  let end = 3;
  const take = (length: number): number => (end += length) - length;
  const square = size * size;
  return {
    ...{ size, dt: 0, k: 1, noise: 2, x: take(size), P: take(square), xBar: take(size), PBar: take(square) },
    ...{ F: take(square), Q: take(square), theta: take(parameters), v: take(size), grad: take(parameters) },
    length: end,
  };
}

describe('contract of every subspace model', () => {
  for (const { name, config } of modelCases) {
    const model = createModel(config, RANK, functions);
    const count = model.parameters?.count ?? 0;
    const at = slots(RANK * model.order, count);
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
      for (let i = 0; i < count; i++) m[at.theta + i] = 0.1 + 0.4 * random.uniform();
      m.set(random.vector(at.size), at.v);
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
        createModel(config, RANK, functions).predict(fresh, at);
        const used = prepare(1, 1);
        model.predict(prepare(7, 2), at);
        model.predict(used, at);
        assert.deepEqual(used, fresh);
      });

      if (count > 0) {
        it('has the gradient of its prediction in theta, by finite differences', () => {
          const m = prepare(1, 1);
          model.accumulateGradient?.(m, at, at.v, at.grad);
          model.accumulateGradient?.(m, at, at.v, at.grad);
          const expected = Array.from({ length: count }, (_, p) => {
            const h = 1e-6;
            const [above, below] = [h, -h].map((step) => {
              const copy = prepare(1, 1);
              copy[at.theta + p] += step;
              model.predict(copy, at);
              let sum = 0;
              for (let i = 0; i < at.size; i++) sum += copy[at.v + i] * copy[at.xBar + i];
              return sum;
            });
            return (2 * (above - below)) / (2 * h);
          });
          assert.ok(expected.some((value) => Math.abs(value) > 0.01));
          assertClose(m.subarray(at.grad, at.grad + count), expected, 1e-7, 'gradient, added twice');
        });
      } else {
        it('has nothing to learn beside the dictionary', () => assert.ok(!('accumulateGradient' in model)));
      }

      it('starts from a covariance of the right size', () => {
        assert.equal(model.initialCovariance().length, square);
      });
    });
  }
});
