import assert from 'node:assert/strict';
import {
  AdaptiveModel,
  Imputer,
  PsmfError,
  PsmfFilter,
  seal,
  type FilterState,
  type Snapshot,
} from '../../src';
import { scalar } from '../../src/filter/layout';
import { simulateFrames } from '../frame/simulation';

const hasCode =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof PsmfError && error.code === code;
const readings = simulateFrames(100, 4).map((frame) => Object.values(frame));

describe('a state no filter can have', () => {
  const filter = new PsmfFilter({ sensors: 4, rank: 2, robust: true });
  for (const frame of readings) filter.learnOne(frame);
  const state = filter.snapshot();
  /** Scalars, x, P, S, C, R. */
  const at = { lambda: scalar.lambda, noise: scalar.noise, x: 6, P: 8, S: 12, C: 16, R: 24 };
  const lies: readonly (readonly [string, Readonly<Record<number, number>>])[] = [
    ['P and C at 1e139', { [at.P]: 1e139, [at.P + 3]: 1e139, [at.C]: 1e139 }],
    ['lambda of 1e-320', { [at.lambda]: 1e-320 }],
    ['noise of 1e-320', { [at.noise]: 1e-320 }],
    ['R of 1e-320', { [at.R]: 1e-320 }],
    ['an indefinite P', { [at.P]: 1, [at.P + 1]: 2, [at.P + 2]: 2, [at.P + 3]: 1 }],
    ['an asymmetric P', { [at.P]: 1, [at.P + 1]: 0.5, [at.P + 2]: 0, [at.P + 3]: 1 }],
    ['a negative variance', { [at.P]: -1e-300, [at.P + 1]: 0, [at.P + 2]: 0 }],
    ['a covariance without variance', { [at.P]: 0, [at.P + 1]: 1, [at.P + 2]: 1 }],
  ];

  it('is what the tests below make of one it has', () => {
    assert.equal(state.data.length, 28);
    assert.equal(PsmfFilter.restore(state).seq, 100);
  });

  it('is none whose variances are so small that they have no digits left', () => {
    const data = state.data.slice();
    data.set([1e-323, 5e-162, 5e-162, 1], at.P);
    assert.equal(PsmfFilter.restore({ ...state, data }).seq, 100);
    data.set([0, 1e-170, 1e-170, 1], at.P);
    assert.equal(PsmfFilter.restore({ ...state, data }).seq, 100);
  });

  for (const [name, changes] of lies) {
    it(`is refused: ${name}`, () => {
      const data = state.data.slice();
      for (const [i, value] of Object.entries(changes)) data[Number(i)] = value;
      const lie: FilterState = { ...state, data };
      assert.throws(() => PsmfFilter.restore(lie), hasCode('BAD_SNAPSHOT'));
    });
  }

  it('is refused: settings that ask for more memory than there is, by the length of its data', () => {
    const dynamics = { type: 'seasonal', periodSeconds: 60, frameSeconds: 1, harmonics: 24, Q: 1 } as const;
    const config = { ...state.config, rank: 256, lag: 10_000, dynamics };
    assert.throws(() => PsmfFilter.restore({ ...state, config }), hasCode('BAD_SNAPSHOT'));
    assert.throws(() => PsmfFilter.restore({ ...state, sensors: 100_000 }), hasCode('BAD_SNAPSHOT'));
  });

  it('is refused: an imputer with negative or broken counts', () => {
    const imputer = new Imputer(2);
    imputer.learnOne([1, NaN]);
    for (const [i, value] of [
      [0, -1],
      [0, 0.5],
      [2, -1],
      [3, -1],
      [7, 1e-320],
      [1, 1e300],
    ] as const) {
      const data = imputer.snapshot();
      data[i] = value;
      assert.throws(() => Imputer.restore(data), hasCode('BAD_SNAPSHOT'), `${value} at ${i}`);
    }
  });
});

describe('options', () => {
  it('are copied: what the caller does to them later has no effect', () => {
    const V0 = [
      [2, 0],
      [0, 2],
    ];
    const A = [
      [0.9, 0],
      [0, 0.9],
    ];
    const filter = new PsmfFilter({ sensors: 3, rank: 2, V0, dynamics: { type: 'linear', A, Q: 0.1 } });
    const before = structuredClone(filter.config);
    V0[0][0] = 99;
    A[0][0] = 99;
    assert.deepEqual(filter.config, before);
  });

  it('of a call that are no object are refused, and nothing changes', () => {
    const filter = new PsmfFilter({ sensors: 3, rank: 2 });
    const before = filter.snapshot();
    for (const options of [null, 5, 'x'] as never[]) {
      assert.throws(() => filter.addSensor(options), hasCode('BAD_OPTION'));
      assert.throws(() => filter.startPass(options), hasCode('BAD_OPTION'));
    }
    assert.deepEqual(filter.snapshot(), before);
  });

  for (const dt of [5n, Symbol('dt'), () => 1, {}, '1', null] as unknown as number[]) {
    it(`dt: refuses a ${typeof dt} with a sentence`, () => {
      const frame = [1, 2, 3];
      for (const model of [new PsmfFilter({ sensors: 3, rank: 2 }), new AdaptiveModel({ sensors: 3 })])
        assert.throws(() => model.learnOne(frame, dt), hasCode('BAD_DT'));
    });
  }
});

describe('seal', () => {
  const good: Snapshot = { node: 'n', key: '', seq: 1, time: null, meta: {}, data: new Float64Array(1) };
  const bad: readonly object[] = [
    ...[{ node: 5 }, { key: null }, { seq: -1 }, { seq: 0.5 }, { time: NaN }, { time: Infinity }],
    ...[{ meta: null }, { meta: 5 }, { meta: { a: { b: 5n } } }, { data: new Float64Array(9e6) }],
    { data: Float64Array.from({ length: 6.5e6 }, (_, i) => Math.sin(i) * 2 ** (((i * 7919) % 2000) - 1000)) },
  ];
  for (const changes of bad) {
    it(`refuses what open would: ${Object.keys(changes)[0]}`, () => {
      assert.throws(() => seal({ ...good, ...changes }), hasCode('BAD_SNAPSHOT'));
    });
  }
});
