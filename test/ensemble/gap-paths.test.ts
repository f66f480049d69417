import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { GapPaths } from '../../src/ensemble/gap-paths';
import { RegressionBlock } from '../../src/ensemble/regression-block';
import { Random } from '../support/random';

const FRAMES = 400;
const GAP = 12;
const PERIOD = 24;

type Frame = readonly number[];

/** A walk that is pulled back, shared with other weights by each sensor, and what each does by itself. */
function draw(d: number, frames: number): Frame[] {
  const random = new Random(d);
  const weights = random.vector(d);
  const own = new Float64Array(d);
  let common = 0;
  return Array.from({ length: frames }, (_, t) => {
    common = 0.9 * common + random.normal() + Math.sin((2 * Math.PI * t) / PERIOD);
    return weights.map((weight, j) => 10 * j + weight * common + (own[j] = 0.8 * own[j] + random.normal()));
  });
}

/** A block that has learned these frames, and the paths through the last of them. NaN is a gap. */
function learn(frames: readonly Frame[], pauseAt = -1): { block: RegressionBlock; paths: GapPaths } {
  const d = frames[0].length;
  const inputs = new Float64Array(2);
  const columns = Int32Array.from({ length: d }, (_, i) => d - 1 - i);
  const block = new RegressionBlock(columns, { inputs, cycles: [{ harmonics: 1, framesToShow: PERIOD }] });
  const paths = new GapPaths(block);
  const said = new Float64Array(d);
  frames.forEach((frame, t) => {
    const readings = Float64Array.from(frame);
    const dt = t === pauseAt ? 5 : 1;
    inputs[0] = Math.SQRT2 * Math.sin((2 * Math.PI * t) / PERIOD);
    inputs[1] = Math.SQRT2 * Math.cos((2 * Math.PI * t) / PERIOD);
    block.answer(readings, dt, inputs, said, said);
    block.learn(readings, dt);
    paths.learn(readings, dt);
  });
  return { block, paths };
}

/** The joint density of all z of the last T frames, given those before: exp(-z'P z / 2 - c'z), frame by frame. */
function jointPrecision(
  block: RegressionBlock,
  frames: readonly Frame[],
  T: number,
): { readonly P: Matrix; readonly c: Matrix } {
  const { d, columns, inputs } = block;
  const { lags, location, scale } = inputs;
  const { rows, size } = block.regressions.dynamic.precision;
  const L = new Matrix(d, size);
  for (let i = 0; i < d; i++) for (let k = 0; k < size; k++) L.set(i, k, rows[i * size + k]);
  const noise = inverse(L.subMatrix(0, d - 1, 0, d - 1));
  const P = Matrix.zeros(T * d, T * d);
  const c = Matrix.zeros(T * d, 1);
  const start = frames.length - T;
  const z = (t: number, i: number): number => (frames[t][columns[i]] - location[i]) / scale[i];
  for (let k = 0; k < T; k++) {
    // e = G z + g over all z of the T frames.
    const G = Matrix.zeros(d, T * d);
    const g = Matrix.zeros(d, 1);
    const t = start + k;
    const tail = [Math.sin((2 * Math.PI * t) / PERIOD), Math.cos((2 * Math.PI * t) / PERIOD)].map(
      (wave) => Math.SQRT2 * wave,
    );
    for (let i = 0; i < d; i++) {
      for (let l = 0; l <= lags; l++)
        for (let q = 0; q < d; q++) {
          if (k >= l) G.set(i, (k - l) * d + q, L.get(i, l * d + q));
          else g.set(i, 0, g.get(i, 0) + L.get(i, l * d + q) * z(t - l, q));
        }
      [...tail, 1].forEach((value, q) => g.set(i, 0, g.get(i, 0) + L.get(i, d * (lags + 1) + q) * value));
    }
    P.add(G.transpose().mmul(noise).mmul(G));
    c.add(G.transpose().mmul(noise).mmul(g));
  }
  return { P, c };
}

/** Mean and variance of the unknown entries given the others, by one dense solve. */
function condition(P: Matrix, c: Matrix, known: readonly number[]): { mean: number; variance: number }[] {
  const all = known.map((_, i) => i);
  const unknown = all.filter((i) => Number.isNaN(known[i]));
  const seen = all.filter((i) => !Number.isNaN(known[i]));
  const V = inverse(P.selection(unknown, unknown));
  const right = P.selection(unknown, seen).mmul(Matrix.columnVector(seen.map((i) => known[i])));
  right.add(c.selection(unknown, [0]));
  const x = V.mmul(right).mul(-1);
  return unknown.map((_, n) => ({ mean: x.get(n, 0), variance: V.get(n, n) }));
}

