import assert from 'node:assert/strict';
import { PsmfFilter, type Dynamics } from '../../src';
import { assertClose } from '../support/close';
import { swing } from '../support/custom';
import { Random } from '../support/random';

const models: readonly (readonly [string, Dynamics, number[]])[] = [
  ['periodic', { type: 'periodic', Q: 0 }, [0.02, 0.05]],
  ['affine', { type: 'affine', Q: 0 }, [0.9, 0.1, -0.2, 0.8, 0.3, -0.1]],
  ['fourier', { type: 'fourier', Q: 0 }, Array.from({ length: 12 }, (_, i) => 0.3 + 0.05 * i)],
  ['sinusoid', { type: 'sinusoid', Q: 0 }, [0.7, 0.1, 0.4, 0.6, 0.2, 0.5]],
  ['custom', { type: 'custom', function: 'swing', parameters: 2, Q: 0 }, [0.3, 0.9]],
];

/** With P0 = Q = 0, eta does not depend on theta, and the gradient is the whole derivative of the frame's loss. */
function learn(dynamics: Dynamics, theta0: number[], robust: boolean, missing: number): PsmfFilter {
  const random = new Random(21);
  const frames = random.frames(6, 5, 2, missing);
  const filter = new PsmfFilter({
    ...{ sensors: 5, rank: 2, robust, P0: 0, R: [0.5, 0.6, 0.7, 0.8, 0.9], functions: { swing } },
    C0: random.matrix(5, 2),
    x0: random.vector(2),
    dynamics: { ...dynamics, theta0, learning: 'pass' } as Dynamics,
  });
  filter.learnOne(frames[0]);
  return filter;
}

describe('the gradient of the marginal likelihood', () => {
  for (const [name, dynamics, theta] of models) {
    for (const robust of [false, true]) {
      for (const missing of [0, 0.4]) {
        it(`is its derivative: ${name}, ${robust ? 'rPSMF' : 'PSMF'}, ${missing ? 'gaps' : 'no gaps'}`, () => {
          const filter = learn(dynamics, theta, robust, missing);
          assert.equal(filter.observed < 5, missing > 0);
          const h = 1e-6;
          const slopes = theta.map((_, p) => {
            const [above, below] = [h, -h].map((step) => {
              const shifted = theta.map((value, i) => (i === p ? value + step : value));
              return learn(dynamics, shifted, robust, missing).marginalLoss;
            });
            return (above - below) / (2 * h);
          });
          assert.ok(slopes.some((slope) => Math.abs(slope) > 0.01));
          assertClose(filter.report().gradient, slopes, 1e-7, 'gradient');
        });
      }
    }
  }

  it('is zero where nothing is observed, and theta stays', () => {
    const filter = new PsmfFilter({
      ...{ sensors: 2, rank: 1 },
      dynamics: { type: 'periodic', Q: 0.1, theta0: [0.1] },
    });
    filter.learnOne([1, 2]);
    const moved = filter.parameters;
    assert.notDeepEqual(moved, [0.1]);
    filter.learnOne([NaN, NaN]);
    assert.deepEqual(filter.report().gradient, [0]);
    assert.deepEqual(filter.parameters, moved);
    assert.equal(filter.marginalLoss, 0);
  });

  it('moves theta after a frame, when a pass ends, or not at all', () => {
    const after = (learning: 'frame' | 'pass' | 'never'): number[][] => {
      const dynamics: Dynamics = { type: 'periodic', Q: 0.1, theta0: [0.1], learning };
      const filter = new PsmfFilter({ sensors: 2, rank: 1, dynamics });
      filter.learnOne([1, 2]);
      filter.learnOne([2, 1]);
      const before = filter.parameters;
      filter.updateParameters();
      return [before, filter.parameters];
    };
    assert.notDeepEqual(after('frame')[0], [0.1]);
    assert.deepEqual(after('pass')[0], [0.1]);
    assert.notDeepEqual(after('pass')[1], [0.1]);
    assert.deepEqual(after('never'), [[0.1], [0.1]]);
  });
});
