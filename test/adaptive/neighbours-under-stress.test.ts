import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import { expertsWithout } from '../support/adaptive';
import { assertNoWorse, D } from '../support/hidden-error';
import { Random } from '../support/random';

/** Every other sensor is out for 50 frames of 90, first the even ones, then the odd ones. */
const halfIsOut = (t: number, j: number): boolean => t % 90 < 50 && j % 2 === Math.floor(t / 90) % 2;

describe('the regression on neighbours under stress', () => {
  it('is not trusted in long gaps that its neighbours share', () => {
    const read = (t: number, random: Random): number[] =>
      Array.from({ length: D }, (_, j) => 0.01 * t * (j + 1) + 0.5 * random.normal());
    assertNoWorse(
      { frames: 2000, read, isHidden: halfIsOut },
      { experts: expertsWithout('regression') },
      1.05,
    );
  });

  it('starts over where a sensor suddenly reads a thousand times as much', () => {
    let level = 0;
    const read = (t: number, random: Random): number[] => {
      level = t === 0 ? 0 : 0.97 * level + 0.3 * random.normal();
      return Array.from(
        { length: D },
        (_, j) => (20 + level + 0.1 * random.normal()) * (j === 0 && t > 700 ? 1000 : 1),
      );
    };
    assertNoWorse(
      { frames: 2000, read, isHidden: halfIsOut },
      { experts: expertsWithout('regression') },
      1.1,
    );
  });

  it('goes on from a snapshot however far a neighbour grows out of its units', () => {
    const random = new Random(3);
    const model = new AdaptiveModel({ sensors: 5 });
    for (let t = 0; t < 2400; t++) {
      const size = 10 ** Math.min(59, t / 20 - 59);
      model.learnOne(random.vector(5).map((y, j) => (j === 0 ? y * size : y)));
      if (t % 20 === 0) AdaptiveModel.restore(model.snapshot());
    }
  });

  it('goes on from a snapshot whatever readings have made of its weights', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const model = new AdaptiveModel({ sensors: 5 });
      for (let t = 0; t < 300; t++) {
        model.learnOne(
          random.vector(5).map((y) => y * 10 ** (random.uniform() < 0.1 ? 58 * random.uniform() : 0)),
        );
        if (t % 20 === 0) AdaptiveModel.restore(model.snapshot());
      }
    }
  });

  it('is refused from a snapshot with a broken count of readings', () => {
    const random = new Random(5);
    const model = new AdaptiveModel({ sensors: D });
    for (let t = 0; t < 400; t++) model.learnOne(random.vector(D));
    const state = model.snapshot();
    const broken = state.data.map((value, i) =>
      i === state.data.lastIndexOf(400 - 1) ? value + 0.5 : value,
    );
    assert.throws(() => AdaptiveModel.restore({ ...state, data: broken }), /regressionCount/);
  });
});
