import { PsmfFilter, type Dynamics } from '../../src';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const dynamics: Dynamics = {
  type: 'linear',
  A: [
    [0.9, 0.2],
    [-0.1, 0.8],
  ],
  Q: [
    [0.2, 0.05],
    [0.05, 0.1],
  ],
};
const create = (): PsmfFilter => {
  const random = new Random(1);
  return new PsmfFilter({ sensors: 3, rank: 2, dynamics, C0: random.matrix(3, 2), x0: random.vector(2) });
};
const EMPTY = [NaN, NaN, NaN];

describe('linear dynamics', () => {
  it('take n periods in one step as n steps of one', () => {
    for (const periods of [2, 3, 7, 10]) {
      const once = create();
      const often = create();
      once.learnOne(EMPTY, periods);
      for (let i = 0; i < periods; i++) often.learnOne(EMPTY);
      assertClose(once.report().x, often.report().x, 1e-12, 'x');
      assertClose(once.report().P.flat(), often.report().P.flat(), 1e-12, 'P');
    }
  });

  it('round a part of a period to whole ones, at least one', () => {
    const [exact, below, above] = [create(), create(), create()];
    const [twice, nearlyTwice] = [create(), create()];
    twice.learnOne(EMPTY, 2);
    nearlyTwice.learnOne(EMPTY, 1.6);
    assertClose(nearlyTwice.report().x, twice.report().x, 0, 'x');
    exact.learnOne(EMPTY, 1);
    below.learnOne(EMPTY, 0.2);
    above.learnOne(EMPTY, 1.4);
    assertClose(below.report().x, exact.report().x, 0, 'x');
    assertClose(above.report().P.flat(), exact.report().P.flat(), 0, 'P');
  });
});