const near = (actual: number, expected: number): void =>
  assert.ok(
    Math.abs(actual - expected) <= 1e-6 * (1 + Math.abs(expected)),
    `${actual} in place of ${expected}`,
  );

describe('paths through gaps', () => {
  for (const [d, lags] of [
    [4, 2],
    [18, 1],
  ]) {
    const full = draw(d, FRAMES);
    const end = FRAMES - 1;
    // One sensor is out until the last frame, one comes back within, one goes and is still out.
    const isOut = (t: number, j: number): boolean =>
      (j === 0 && t >= end - GAP && t < end) ||
      (j === 1 && t >= end - 9 && t < end - 4) ||
      (j === 2 && t >= end - 3);
    const gapped = full.map((frame, t) => frame.map((value, j) => (isOut(t, j) ? NaN : value)));
    const { block, paths } = learn(gapped);
    const sensorOf = (column: number): number => block.columns.indexOf(column);

    it(`of ${d} sensors are what all that was read says of them, by one dense solve`, () => {
      assert.equal(block.inputs.lags, lags);
      assert.ok(paths.solve(GAP, null));
      const { P, c } = jointPrecision(block, gapped, GAP + 1);
      const { location, scale } = block.inputs;
      const known = gapped
        .slice(-GAP - 1)
        .flatMap((frame) =>
          Array.from({ length: d }, (_, i) => (frame[block.columns[i]] - location[i]) / scale[i]),
        );
      const expected = condition(P, c, known);
      const { leftOut, precision } = block.regressions.dynamic;
      let n = 0;
      known.forEach((value, at) => {
        const [k, i] = [Math.floor(at / d), at % d];
        if (!Number.isNaN(value)) {
          assert.ok(Number.isNaN(paths.mean(i, GAP - k)));
          return;
        }
        const { mean, variance } = expected[n++];
        near(paths.mean(i, GAP - k), location[i] + scale[i] * mean);
        const unit = leftOut[i] * precision.rows[i * precision.size + i];
        near(paths.variance(i, GAP - k), variance * unit * scale[i] ** 2);
      });
      assert.equal(n, GAP + 5 + 4);
    });

    it(`of ${d} sensors say where the last reading would have been without it`, () => {
      assert.ok(paths.solve(GAP, null));
      const { P, c } = jointPrecision(block, gapped, GAP + 1);
      const { location, scale } = block.inputs;
      const known = gapped
        .slice(-GAP - 1)
        .flatMap((frame) =>
          Array.from({ length: d }, (_, i) => (frame[block.columns[i]] - location[i]) / scale[i]),
        );
      const i = sensorOf(0);
      const at = GAP * d + i;
      const without = known.map((value, entry) => (entry === at ? NaN : value));
      const before = without.slice(0, at).filter((value) => Number.isNaN(value)).length;
      near(paths.endError(i), scale[i] * (known[at] - condition(P, c, without)[before].mean));
    });

    it(`of ${d} sensors take one as missing that was read, where asked to`, () => {
      const hidden = new Uint8Array(d);
      hidden[3] = 1;
      assert.ok(paths.solve(GAP, hidden));
      const asked = Array.from({ length: GAP }, (_, k) => paths.mean(sensorOf(3), GAP - k));
      const other = learn(
        gapped.map((frame, t) => frame.map((v, j) => (j === 3 && t >= end - GAP && t < end ? NaN : v))),
      );
      assert.ok(other.paths.solve(GAP, null));
      // The other block has learned from its own fills: alike, not the same.
      asked.forEach((mean, k) => {
        const filled = other.paths.mean(sensorOf(3), GAP - k);
        assert.ok(Math.abs(mean - filled) < 0.3, `${mean} and ${filled}`);
      });
    });
  }

  it('are not there beyond a pause, before there are frames, or of nothing missing', () => {
    const full = draw(4, FRAMES);
    const gapped = full.map((frame, t) =>
      frame.map((v, j) => (j === 0 && t >= 380 && t < FRAMES - 1 ? NaN : v)),
    );
    assert.ok(learn(gapped).paths.solve(19, null));
    assert.ok(!learn(gapped, 385).paths.solve(19, null));
    assert.ok(!learn(full).paths.solve(19, null));
    assert.ok(!learn(gapped).paths.solve(300, null));
    const { paths } = learn(gapped);
    paths.clear();
    assert.ok(!paths.solve(19, null));
  });
});
