import assert from 'node:assert/strict';
import { CholeskyDecomposition, Matrix, solve } from 'ml-matrix';
import { LevelFilter } from '../../src/evaluate/methods/level-filter';
import { LocalLevel, RATIOS } from '../../src/evaluate/methods/local-level';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

interface Walk {
  readonly readings: number[];
  readonly dts: number[];
}

/** A random walk of variance `ratio` seen with noise of variance 1, in unequal steps, some readings missing. */
function walk(ratio: number, length: number, seed: number, missing = 0.2): Walk {
  const random = new Random(seed);
  const dts = Array.from({ length }, () => 0.5 + random.uniform());
  let level = 10;
  const readings = dts.map((dt, k) => {
    level += Math.sqrt(ratio * dt) * random.normal();
    return k > 0 && random.uniform() < missing ? NaN : level + random.normal();
  });
  return { readings, dts };
}

describe('local level', () => {
  it('is the Gaussian posterior given all readings at once', () => {
    for (const ratio of [0.01, 0.5, 20]) {
      const { readings, dts } = walk(ratio, 60, 2);
      const filter = new LevelFilter(ratio);
      readings.forEach((reading, k) => filter.learn(reading, dts[k]));

      // Given the first reading the level is N(y_0, 1): cov(y_s, y_t) = 1 + ratio min(T_s, T_t) + [s = t].
      const times = dts.map((_, k) => dts.slice(1, k + 1).reduce((a, b) => a + b, 0));
      const seen = readings.flatMap((y, k) => (k > 0 && Number.isFinite(y) ? [k] : []));
      const cov = (s: number, t: number): number => 1 + ratio * Math.min(times[s], times[t]);
      const S = new Matrix(seen.map((s) => seen.map((t) => cov(s, t) + (s === t ? 1 : 0))));
      const e = Matrix.columnVector(seen.map((k) => readings[k] - readings[0]));
      const now = readings.length - 1;
      const c = Matrix.columnVector(seen.map((k) => cov(k, now)));
      const level = readings[0] + c.transpose().mmul(solve(S, e)).get(0, 0);
      const P = cov(now, now) - c.transpose().mmul(solve(S, c)).get(0, 0);
      // Prediction errors over their variances are the squares of L^-1 e, S = LL'.
      const white = solve(new CholeskyDecomposition(S).lowerTriangularMatrix, e).to1DArray();
      const scale = white.reduce((sum, w) => sum + w * w, 0) / white.length;
      assertClose([filter.level, filter.readingVariance], [level, scale * (P + 1)], 1e-9, `ratio ${ratio}`);
    }
  });

  it('finds the noise ratio by itself', () => {
    for (const ratio of [0.01, 0.3, 10]) {
      const { readings, dts } = walk(ratio, 3000, 4);
      const method = new LocalLevel(1);
      const near = RATIOS.filter((other) => Math.abs(Math.log10(other / ratio)) < 0.6).map(
        (r) => new LevelFilter(r),
      );
      assert.ok(near.length > 0);
      readings.forEach((reading, k) => {
        method.learnOne(Float64Array.of(reading), dts[k]);
        for (const filter of near) filter.learn(reading, dts[k]);
      });
      assert.ok(
        near.some(({ level }) => level === method.mean[0]),
        `ratio ${ratio}`,
      );
    }
  });

  it('widens through a gap and stays finite on a constant sensor', () => {
    const method = new LocalLevel(2);
    const random = new Random(8);
    let level = 0;
    for (let k = 0; k < 500; k++) method.learnOne(Float64Array.of((level += random.normal()), 4), 1);
    const before = method.variance[0];
    for (let k = 0; k < 20; k++) method.learnOne(Float64Array.of(NaN, NaN), 1);
    assert.ok(method.variance[0] > 5 * before);
    assert.deepEqual([method.mean[1], method.variance[1]], [4, 0]);
  });
});
