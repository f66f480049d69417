import assert from 'node:assert/strict';
import {
  PsmfError,
  PsmfFilter,
  type CustomFunctions,
  type DualFunction,
  type Dynamics,
  type PlainFunction,
} from '../../src';
import { assertClose } from '../support/close';
import { swing } from '../support/custom';
import { Random } from '../support/random';

const frames = new Random(5).frames(40, 4, 2, 0.2);
const settings = { sensors: 4, rank: 2, lag: 3, R: 0.3 } as const;
const custom = (name: string, more: object = {}): Dynamics => ({
  type: 'custom',
  function: name,
  Q: 0.1,
  ...more,
});

const periodic: DualFunction = (theta, x, k) =>
  x.map((value, j) =>
    theta[j]
      .times(2 * Math.PI * k)
      .plus(value)
      .cos(),
  );
const affine: DualFunction = (theta, x) =>
  [0, 1].map((i) => theta[4 + i].plus(theta[2 * i].times(x[0])).plus(theta[2 * i + 1].times(x[1])));
const affinePlain: PlainFunction = (theta, x) =>
  [0, 1].map((i) => theta[4 + i] + theta[2 * i] * x[0] + theta[2 * i + 1] * x[1]);
const fourier: DualFunction = ([A, D, b, c, e, f], [x], k) => [
  A.times(
    b
      .times(2 * Math.PI * k)
      .plus(c.times(x))
      .sin(),
  ).plus(
    D.times(
      e
        .times(2 * Math.PI * k)
        .plus(f.times(x))
        .cos(),
    ),
  ),
];

