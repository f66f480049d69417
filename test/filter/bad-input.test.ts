import assert from 'node:assert/strict';
import { PsmfError, PsmfFilter, type FilterOptions } from '../../src';
import { Random } from '../support/random';

const good: FilterOptions = { sensors: 3, rank: 2 };
const anything = (value: unknown): never => value as never;

const badOptions: readonly (readonly [string, Partial<FilterOptions>])[] = [
  ['sensors', { sensors: 0 }],
  ['sensors', { sensors: 2.5 }],
  ['sensors', { sensors: NaN }],
  ['sensors', { sensors: 1e9 }],
  ['rank', { rank: 0 }],
  ['rank', { rank: -1 }],
  ['rank', { rank: 1e6 }],
  ['rank', { rank: anything('2') }],
  ['robust', { robust: anything('yes') }],
  ['variant', { variant: anything('mine') }],
  ['R', { R: 0 }],
  ['R', { R: -1 }],
  ['R', { R: NaN }],
  ['R', { R: [1, 1] }],
  ['R[1]', { R: [1, -1, 1] }],
  ['R[2]', { R: [1, 1, Infinity] }],
  ['C0', { C0: [[1, 2]] }],
  ['C0[1]', { C0: [[1, 2], [1], [1, 2]] }],
  [
    'C0[2][0]',
    {
      C0: [
        [1, 2],
        [1, 2],
        [NaN, 2],
      ],
    },
  ],
  ['V0', { V0: -1 }],
  [
    'V0',
    {
      V0: [
        [1, 2],
        [2, 1],
      ],
    },
  ],
  [
    'V0',
    {
      V0: [
        [1, 0.5],
        [0, 1],
      ],
    },
  ],
  ['V0[0]', { V0: [[1], [2]] }],
  ['x0', { x0: [1] }],
  ['x0[1]', { x0: [1, Infinity] }],
  ['P0', { P0: NaN }],
  ['P0', { P0: [[1]] }],
  [
    'P0',
    {
      P0: [
        [1, 0],
        [0, -1],
      ],
    },
  ],
  ['lambda0', { lambda0: 0 }],
  ['lambdaMax', { lambdaMax: 1 }],
  ['lambdaMax', { lambdaMax: NaN }],
  ['seed', { seed: -1 }],
  ['lag', { lag: -1 }],
  ['lag', { lag: 0.5 }],
  ['dynamics.type', { dynamics: anything({ type: 'magic' }) }],
  ['dynamics.type', { dynamics: anything({ type: 'constructor' }) }],
  ['dynamics.type', { dynamics: anything(null) }],
  ['dynamics.Q', { dynamics: { type: 'random-walk', Q: -1 } }],
  [
    'dynamics.Q',
    {
      dynamics: {
        type: 'random-walk',
        Q: [
          [1, 0],
          [0, -2],
        ],
      },
    },
  ],
  ['dynamics.A', { dynamics: { type: 'linear', A: [[1]], Q: 1 } }],
  [
    'dynamics.A[0][1]',
    {
      dynamics: {
        type: 'linear',
        A: [
          [1, NaN],
          [0, 1],
        ],
        Q: 1,
      },
    },
  ],
  ['dynamics.nu', { dynamics: { type: 'matern', nu: anything(1), sigma2: 1, lengthScale: 1 } }],
  ['dynamics.sigma2', { dynamics: { type: 'matern', nu: 1.5, sigma2: 0, lengthScale: 1 } }],
  ['dynamics.lengthScale', { dynamics: { type: 'matern', nu: 1.5, sigma2: 1, lengthScale: -3 } }],
];

/** Checks the parts every error has, and returns it. */
function psmfError(code: string, run: () => unknown): PsmfError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof PsmfError, String(error));
    assert.equal(error.code, code);
    for (const part of [error.expected, error.got, error.remedy]) {
      assert.ok(part.length > 0);
      assert.ok(error.message.includes(part));
    }
    return error;
  }
  throw new Error('no error was thrown');
}

