import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Matrix, inverse } from 'ml-matrix';
import { Draws } from '../../bench/changepoint/draws';
import { generateTwice } from '../../bench/changepoint/generators';
import { runBeijing } from '../../bench/paper/experiment-beijing';
import { converge, drawConvergenceProblem, meanDistance } from '../../bench/paper/experiment-convergence';
import { runGpFeatures } from '../../bench/paper/experiment-gp';
import { runRecursive } from '../../bench/paper/experiment-recursive';
import { traceSynthetic } from '../../bench/paper/experiment-synthetic';
import { createProblem } from '../../bench/paper/imputation/problem';
import { filterOptimally } from '../../bench/paper/kalman-filter';
import type { Keep } from '../../bench/paper/kept-results';
import { measureRunTime } from '../../bench/paper/run-time';

const near = (a: number, b: number, tolerance = 1e-9): void =>
  assert.ok(Math.abs(a - b) <= tolerance * (1 + Math.abs(b)), `${a} against ${b}`);

/** Keeps results in memory and lists what was asked for. */
function remember(): { keep: Keep; keys: string[] } {
  const known = new Map<string, unknown>();
  const keys: string[] = [];
  const keep: Keep = <T>(key: string, compute: () => T): T => {
    keys.push(key);
    if (!known.has(key)) known.set(key, compute());
    return known.get(key) as T;
  };
  return { keep, keys };
}

describe('convergence', () => {
  const [Q, R] = [0.01, 0.1];
  const whole = drawConvergenceProblem(1);
  const problem = { ...whole, frames: whole.frames.slice(0, 60), optimal: whole.optimal.slice(0, 60) };

  /** One step with d x d matrices: V = 0 is the Kalman filter. */
  function step(C: Matrix, x: number, P: number, V: number, y: number[]) {
    const d = C.rows;
    const PBar = P + Q;
    const signal = C.mmul(C.transpose()).mul(PBar);
    const a = x * V * x;
    const gain = C.transpose()
      .mmul(inverse(Matrix.add(signal, Matrix.eye(d).mul(R + a))))
      .mul(PBar);
    const e = Matrix.sub(Matrix.columnVector(y), Matrix.mul(C, x));
    const N = a + R + signal.trace() / d;
    return {
      x: x + gain.mmul(e).get(0, 0),
      P: PBar - gain.mmul(C).get(0, 0) * PBar,
      C: Matrix.add(C, e.mul((x * V) / N)),
      V: V - (V * x) ** 2 / N,
    };
  }

  it('is measured against the Kalman filter', () => {
    const C = Matrix.columnVector([...problem.truth]);
    let [x, P] = [2, 5];
    const path = filterOptimally({ C: problem.truth, Q, R, x0: x, P0: P }, problem.frames);
    problem.frames.forEach((y, k) => {
      ({ x, P } = step(C, x, P, 0, y));
      near(path[k][0], x);
      near(path[k][1], P);
    });
  });

  it('restarts each pass from its first filtered state, with V anew and the dictionary kept', () => {
    let C = Matrix.columnVector([...problem.C0]);
    let [x0, P0] = [problem.x0, problem.P0];
    const points = converge(problem, [1, 3]);
    for (let pass = 1; pass <= 3; pass++) {
      let [x, P, V] = [x0, P0, 1];
      const path = problem.frames.map((y, k) => {
        ({ x, P, C, V } = step(C, x, P, V, y));
        if (k === 0) [x0, P0] = [x, P];
        return [x, P] as const;
      });
      const point = points.find((of) => of.pass === pass);
      if (!point) continue;
      near(point.distance, meanDistance(path, problem.optimal, 1), 1e-7);
      const gap = Matrix.sub(C, Matrix.columnVector([...problem.truth])).norm();
      near(point.dictionary, gap / Math.hypot(...problem.truth), 1e-7);
    }
    assert.deepEqual(
      points.map(({ pass }) => pass),
      [1, 3],
    );
  });

  it('has a distance of deviations and means, 0 for the same path once the scale is right', () => {
    const path = [1, 2, 3].map((mean) => [mean, 4] as const);
    const half = path.map(([mean, variance]) => [mean / 2, variance / 4] as const);
    assert.equal(meanDistance(half, path, 2), 0);
    // sqrt(1 + 1) and sqrt(1.5^2 + 1), over three frames
    near(meanDistance(half, path, 1), (Math.sqrt(2) + Math.sqrt(3.25)) / 3);
  });
});

describe("the paper's learned subspaces", () => {
  it('synthetic: a fit has a prediction and a forecast for every reading, and a few passes beat zero', () => {
    const { readings, estimates, observed } = traceSynthetic('Gaussian', 0, 2, 3);
    assert.deepEqual([readings.length, estimates.length, estimates[0].length], [750, 750, 2]);
    const squares = (of: (k: number, j: number) => number): number =>
      readings.slice(100, observed).reduce((sum, row, k) => {
        return sum + row.reduce((total, _, j) => total + of(100 + k, j) ** 2, 0);
      }, 0);
    const missed = squares((k, j) => readings[k][j] - estimates[k][j]);
    assert.ok(missed < squares((k, j) => readings[k][j]));
  });

  it('beijing: forecasts what is left of the series, and computes nothing twice', () => {
    const folder = mkdtempSync(join(tmpdir(), 'beijing-'));
    const rows = [0, 1, 2].map((j) =>
      Array.from({ length: 43_900 }, (_, k) => Math.sin(k / 1400 + j).toFixed(4)).join(','),
    );
    writeFileSync(join(folder, 'beijing_temperature.csv'), rows.join('\n'));
    const { keep } = remember();
    const { frames, fitted, runs } = runBeijing(folder, 1, 2, keep);
    assert.equal(frames.length, 439);
    assert.equal(runs[0].best.path.length, frames.length - fitted);
    assert.ok(runs[0].errors.includes(runs[0].best.error));
    // A random walk forecasts a constant.
    assert.deepEqual(runs[0].randomWalk.path[0], runs[0].randomWalk.path[86]);
    assert.equal(runBeijing(folder, 1, 2, keep).runs[0], runs[0]);
    rmSync(folder, { recursive: true });
  });

  it('recursive: one ratio for each seed', () => {
    const ratios = runRecursive(2);
    assert.equal(ratios.length, 2);
    assert.ok(ratios.every((ratio) => ratio > 0 && ratio < 2));
  });

  it('gp: two changes reach three sensors each, and four features follow', () => {
    const { frames, changes, sensors } = generateTwice(3);
    assert.deepEqual(changes, [600, 1200]);
    assert.deepEqual([frames.length, frames[0].length], [1800, 20]);
    assert.ok(sensors.every((reached) => reached.length === 3));
    const [{ features, placed }] = runGpFeatures(1);
    assert.deepEqual([features.length, features[0].length, placed.length], [1800, 4, 2]);
  });
});

describe('the run time', () => {
  it('is that of filters which end in the same dictionary', () => {
    const draws = new Draws(4);
    const values = Float64Array.from({ length: 80 * 12 }, () => 5 + draws.normal());
    const problem = createProblem(
      { rows: 80, sensors: 12, values, dt: new Float64Array(80).fill(1) },
      0.3,
      2,
    );
    const { difference, ours, plain, tuned } = measureRunTime(problem, 1);
    assert.ok(difference < 1e-9, `${difference}`);
    assert.ok([ours, plain, tuned].every((seconds) => seconds > 0));
  });
});