describe('custom dynamics', () => {
  const twins: readonly (readonly [string, Dynamics, Dynamics, DualFunction, number])[] = [
    [
      'periodic',
      { type: 'periodic', Q: 0.1, theta0: [0.01, 0.03] },
      custom('f', { parameters: 2, theta0: [0.01, 0.03], bounds: [0, 1e6] }),
      periodic,
      2,
    ],
    [
      'affine',
      { type: 'affine', Q: 0.1, theta0: [0.9, 0.1, -0.1, 0.8, 0.2, 0] },
      custom('f', { parameters: 6, theta0: [0.9, 0.1, -0.1, 0.8, 0.2, 0] }),
      affine,
      2,
    ],
    [
      'fourier',
      { type: 'fourier', Q: 0.1, theta0: [0.5, 0.7, 0.02, 0.4, 0.05, 0.6] },
      custom('f', { parameters: 6, theta0: [0.5, 0.7, 0.02, 0.4, 0.05, 0.6], bounds: [0, 1e6] }),
      fourier,
      1,
    ],
  ];
  for (const [name, builtIn, own, f, rank] of twins) {
    for (const robust of [false, true]) {
      it(`written as a function learn as the ${name} model does, ${robust ? 'rPSMF' : 'PSMF'}`, () => {
        const one = new PsmfFilter({ ...settings, rank, robust, dynamics: builtIn });
        const other = new PsmfFilter({ ...settings, rank, robust, dynamics: own, functions: { f } });
        for (const frame of frames) {
          one.learnOne(frame);
          other.learnOne(frame);
          assertClose(other.report().gradient, one.report().gradient, 1e-11, 'gradient');
        }
        assert.ok(one.parameters.length > 0);
        assertClose(other.parameters, one.parameters, 1e-12, 'theta');
        assertClose(other.report().x, one.report().x, 1e-11, 'x');
        assertClose(other.smooth(2).mean, one.smooth(2).mean, 1e-11, 'smoothed');
      });
    }
  }

  it('by sigma points equal the extended filter where f is linear', () => {
    const theta0 = [0.9, 0.1, -0.1, 0.8, 0.2, 0];
    const extended = new PsmfFilter({ ...settings, dynamics: { type: 'affine', Q: 0.1, theta0 } });
    const unscented = new PsmfFilter({
      ...settings,
      dynamics: custom('f', { parameters: 6, theta0, method: 'unscented' }),
      functions: { f: affinePlain },
    });
    for (const frame of frames) {
      extended.learnOne(frame);
      unscented.learnOne(frame);
    }
    assertClose(unscented.report().P.flat(), extended.report().P.flat(), 1e-7, 'P');
    assertClose(unscented.parameters, extended.parameters, 1e-6, 'theta, by differences');
    assertClose(unscented.forecast(5)[4].variance, extended.forecast(5)[4].variance, 1e-7, 'variance');
    assertClose(unscented.smooth(3).mean, extended.smooth(3).mean, 1e-7, 'smoothed');
  });

  it('by sigma points know what a square does to a mean and a variance, which a slope does not', () => {
    const square: PlainFunction = (_, [x]) => [x * x];
    const filter = new PsmfFilter({
      ...{ sensors: 1, rank: 1, x0: [2], P0: 0.5, functions: { square } },
      dynamics: custom('square', { method: 'unscented', Q: 0 }),
    });
    filter.learnOne([NaN]);
    const { x, P } = filter.report();
    assertClose(x, [2 ** 2 + 0.5], 1e-12, 'E x^2 = mean^2 + variance');
    assertClose(P[0], [4 * 2 ** 2 * 0.5 + 2 * 0.5 ** 2], 1e-12, 'Var x^2 of a Gaussian');
  });

  const meddlers: readonly (readonly [string, (values: unknown[]) => void])[] = [
    ['empties', (values) => (values.length = 0)],
    ['shortens', (values) => values.pop()],
    ['lengthens', (values) => values.push(1)],
    ['overwrites', (values) => values.fill(7)],
    ['freezes', (values) => Object.freeze(values)],
  ];
  for (const [what, meddle] of meddlers) {
    for (const method of ['dual', 'unscented'] as const) {
      it(`may do with their arrays what they like: one that ${what} them (${method}) is as good as one that does not`, () => {
        const create = (isMeddling: boolean): PsmfFilter => {
          const f: DualFunction = (theta, x) => {
            const answer = [...x];
            if (isMeddling) [theta, x].forEach((values) => meddle(values as unknown[]));
            return answer;
          };
          return new PsmfFilter({
            ...{ ...settings, functions: { f } },
            dynamics: custom('f', { method, parameters: 2 }),
          });
        };
        const [one, other] = [create(true), create(false)];
        for (const frame of frames.slice(0, 10)) {
          one.learnOne(frame);
          other.learnOne(frame);
        }
        assert.deepEqual(one.snapshot(), other.snapshot());
      });
    }
  }

  it('that return the array they have emptied are refused, and do not hang', () => {
    const f: PlainFunction = (_, x) => {
      (x as number[]).length = 0;
      return x;
    };
    const dynamics = custom('f', { method: 'unscented' });
    const filter = new PsmfFilter({ ...settings, functions: { f }, dynamics });
    assert.throws(() => filter.learnOne(frames[0]), { code: 'BAD_FUNCTION', message: /array of length 0/ });
  });

  const anything = (value: unknown): never => value as never;
  const faults: readonly (readonly [string, DualFunction, RegExp])[] = [
    ['throws', () => assert.fail('no water'), /exception: no water/],
    ['returns too few', (_, x) => [x[0]], /array of length 1/],
    ['returns nothing', () => anything(undefined), /undefined/],
    ['returns a text', () => anything('ab'), /"ab"/],
    ['returns NaN', (_, x) => [x[0], x[1].minus(1e300).log()], /NaN as number 1/],
    ['returns infinity', (_, x) => [x[0], Infinity], /Infinity as number 1/],
    ['returns a text for a number', (_, x) => [x[0], anything('7')], /"7" as number 1/],
  ];
  for (const [what, bad, message] of faults) {
    for (const method of ['dual', 'unscented'] as const) {
      if (method === 'unscented' && what === 'returns NaN') continue; // plain numbers have no log()
      it(`that ${what} (${method}) are refused, and the model is as it was`, () => {
        let isBroken = false;
        const functions: CustomFunctions = {
          f: (...given: Parameters<DualFunction>) => anything(isBroken ? bad(...given) : given[1]),
        };
        const filter = new PsmfFilter({ ...settings, functions, dynamics: custom('f', { method }) });
        const twin = new PsmfFilter({ ...settings, functions, dynamics: custom('f', { method }) });
        for (const frame of frames.slice(0, 10)) {
          filter.learnOne(frame);
          twin.learnOne(frame);
        }
        const before = filter.snapshot();
        const report = filter.report();
        isBroken = true;
        const isClear = (error: unknown): boolean =>
          error instanceof PsmfError && error.code === 'BAD_FUNCTION' && message.test(error.message);
        assert.throws(() => filter.learnOne(frames[10]), isClear);
        assert.throws(() => filter.forecast(2), isClear);
        const { Q, ...others } = filter.report();
        assert.deepEqual(Q.flat(), [0, 0, 0, 0]);
        isBroken = false;
        assert.deepEqual({ ...others, Q: report.Q }, report);
        assert.deepEqual(filter.snapshot(), before);
        for (const frame of frames.slice(10)) {
          filter.learnOne(frame);
          twin.learnOne(frame);
        }
        assert.deepEqual(filter.snapshot(), twin.snapshot());
      });
    }
  }

  it('need their function by name, also to restore a snapshot', () => {
    const dynamics = custom('swing', { parameters: 2, theta0: [0.3, 0.9] });
    const filter = new PsmfFilter({ ...settings, dynamics, functions: { swing } });
    for (const frame of frames.slice(0, 20)) filter.learnOne(frame);
    const stored = filter.snapshot();
    assert.equal(JSON.stringify(stored.config).includes('"swing"'), true);
    const incomplete: readonly (CustomFunctions | undefined)[] = [
      ...[undefined, {}, { other: swing }, { swing: anything(7) }],
    ];
    for (const functions of incomplete) {
      assert.throws(() => PsmfFilter.restore(stored, functions), { code: 'BAD_OPTION' });
      assert.throws(() => new PsmfFilter({ ...settings, dynamics, functions }), { code: 'BAD_OPTION' });
    }
    assert.throws(() => new PsmfFilter({ ...settings, dynamics: custom('toString') }), {
      code: 'BAD_OPTION',
    });
    const restored = PsmfFilter.restore(stored, { swing });
    for (const frame of frames.slice(20)) {
      filter.learnOne(frame);
      restored.learnOne(frame);
    }
    assert.deepEqual(restored.snapshot(), filter.snapshot());
    assert.notDeepEqual(restored.parameters, [0.3, 0.9]);
  });
});
