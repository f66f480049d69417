import assert from 'node:assert/strict';
import { PsmfFilter } from '../../src';
import { Random } from '../support/random';

const frames = new Random(2).frames(60, 3, 2);
const create = (more: object): PsmfFilter =>
  new PsmfFilter({
    ...{ sensors: 3, rank: 2 },
    dynamics: { type: 'affine', Q: 0.1, theta0: [1, 0, 0, 1, 0, 0], ...more },
  });

describe('steps of theta', () => {
  it('are at most about the rate at first, whatever the size of the gradient', () => {
    for (const scale of [1e-3, 1, 1e6]) {
      const filter = create({ adam: { rate: 0.01 } });
      filter.learnOne(frames[0].map((value) => scale * value));
      filter.learnOne(frames[1].map((value) => scale * value));
      filter.parameters.forEach((value, i) => assert.ok(Math.abs(value - [1, 0, 0, 1, 0, 0][i]) < 0.021));
    }
  });

  it('end at the bounds', () => {
    const filter = create({ adam: { rate: 5 }, bounds: [-0.25, 1.5] });
    let touched = false;
    for (const frame of frames) {
      filter.learnOne(frame);
      for (const value of filter.parameters) {
        assert.ok(value >= -0.25 && value <= 1.5, `${value}`);
        touched ||= value === -0.25 || value === 1.5;
      }
    }
    assert.ok(touched);
  });

  it('leave every number finite under a rate without measure and readings of any size', () => {
    const filter = create({ adam: { rate: 1e6 } });
    frames.forEach((frame, k) => filter.learnOne(frame.map((value) => value * (k % 7 === 3 ? 1e40 : 1))));
    const numbers = [...filter.parameters, ...filter.predictOne().mean, ...filter.snapshot().data];
    assert.ok(numbers.every((value) => Number.isFinite(value)));
  });

  const bad: readonly (readonly [string, object])[] = [
    ['dynamics.theta0', { theta0: [1] }],
    ['dynamics.theta0[0]', { theta0: [NaN, 0, 0, 1, 0, 0] }],
    ['dynamics.theta0[3]', { theta0: [0, 0, 0, 2, 0, 0], bounds: [-1, 1] }],
    ['dynamics.bounds', { bounds: [1, 0] }],
    ['dynamics.bounds', { bounds: [0] }],
    ['dynamics.bounds', { bounds: [0, 1e9] }],
    ['dynamics.draw', { draw: [3, 2] }],
    ['dynamics.learning', { learning: 'always' }],
    ['dynamics.adam.rate', { adam: { rate: 0 } }],
    ['dynamics.adam.beta1', { adam: { beta1: 1 } }],
    ['dynamics.adam.beta2', { adam: { beta2: '0.9' } }],
    ['dynamics.adam.epsilon', { adam: { epsilon: -1 } }],
  ];
  for (const [name, change] of bad) {
    it(`are not begun with ${JSON.stringify(change)}`, () => {
      assert.throws(
        () => create(change),
        (error: Error) => error.message.startsWith(`${name}:`) && 'remedy' in error,
      );
    });
  }

  it('start where drawn, by the seed', () => {
    const draw = (seed: number): number[] =>
      new PsmfFilter({ sensors: 1, rank: 3, seed, dynamics: { type: 'periodic', Q: 1, draw: [0.2, 0.3] } })
        .parameters;
    assert.deepEqual(draw(5), draw(5));
    assert.notDeepEqual(draw(5), draw(6));
    assert.ok(draw(5).every((value) => value >= 0.2 && value <= 0.3));
    assert.equal(new Set(draw(5)).size, 3);
  });

  it('cannot be resumed from a damaged snapshot', () => {
    const filter = create({});
    for (const frame of frames) filter.learnOne(frame);
    const state = filter.snapshot();
    const theta = state.data.indexOf(filter.parameters[0]);
    const square = theta + 3 * 6;
    for (const [at, value] of [
      [theta, 1e7],
      [theta, NaN],
      [square, -1],
      [square + 6, 0.5],
    ]) {
      const data = state.data.slice();
      data[at] = value;
      assert.throws(() => PsmfFilter.restore({ ...state, data }), { code: 'BAD_SNAPSHOT' });
    }
  });
});