describe('bad input', () => {
  for (const [name, options] of badOptions) {
    it(`option ${JSON.stringify(options, (_, v: unknown) => (typeof v === 'number' && !Number.isFinite(v) ? String(v) : v))} is refused by name`, () => {
      const error = psmfError('BAD_OPTION', () => new PsmfFilter({ ...good, ...options }));
      assert.ok(error.message.startsWith(`${name}:`), error.message);
    });
  }

  const learned = (): PsmfFilter => {
    const filter = new PsmfFilter({ ...good, lag: 2 });
    for (const frame of new Random(1).frames(5, 3, 2)) filter.learnOne(frame);
    return filter;
  };
  const calls: readonly (readonly [string, string, (filter: PsmfFilter) => unknown])[] = [
    ['a frame that is too short', 'BAD_LENGTH', (filter) => filter.learnOne([1, 2])],
    ['no frame at all', 'BAD_LENGTH', (filter) => filter.learnOne(anything(null))],
    ['a number for a frame', 'BAD_LENGTH', (filter) => filter.learnOne(anything(7))],
    ['a dt that is text', 'BAD_DT', (filter) => filter.learnOne([1, 2, 3], anything('1'))],
    ['a frame that is too long', 'BAD_LENGTH', (filter) => filter.learnOne([1, 2, 3, 4])],
    ...[0, -1, NaN, Infinity, -Infinity].flatMap(
      (dt) =>
        [
          [`dt ${dt} in learnOne`, 'BAD_DT', (filter: PsmfFilter) => filter.learnOne([1, 2, 3], dt)],
          [`dt ${dt} in predictOne`, 'BAD_DT', (filter: PsmfFilter) => filter.predictOne(dt)],
          [`dt ${dt} in forecast`, 'BAD_DT', (filter: PsmfFilter) => filter.forecast(2, dt)],
        ] as const,
    ),
    ...[0, -1, 1.5, NaN, 1e9].map(
      (h) => [`a horizon of ${h}`, 'BAD_HORIZON', (filter: PsmfFilter) => filter.forecast(h)] as const,
    ),
    ...[-1, 0.5, 3, NaN].map(
      (back) => [`a lag of ${back}`, 'BAD_LAG', (filter: PsmfFilter) => filter.smooth(back)] as const,
    ),
    ['a joining row of the wrong length', 'BAD_OPTION', (filter) => filter.addSensor({ row: [1] })],
    ['a joining row that is not finite', 'BAD_OPTION', (filter) => filter.addSensor({ row: [1, NaN] })],
    ['a joining sensor of negative noise', 'BAD_OPTION', (filter) => filter.addSensor({ R: -1 })],
  ];
  for (const [what, code, call] of calls) {
    it(`${what} is refused and changes nothing`, () => {
      const filter = learned();
      const before = filter.snapshot();
      psmfError(code, () => call(filter));
      assert.deepEqual(filter.snapshot(), before);
    });
  }

  it('smoothing without a memory says how to get one', () => {
    const filter = new PsmfFilter(good);
    filter.learnOne([1, 2, 3]);
    assert.match(psmfError('BAD_LAG', () => filter.smooth(1)).message, /option lag \(now 0\)/);
  });

  const state = () => learned().snapshot();
  const spoil = (index: number, value: number) => {
    const { data, ...rest } = state();
    data[index < 0 ? data.length + index : index] = value;
    return { ...rest, data };
  };
  const badStates = [
    ['too few numbers', 'BAD_SNAPSHOT', () => ({ ...state(), data: state().data.slice(1) })],
    ['more sensors than numbers', 'BAD_SNAPSHOT', () => ({ ...state(), sensors: 4 })],
    ['a NaN', 'BAD_SNAPSHOT', () => spoil(8, NaN)],
    ['an infinite entry', 'BAD_SNAPSHOT', () => spoil(-1, Infinity)],
    ['half a frame learned', 'BAD_SNAPSHOT', () => spoil(1, 4.5)],
    ['negative degrees of freedom', 'BAD_SNAPSHOT', () => spoil(3, -1)],
    ['no noise', 'BAD_SNAPSHOT', () => spoil(4, 0)],
    [
      'no data, after a trip through JSON',
      'BAD_SNAPSHOT',
      () => JSON.parse(JSON.stringify(state())) as never,
    ],
    ['nothing in it', 'BAD_SNAPSHOT', () => undefined as never],
    ['options in its place', 'BAD_SNAPSHOT', () => good as never],
    ['a rank of zero', 'BAD_OPTION', () => ({ ...state(), config: { ...state().config, rank: 0 } })],
  ] as const;
  for (const [what, code, make] of badStates) {
    it(`a state with ${what} is refused`, () => {
      psmfError(code, () => PsmfFilter.restore(make()));
    });
  }

  it('an absurd reading is a gap', () => {
    const filter = learned();
    const before = filter.report();
    filter.learnOne([1e300, -1e308, Number.MAX_VALUE]);
    assert.equal(filter.report().outcome, 'empty');
    assert.deepEqual(filter.report().C, before.C);
    filter.learnOne([1, 1, 1e300]);
    assert.equal(filter.report().observed, 2);
  });

  it('a frame that would overflow the model is refused, and the model goes on', () => {
    const filter = new PsmfFilter({ ...good, robust: true });
    const outcomes = Array.from({ length: 50 }, (_, k) => {
      filter.learnOne([9e69, k % 2 === 0 ? -9e69 : 9e69, 1]);
      for (const value of filter.snapshot().data) assert.ok(Number.isFinite(value));
      for (const value of filter.predictOne().variance) assert.ok(Number.isFinite(value));
      return filter.report().outcome;
    });
    assert.ok(outcomes.includes('refused'), outcomes.join());
    filter.learnOne([1, 1, 1]);
    assert.equal(filter.report().outcome, 'learned');
  });

  it('dynamics that run away are held within range, and frames are learned again', () => {
    const A = [
      [10, 0],
      [0, 10],
    ];
    const filter = new PsmfFilter({ ...good, dynamics: { type: 'linear', A, Q: 1 }, x0: [1, 1] });
    for (let k = 0; k < 700; k++) {
      filter.learnOne(k < 500 ? [NaN, NaN, NaN] : [1, 1, 1], 3);
      const { mean, variance } = filter.predictOne();
      for (const value of [...mean, ...variance, ...filter.snapshot().data])
        assert.ok(Number.isFinite(value));
    }
    assert.equal(filter.report().outcome, 'learned');
  });
});
