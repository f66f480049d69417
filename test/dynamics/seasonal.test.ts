import assert from 'node:assert/strict';
import { PsmfFilter, type Dynamics } from '../../src';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const dynamics: Dynamics = {
  type: 'seasonal',
  periodSeconds: 86400,
  frameSeconds: 3600,
  harmonics: 2,
  Q: 0.01,
};
const EMPTY = [NaN, NaN];
const create = (more: object = {}): PsmfFilter => {
  const random = new Random(3);
  return new PsmfFilter({ sensors: 2, rank: 2, dynamics, x0: random.vector(10), ...more });
};

/** A level and two harmonics of a day. */
const daily = (hour: number, phase: number): number =>
  5 + Math.sin((2 * Math.PI * hour) / 24 + phase) + 0.5 * Math.cos((4 * Math.PI * hour) / 24 - phase);

describe('seasonal dynamics', () => {
  it('take two steps as one of their sum, however uneven', () => {
    for (const [first, second] of [
      [1, 1],
      [0.3, 2.9],
      [7.5, 0.01],
    ]) {
      const often = create();
      const once = create();
      often.learnOne(EMPTY, first);
      often.learnOne(EMPTY, second);
      once.learnOne(EMPTY, first + second);
      assertClose(once.report().x, often.report().x, 1e-12, 'x');
      assertClose(once.report().P.flat(), often.report().P.flat(), 1e-12, 'P');
    }
  });

  it('come back after a whole period, less what the noise adds', () => {
    const filter = create();
    const before = filter.report();
    filter.learnOne(EMPTY, 24);
    const after = filter.report();
    assertClose(after.x, before.x, 1e-12, 'x');
    assert.ok(Math.abs(after.P[0][0] - before.P[0][0] - 24 * (0.01 + 2 * 0.001)) < 1e-12);
    assert.ok(Math.abs(after.P[1][1] - before.P[1][1] - 24 * 0.001) < 1e-12);
  });

  it('learn a rhythm from gappy, uneven frames and forecast the next day', () => {
    const random = new Random(8);
    const filter = new PsmfFilter({
      ...{ sensors: 2, rank: 2, dynamics, R: 0.01, V0: 1e-4 },
      C0: [
        [1, 0],
        [0, 1],
      ],
    });
    let hour = 0;
    for (let k = 0; k < 500; k++) {
      const dt = 0.5 + random.uniform();
      hour += dt;
      const frame = [0, 1].map((j) =>
        random.uniform() < 0.2 ? NaN : daily(hour, j) + 0.1 * random.normal(),
      );
      filter.learnOne(frame, dt);
    }
    filter.forecast(24).forEach(({ mean, variance }, i) => {
      for (const j of [0, 1]) {
        const error = Math.abs(mean[j] - daily(hour + i + 1, j));
        assert.ok(error < 0.45, `sensor ${j}, ${i + 1} h ahead: off by ${error}`);
        assert.ok(error < 3 * Math.sqrt(variance[j]));
      }
    });
  });

  const bad: readonly (readonly [string, object])[] = [
    ['dynamics.periodSeconds', { periodSeconds: 0 }],
    ['dynamics.frameSeconds', { frameSeconds: -1 }],
    ['dynamics.harmonics', { harmonics: 0 }],
    ['dynamics.harmonics', { harmonics: 1.5 }],
    ['dynamics.Q', { Q: -1 }],
    ['dynamics.Q', { Q: [[1]] }],
    ['dynamics.seasonQ', { seasonQ: NaN }],
  ];
  for (const [name, change] of bad) {
    it(`refuse ${JSON.stringify(change)}`, () => {
      assert.throws(
        () => create({ dynamics: { ...dynamics, ...change } }),
        (error: Error) => error.message.startsWith(`${name}:`),
      );
    });
  }
});
