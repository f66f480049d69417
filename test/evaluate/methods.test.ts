import assert from 'node:assert/strict';
import { Matrix, solve } from 'ml-matrix';
import { createMethods, methodNames, type MethodName } from '../../src/evaluate/methods';
import { Adaptive } from '../../src/evaluate/methods/adaptive';
import { LastValue } from '../../src/evaluate/methods/last-value';
import { PaperFilter } from '../../src/evaluate/methods/psmf';
import { RunningMean } from '../../src/evaluate/methods/running-mean';
import { PsmfFilter } from '../../src/filter/psmf-filter';
import { ImputeModel } from '../../src/stream/impute-model';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const D = 5;
const names = Object.keys(methodNames) as MethodName[];

function frames(count: number, seed = 1): Float64Array[] {
  return new Random(seed).frames(count, D, 2, 0.25);
}

/** Estimates of every gap, in order; readings count for nothing. */
function estimates(name: MethodName, stream: readonly Float64Array[]): number[] {
  const method = createMethods(D, 1)[name];
  return stream.flatMap((frame) => {
    method.learnOne(frame, 1);
    return Array.from(frame, (reading, j) =>
      Number.isNaN(reading) ? [method.mean[j], method.variance[j]] : [],
    ).flat();
  });
}

/** Methods that say nothing of how far off they may be. */
const WITHOUT_INTERVALS = new Set(['last', 'joint', 'seasonal', 'naive']);

