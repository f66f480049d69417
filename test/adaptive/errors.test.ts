import assert from 'node:assert/strict';
import {
  AdaptiveModel,
  PsmfError,
  type AdaptiveOptions,
  type AdaptiveState,
  type ErrorCode,
} from '../../src';
import { everything, learn } from '../support/adaptive';
import { Random } from '../support/random';

const frames = new Random(6).frames(60, 3, 1, 0.1);

const withCode =
  (code: ErrorCode) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof PsmfError, String(error));
    assert.equal(error.code, code);
    for (const part of [error.expected, error.got, error.remedy]) assert.ok(error.message.includes(part));
    return true;
  };

describe('errors of the adaptive model', () => {
  const badOptions: readonly Partial<Record<keyof AdaptiveOptions, unknown>>[] = [
    { sensors: 0 },
    { sensors: 1.5 },
    { sensors: '3' },
    { sensors: 1e9 },
    { sensors: undefined },
    { maxRank: 0 },
    { maxRank: 16 },
    { seed: -1 },
    { seed: 0.5 },
    { reference: 1 },
  ];
  for (const options of badOptions) {
    it(`refuses the option ${JSON.stringify(options)}`, () => {
      assert.throws(
        () => new AdaptiveModel({ sensors: 3, ...options } as AdaptiveOptions),
        withCode('BAD_OPTION'),
      );
    });
  }

  const misuses: readonly (readonly [string, ErrorCode, (model: AdaptiveModel) => void])[] = [
    ['a frame too short', 'BAD_LENGTH', (model) => model.learnOne([1, 2])],
    ['a frame too long', 'BAD_LENGTH', (model) => model.learnOne([1, 2, 3, 4])],
    ...[0, -1, NaN, Infinity].flatMap((dt): [string, ErrorCode, (model: AdaptiveModel) => void][] => [
      [`dt ${dt} in learnOne`, 'BAD_DT', (model) => model.learnOne([1, 2, 3], dt)],
      [`dt ${dt} in predictOne`, 'BAD_DT', (model) => model.predictOne(dt)],
      [`dt ${dt} in forecast`, 'BAD_DT', (model) => model.forecast(2, dt)],
    ]),
    ...[0, -3, 1.5, NaN, 1e9].map((h): [string, ErrorCode, (model: AdaptiveModel) => void] => [
      `a horizon of ${h}`,
      'BAD_HORIZON',
      (model) => model.forecast(h),
    ]),
  ];
  for (const [name, code, misuse] of misuses) {
    it(`refuses ${name} and stays as it was`, () => {
      const model = new AdaptiveModel({ sensors: 3 });
      learn(model, frames);
      const before = everything(model);
      assert.throws(() => misuse(model), withCode(code));
      assert.deepEqual(everything(model), before);
    });
  }

  it('refuses one sensor too many', () => {
    const model = new AdaptiveModel({ sensors: 100_000 });
    assert.throws(() => model.addSensor(), withCode('TOO_MANY_SENSORS'));
    assert.equal(model.sensors, 100_000);
  });
});

describe('snapshots of the adaptive model that are refused', () => {
  const stateAfter = (count: number): AdaptiveState => {
    const model = new AdaptiveModel({ sensors: 3 });
    learn(model, frames, 0, count);
    return model.snapshot();
  };
  const refuses = (state: AdaptiveState): void => {
    assert.throws(() => AdaptiveModel.restore(state), withCode('BAD_SNAPSHOT'));
  };

  for (const count of [0, 30, 60]) {
    it(`one number too few or too many, after ${count} frames`, () => {
      const { data, ...rest } = stateAfter(count);
      refuses({ ...rest, data: data.slice(0, -1) });
      refuses({ ...rest, data: Float64Array.of(...data, 0) });
      refuses({ ...rest, data: new Float64Array(2) });
    });
  }

  it('for another number of sensors', () => {
    refuses({ ...stateAfter(60), sensors: 4 });
  });

  it('NaN or infinity anywhere', () => {
    const state = stateAfter(60);
    for (let i = 0; i < state.data.length; i++) {
      for (const value of [NaN, Infinity]) {
        const data = state.data.slice();
        data[i] = value;
        refuses({ ...state, data });
      }
    }
  });

  it('a negative number anywhere either is refused or does no harm', () => {
    const state = stateAfter(60);
    let refused = 0;
    for (let i = 0; i < state.data.length; i++) {
      const data = state.data.slice();
      data[i] = -1e9;
      try {
        const model = AdaptiveModel.restore({ ...state, data });
        learn(model, frames);
        for (const value of model.snapshot().data) assert.ok(Number.isFinite(value), `entry ${i}`);
      } catch (error) {
        withCode('BAD_SNAPSHOT')(error);
        refused++;
      }
    }
    assert.ok(refused > 100, `only ${refused} were refused`);
  });

  it('settings out of range', () => {
    const state = stateAfter(60);
    assert.throws(
      () => AdaptiveModel.restore({ ...state, config: { ...state.config, maxRank: 99 } }),
      withCode('BAD_OPTION'),
    );
  });
});
