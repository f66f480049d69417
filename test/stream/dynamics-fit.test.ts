import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { FilterModel, runFit, type FilterModelOptions } from '../../src';
import { dynamicsNames } from '../../src/stream/dynamics-plan';
import { RecentFrames } from '../../src/stream/recent-frames';
import { Random } from '../support/random';

const PERIOD = 30;
const SIZES = [3, 500];
const NAMES = ['a', 'b'];
const truthAt = (t: number): number[] =>
  SIZES.map((size) => 10 * size + size * Math.sin((2 * Math.PI * t) / PERIOD));

function fieldsAt(t: number): Record<string, number> {
  const random = new Random(1000 + t);
  return Object.fromEntries(truthAt(t).map((y, j) => [NAMES[j], y + 0.1 * SIZES[j] * random.normal()]));
}
const learn = (model: FilterModel, t: number, fields: object = fieldsAt(t)): void => {
  model.learnOne({ fields: fields as never, time: 1000 * t, arrival: 1000 * t });
};
const train = (options: FilterModelOptions, frames: number): FilterModel => {
  const model = new FilterModel(options);
  for (let t = 0; t < frames; t++) learn(model, t);
  return model;
};
/** Root mean square error of the forecast of a period, in sizes. */
function forecastError(model: FilterModel, now: number): number {
  const squares = model
    .forecast(PERIOD)
    .flatMap(({ steps, mean }) =>
      truthAt(now + steps - 1).map((truth, j) => ((mean[j] - truth) / SIZES[j]) ** 2),
    );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

describe('a fit of dynamics', () => {
  for (const dynamics of ['periodic', 'fourier', 'affine'] as const) {
    it(`${dynamics}: forecasts better with it than without`, () => {
      const model = train({ dynamics }, 300);
      const before = forecastError(model, 300);
      const { problem, frames, adopt } = model.prepareFit({ restarts: 12, passes: 60 });
      assert.equal(frames, 300);
      adopt(runFit(structuredClone(problem)));
      assert.equal(model.seq, 300);
      const after = forecastError(model, 300);
      assert.ok(after < 0.75 && after < before, `${after}, before ${before}`);
    });
  }

  it('is kept: a restart changes nothing', () => {
    const options = { dynamics: 'periodic', horizon: 3 } as const;
    const model = train(options, 200);
    const { problem, adopt } = model.prepareFit({ restarts: 6, passes: 40 });
    adopt(runFit(problem));
    for (let t = 200; t < 230; t++) learn(model, t);
    const kept = model.snapshot();
    assert.ok(kept);
    const restored = FilterModel.restore(options, { ...kept, data: kept.data.slice() });
    for (let t = 230; t < 400; t++) {
      learn(model, t);
      learn(restored, t);
    }
    assert.deepEqual(restored.snapshot(), model.snapshot());
  });

  it('learns the frames that came while it ran', () => {
    const options = { dynamics: 'periodic' } as const;
    const [one, other] = [train(options, 200), train(options, 200)];
    const result = runFit(one.prepareFit({ restarts: 3, passes: 20 }).problem);
    const early = one.prepareFit({ restarts: 3, passes: 20 });
    const late = other.prepareFit({ restarts: 3, passes: 20 });
    early.adopt(result);
    for (let t = 200; t < 215; t++) {
      learn(one, t);
      learn(other, t);
    }
    late.adopt(result);
    const [first, second] = [one.forecast(5), other.forecast(5)];
    first.forEach(({ mean }, i) =>
      mean.forEach((value, j) => assert.ok(Math.abs(value - second[i].mean[j]) < 1e-9 * Math.abs(value))),
    );
  });

  it('takes units that were widened and a sensor that joined while it ran', () => {
    const model = train({ dynamics: 'affine' }, 150);
    const { problem, adopt } = model.prepareFit({ restarts: 2, passes: 5 });
    const result = runFit(problem);
    for (let t = 150; t < 400; t++) {
      const { a, b } = fieldsAt(t);
      learn(model, t, { a: a + 20 * (t % 7), b, joins: 5 * a });
    }
    adopt(result);
    for (let t = 400; t < 500; t++) learn(model, t, { ...fieldsAt(t), joins: 5 * fieldsAt(t).a });
    for (const { mean, sd } of model.forecast(3)) {
      assert.equal(mean.length, 3);
      assert.ok(mean.every(Number.isFinite) && sd.every((value) => value > 0));
    }
  });

  it('goes on when more frames have come than are remembered', () => {
    const options = { dynamics: 'periodic', rank: 1 } as const;
    const model = train(options, 120);
    const { problem, adopt } = model.prepareFit({ restarts: 1, passes: 2 });
    const result = runFit(problem);
    for (let t = 120; t < 2400; t++) learn(model, t);
    adopt(result);
    assert.equal(model.seq, 2400);
    assert.equal(model.prepareFit().frames, 2000);
  });

  for (const dynamics of dynamicsNames) {
    const isFitted = ['periodic', 'fourier', 'affine'].includes(dynamics);
    it(`${dynamics}: ${isFitted ? 'frames are' : 'no frame is'} remembered for it`, () => {
      const add = Reflect.get<RecentFrames, 'add'>(RecentFrames.prototype, 'add');
      const kept = new Set<RecentFrames>();
      RecentFrames.prototype.add = function (...frame) {
        kept.add(this);
        add.apply(this, frame);
      };
      try {
        train({ dynamics, model: 'rpsmf', standardise: true }, 60);
      } finally {
        RecentFrames.prototype.add = add;
      }
      assert.deepEqual(
        [...kept].map(({ size }) => size),
        isFitted ? [60] : [],
      );
    });
  }

  it('says how many frames it needs, and what it cannot fit', () => {
    const refuse = (model: FilterModel, sentence: RegExp, settings = {}): void =>
      assert.throws(() => model.prepareFit(settings), sentence);
    for (const count of [0, 1, 30, 60, 99])
      refuse(train({ dynamics: 'periodic' }, count), new RegExp(`expected at least 100 .*, got ${count}\\.`));
    refuse(train({ dynamics: 'fourier', rank: 40 }, 200), /expected at least 320 .*, got 200\./);
    for (const options of [{}, { model: 'psmf' }, { dynamics: 'seasonal' }, { dynamics: 'matern' }] as const)
      refuse(train(options, 150), /The dynamics to fit: expected periodic, fourier or affine, got/);
    const model = train({ dynamics: 'periodic' }, 120);
    const before = model.snapshot();
    refuse(model, /fit\.restarts: expected a whole number from 1 to 1000, got 0/, { restarts: 0 });
    refuse(model, /fit\.passes: expected a whole number from 1 to 10000, got "x"/, { passes: 'x' });
    refuse(model, /options of fit: .*, got "restart"/, { restart: 2 });
    refuse(model, /options of fit: .*, got an object of type Map/, new Map());
    const ofFunctionNode = runInNewContext('({ restarts: 2 })') as object;
    assert.equal(model.prepareFit(ofFunctionNode).problem.restarts, 2);
    assert.equal(model.prepareFit({}).problem.restarts, 20);
    assert.deepEqual(model.snapshot(), before);
  });
});