describe('methods', () => {
  for (const name of names) {
    describe(name, () => {
      it('does the same twice', () => {
        assert.deepEqual(estimates(name, frames(200)), estimates(name, frames(200)));
      });

      it('knows nothing of the future', () => {
        const all = estimates(name, frames(200));
        const part = estimates(name, frames(200).slice(0, 150));
        assert.deepEqual(all.slice(0, part.length), part);
      });

      it('does not keep the frame it was given', () => {
        const method = createMethods(D, 1)[name];
        const expected = estimates(name, frames(150));
        const reused = new Float64Array(D);
        const got = frames(150).flatMap((frame) => {
          reused.set(frame);
          method.learnOne(reused, 1);
          const gaps = Array.from(frame, (y, j) =>
            Number.isNaN(y) ? [method.mean[j], method.variance[j]] : [],
          ).flat();
          reused.fill(1e9);
          return gaps;
        });
        assert.deepEqual(got, expected);
      });

      it('has an estimate for every gap once each sensor has been read, and intervals all or never', () => {
        const empty = Array.from({ length: 30 }, () => new Float64Array(D).fill(NaN));
        const got = estimates(name, [...frames(150), ...empty]).slice(-30 * D * 2);
        assert.ok(got.filter((_, i) => i % 2 === 0).every(Number.isFinite));
        const variances = got.filter((_, i) => i % 2 === 1);
        assert.ok(
          WITHOUT_INTERVALS.has(name)
            ? variances.every(Number.isNaN)
            : variances.every((v) => v > 0 && v < Infinity),
        );
      });

      it('survives a sensor that never speaks, one that never moves, one that joins late, and huge values', () => {
        const random = new Random(2);
        const method = createMethods(D, 1)[name];
        for (let k = 0; k < 400; k++) {
          const spike = k % 97 === 0 ? 1e9 : 0;
          method.learnOne(
            Float64Array.of(
              NaN,
              4,
              k < 200 ? NaN : random.normal(),
              random.normal() + spike,
              k % 3 === 0 ? NaN : k,
            ),
            1,
          );
        }
        method.learnOne(new Float64Array(D).fill(NaN), 1);
        assert.ok([1, 2, 3, 4].every((j) => Number.isFinite(method.mean[j])));
      });

      it('works with a single sensor', () => {
        const method = createMethods(1, 1)[name];
        const random = new Random(4);
        for (let k = 0; k < 200; k++)
          method.learnOne(Float64Array.of(k % 5 === 4 ? NaN : random.normal()), 1);
        assert.ok(Number.isFinite(method.mean[0]));
      });
    });
  }

  it('adaptive is the imputation of a stream, by the times of the frames where they have any', () => {
    const sensors = Array.from({ length: D }, (_, j) => `s${j}`);
    const estimatesOf = (isTimed: boolean): number[] => {
      const random = new Random(7);
      const method = new Adaptive(D);
      const model = new ImputeModel({ sensors });
      let time = Date.UTC(2024, 0, 1);
      return frames(150).flatMap((frame) => {
        time += 60_000 * (0.5 + 2 * random.uniform());
        const own = isTimed ? time : null;
        method.learnOne(frame, 1, own);
        const fields = Object.fromEntries(sensors.map((name, j) => [name, frame[j]]));
        const { estimate, sd } = model.learnOne({ fields, time: own, arrival: isTimed ? time : 0 });
        assert.deepEqual(method.mean, estimate);
        assert.deepEqual(
          method.variance,
          sd.map((value) => value * value),
        );
        return [...method.mean];
      });
    };
    const [timed, untimed] = [estimatesOf(true), estimatesOf(false)];
    assert.deepEqual(timed.slice(0, 40 * D), untimed.slice(0, 40 * D));
    assert.notDeepEqual(timed, untimed);
  });

  it('last value is the last value', () => {
    const method = new LastValue(2);
    method.learnOne(Float64Array.of(1, NaN));
    method.learnOne(Float64Array.of(NaN, NaN));
    assert.deepEqual([...method.mean], [1, NaN]);
    method.learnOne(Float64Array.of(3, 4));
    assert.deepEqual([...method.mean], [3, 4]);
  });

  it('running mean and variance are those of the batch, also far from zero', () => {
    const stream = frames(300).map((frame) => frame.map((y) => 1e6 + y));
    const method = new RunningMean(D);
    for (const frame of stream) method.learnOne(frame);
    for (let j = 0; j < D; j++) {
      const seen = Matrix.columnVector(stream.map((frame) => frame[j]).filter(Number.isFinite));
      assertClose([method.mean[j]], [seen.mean()], 1e-12);
      assertClose([method.variance[j]], [Number(seen.variance())], 1e-6);
    }
  });

  it("the paper's filter uses the paper's settings, in raw units", () => {
    // One frame of PSMF from C0 = c, x0 = x by hand: x and P by one linear solve, y_0 missing.
    const method = new PaperFilter(2, false, 5);
    method.learnOne(Float64Array.of(NaN, 7), 1);
    const state = new Random(5);
    const x = state.uniform();
    const c = [state.uniform(), state.uniform()];
    const P = 1 + 0.1;
    const a = x * 2 * x;
    const S = solve(Matrix.eye(1).mul(c[1] * P * c[1] + 10 + a), Matrix.eye(1)).get(0, 0);
    const gain = P * c[1] * S;
    const mean = x + gain * (7 - c[1] * x);
    const variance = P - gain * c[1] * P;
    const V = 2 - (2 * x) ** 2 / (a + 10 + c[1] * P * c[1]);
    assertClose([method.mean[0]], [c[0] * mean], 1e-12);
    assertClose([method.variance[0]], [c[0] * variance * c[0] + mean * V * mean + 10], 1e-12);
  });

  it('rPSMF adds the noise it has learned, not the one it started with', () => {
    const method = new PaperFilter(D, true, 1);
    const random = new Random(6);
    for (let k = 0; k < 300; k++) {
      const frame = Float64Array.from({ length: D }, () => 0.01 * random.normal());
      if (k === 299) frame[0] = NaN;
      method.learnOne(frame, 1);
    }
    assert.ok(method.variance[0] < 1, `${method.variance[0]}`);
    assert.ok(new PsmfFilter({ sensors: D, rank: 4, R: 10 }).predictOne().variance[0] > 10);
  });
});
