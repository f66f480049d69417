import assert from 'node:assert/strict';
import { Fit, PsmfError, PsmfFilter, runFit, runFitInSlices, type FitProblem } from '../../src';
import { Random } from '../support/random';

const THETA = 0.013;

/** One periodic coefficient seen by three sensors, some readings missing. */
function simulate(count: number, seed = 1): number[][] {
  const random = new Random(seed);
  let x = 0;
  return Array.from({ length: count }, (_, i) => {
    x = Math.cos(2 * Math.PI * THETA * (i + 1) + x);
    return [1, -2, 0.5].map((c) => (random.uniform() < 0.1 ? NaN : c * x + 0.1 * random.normal()));
  });
}

const problem: FitProblem = {
  options: {
    ...{ sensors: 3, rank: 1, V0: 0.1, P0: 0, R: 1 },
    dynamics: { type: 'periodic', Q: 0, draw: [0, 0.03] },
  },
  frames: simulate(150),
  passes: 60,
  restarts: 4,
};

describe('a fit', () => {
  it('finds the frequency, ranks its starts, and forecasts from the end of the frames', () => {
    const { attempts, model } = runFit(problem);
    assert.equal(attempts.length, 4);
    for (let i = 1; i < attempts.length; i++) assert.ok(attempts[i].error >= attempts[i - 1].error);
    assert.deepEqual(attempts.map(({ start }) => start).sort(), [0, 1, 2, 3]);
    assert.equal(new Set(attempts.map(({ theta }) => theta[0])).size, 4);
    assert.ok(Math.abs(attempts[0].theta[0] - THETA) < 2e-4, `${attempts[0].theta[0]}`);
    const filter = PsmfFilter.restore(model);
    assert.deepEqual(filter.parameters, attempts[0].theta);
    assert.deepEqual(filter.config.dynamics, problem.options.dynamics);
    const truth = simulate(170).slice(150);
    const forecast = filter.forecast(20);
    const errors = truth.flatMap((frame, k) => frame.map((y, j) => forecast[k].mean[j] - y));
    const known = errors.filter((error) => !Number.isNaN(error));
    assert.ok(Math.sqrt(known.reduce((sum, error) => sum + error ** 2, 0) / known.length) < 0.3);
  });

  it('trains as passes by hand do', () => {
    const { attempts, model } = runFit({ ...problem, restarts: 1, passes: 3 });
    const dynamics = { type: 'periodic', Q: 0, draw: [0, 0.03], learning: 'pass' } as const;
    const filter = new PsmfFilter({ ...problem.options, dynamics });
    let squares = 0;
    let count = 0;
    for (let pass = 0; pass < 3; pass++) {
      if (pass > 0) {
        filter.updateParameters();
        filter.startPass({ resetV: true });
      }
      [squares, count] = [0, 0];
      for (const frame of problem.frames) {
        filter.learnOne(frame);
        for (const e of filter.report().residual) {
          if (Number.isNaN(e)) continue;
          squares += e ** 2;
          count += 1;
        }
      }
    }
    assert.deepEqual(model.data, filter.snapshot().data);
    assert.ok(Math.abs(attempts[0].error - Math.sqrt(squares / count)) < 1e-12);
  });

  it('comes to the same in slices of any size, and from a snapshot at any point', () => {
    const small = { ...problem, passes: 4, restarts: 2 };
    const expected = runFit(small);
    for (const slice of [1, 7, 149, 150, 151]) {
      let fit = new Fit(small);
      while (!fit.done) {
        fit.run(slice);
        fit = Fit.resume(small, structuredClone(fit.snapshot()));
      }
      assert.deepEqual(fit.result(), expected);
    }
    assert.deepEqual(runFit(structuredClone(small)), expected);
  });

  it('tells its progress', async () => {
    const shares: number[] = [];
    const result = await runFitInSlices({ ...problem, passes: 4 }, () => Promise.resolve(), {
      sliceFrames: 100,
      onProgress: ({ share, starts, passes }) => {
        assert.deepEqual([starts, passes], [4, 4]);
        shares.push(share);
      },
    });
    assert.deepEqual(result, runFit({ ...problem, passes: 4 }));
    assert.equal(shares.length, (150 * 4 * 4) / 100);
    shares.forEach((share, i) => assert.ok(Math.abs(share - (i + 1) / shares.length) < 1e-12));
  });

  it('stops on a signal', async () => {
    const controller = new AbortController();
    let slices = 0;
    const control = {
      signal: controller.signal,
      sliceFrames: 10,
      onProgress: () => {
        slices += 1;
        if (slices === 3) controller.abort();
      },
    };
    await assert.rejects(
      runFitInSlices(problem, () => Promise.resolve(), control),
      { code: 'CANCELLED' },
    );
    assert.equal(slices, 3);
    assert.throws(() => runFit(problem, control), { code: 'CANCELLED' });
    assert.equal(slices, 3);
  });

  it('says how much data it needs', () => {
    const frames = problem.frames.slice(0, 9);
    assert.throws(() => runFit({ ...problem, frames }), {
      code: 'TOO_LITTLE_DATA',
      message: /at least 8 readings \(2 for each of 4 unknowns\) in at least 10 frames, got 26 in 9/,
    });
    const gaps = problem.frames.map((frame, k) => (k % 20 === 0 ? [frame[0], NaN, NaN] : [NaN, NaN, NaN]));
    assert.throws(() => runFit({ ...problem, frames: gaps }), { code: 'TOO_LITTLE_DATA' });
    runFit({ ...problem, frames: problem.frames.slice(0, 10), passes: 1, restarts: 1 });
  });

  it('reports a theta that runs away, and goes on with the other starts', () => {
    const { options } = problem;
    const { attempts } = runFit({
      ...problem,
      options: {
        ...options,
        dynamics: { type: 'periodic', Q: 0, bounds: [0, 0.02], adam: { rate: 1e3 } },
      },
      passes: 2,
    });
    assert.equal(attempts.length, 4);
    for (const { theta, bounded, error } of attempts) {
      assert.deepEqual(bounded, [0]);
      assert.ok(theta[0] === 0 || theta[0] === 0.02);
      assert.ok(Number.isFinite(error));
    }
  });

  it('reports starts that fail, and throws only when all of them do', () => {
    const make = (isBad: (theta: number) => boolean): FitProblem & { functions: object } => ({
      ...problem,
      passes: 2,
      options: {
        ...problem.options,
        dynamics: { type: 'custom', function: 'f', parameters: 1, Q: 0.1, method: 'unscented' },
      },
      functions: {
        f: ([theta]: readonly number[], x: readonly number[]): readonly number[] =>
          isBad(theta) ? [NaN] : x,
      },
    });
    const starts = [{ theta0: [1] }, { theta0: [-1] }, { theta0: [2] }];
    const some = make((theta) => theta > 0);
    const { attempts } = runFit({ ...some, starts }, { functions: some.functions as never });
    assert.deepEqual(
      attempts.map(({ start }) => start),
      [1, 0, 2],
    );
    assert.equal(attempts[0].failure, null);
    assert.equal(attempts[1].error, Infinity);
    assert.match(attempts[1].failure ?? '', /NaN as number 0/);
    const all = make(() => true);
    assert.throws(() => runFit({ ...all, starts }, { functions: all.functions as never }), {
      code: 'NOT_READY',
      message: /NaN as number 0/,
    });
  });

  it('has no result before its end, and no use for dynamics without parameters', () => {
    const fit = new Fit(problem);
    fit.run(10);
    assert.throws(() => fit.result(), { code: 'NOT_READY' });
    for (const dynamics of [undefined, { type: 'random-walk', Q: 1 } as const])
      assert.throws(() => runFit({ ...problem, options: { ...problem.options, dynamics } }), {
        code: 'BAD_OPTION',
      });
    for (const change of [{ passes: 0 }, { restarts: 0 }, { dts: [1] }])
      assert.throws(() => runFit({ ...problem, ...change }), PsmfError);
  });
});
