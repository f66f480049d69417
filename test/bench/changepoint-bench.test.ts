import assert from 'node:assert/strict';
import { Matrix, determinant, inverse } from 'ml-matrix';
import { Draws } from '../../bench/changepoint/draws';
import { CHANGE, generate, generateMixed, kinds } from '../../bench/changepoint/generators';
import { Tally, match, median } from '../../bench/changepoint/matching';
import { START, oscillate, oscillateFaster, restingPoint } from '../../bench/changepoint/oscillators';
import { placeOneChange } from '../../bench/paper/mbocpd';
import type { ChangeEvent } from '../../src';
import { logGamma } from '../../src/filter/log-gamma';

const close = (a: readonly number[], b: readonly number[]): void =>
  a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-9, `${value} against ${b[i]}`));

describe('the oscillators', () => {
  const A = (k: number): Matrix =>
    new Matrix([
      [0, 1, 0, 0],
      [-k / 4, -0.5 / 4, 0, 0],
      [0, 0, 0, 1],
      [0, 0, -k / 2, -0.5 / 2],
    ]);
  const step = (k: number): Matrix => Matrix.add(Matrix.eye(4), A(k).mul(0.1));

  it('follow x <- (I + 0.1 A)(x + B)', () => {
    for (const k of [5, 1]) {
      let x = Matrix.columnVector([...START]);
      for (const state of oscillate(200, k)) {
        close(state, x.to1DArray());
        x = step(k).mmul(Matrix.add(x, Matrix.columnVector([0, 1 / 4, 0, 1 / 2])));
      }
    }
  });

  it('rest where the step leads nowhere, and turn faster about the same point', () => {
    const rest = Matrix.columnVector(restingPoint(5));
    close(
      step(5)
        .mmul(Matrix.add(rest, Matrix.columnVector([0, 1 / 4, 0, 1 / 2])))
        .to1DArray(),
      rest.to1DArray(),
    );
    const usual = oscillate(10, 5);
    const faster = oscillateFaster(usual[0], 7, 5, 1.5);
    close(faster[2], usual[3]);
    close(faster[6], usual[9]);
  });
});

describe('the generated streams', () => {
  it('are the same for the same seed, and of the promised shape', () => {
    for (const kind of kinds) {
      const stream = generate(kind, 7);
      assert.deepEqual(stream, generate(kind, 7));
      assert.equal(stream.frames.length, 1200);
      assert.deepEqual(stream.changes, kind === 'none' ? [] : [CHANGE]);
      assert.ok(stream.frames.every((row) => row.length === 20 && row.every(Number.isFinite)));
    }
    const { changes, sensors } = generateMixed(7);
    assert.equal(changes.length, 5);
    assert.ok(changes.every((at, i) => i === 0 || at - changes[i - 1] >= 400));
    assert.ok(sensors.every((reached) => reached.length >= 2));
  });

  /** What `measure` says of each sensor after the change, less what it says before. */
  const shifts = (frames: number[][], measure: (values: number[]) => number): number[] =>
    frames[0].map((_, j) => {
      const column = frames.map((row) => row[j]);
      return measure(column.slice(CHANGE)) - measure(column.slice(0, CHANGE));
    });

  it('step by three in the sensors named, and in no other', () => {
    const { frames, sensors } = generate('mean', 11);
    shifts(frames, median).forEach((shift, j) => {
      const size = Math.abs(shift);
      assert.ok(sensors[0].includes(j) ? size > 2 && size < 4 : size < 1, `sensor ${j}: ${shift}`);
    });
  });

  it('are three times as noisy in the sensors named, and in no other', () => {
    const { frames, sensors } = generate('variance', 11);
    const noise = (values: number[]): number =>
      Math.log(median(values.slice(2).map((value, i) => Math.abs(value - 2 * values[i + 1] + values[i]))));
    shifts(frames, noise).forEach((shift, j) => {
      const factor = Math.exp(shift);
      assert.ok(
        sensors[0].includes(j) ? factor > 2.4 : factor > 0.8 && factor < 1.25,
        `sensor ${j}: ${factor}`,
      );
    });
  });

  it('turn loadings about the same mean', () => {
    const { frames, sensors } = generate('correlation', 11);
    assert.equal(sensors[0].length, 6);
    shifts(frames, (values) => median(values)).forEach((shift) => assert.ok(Math.abs(shift) < 2));
  });
});

describe('matching alarms with changes', () => {
  const alarm = (detectedIndex: number, index = detectedIndex): ChangeEvent => ({
    index,
    detectedIndex,
    time: null,
    detectedAt: null,
    delay: detectedIndex - index,
    score: 1,
    method: 'scan',
    sensors: [],
  });

  it('uses each alarm once, and only within the window to the right', () => {
    const { hits, falseAlarms } = match([alarm(99), alarm(130), alarm(400)], [100, 120, 300], 60);
    assert.deepEqual(
      hits.map((hit) => hit?.detectedIndex ?? null),
      [130, null, null],
    );
    assert.equal(falseAlarms, 2);
  });

  it('adds up to F1, precision and delays', () => {
    const tally = new Tally();
    tally.add(match([alarm(110, 103), alarm(500)], [100, 300], 60), [100, 300]);
    assert.deepEqual([tally.hits, tally.changes, tally.falseAlarms], [1, 2, 1]);
    assert.equal(tally.f1, 0.5);
    assert.equal(tally.precision, 0.5);
    assert.deepEqual([tally.delays, tally.errors], [[10], [3]]);
    assert.equal(median([4, 1, 3, 2]), 2.5);
  });
});

describe('a single change under the normal-inverse-Wishart model', () => {
  /** log p of all rows of a stretch, from the closed form with determinants. */
  function evidence(rows: number[][]): number {
    const d = 3;
    const n = rows.length;
    const X = new Matrix(rows);
    const mean = Matrix.rowVector(X.mean('column'));
    const centred = X.clone().subRowVector(mean.to1DArray());
    const scatter = centred.transpose().mmul(centred);
    const Psi = Matrix.eye(d)
      .add(scatter)
      .add(
        mean
          .transpose()
          .mmul(mean)
          .mul(n / (1 + n)),
      );
    const multigamma = (nu: number): number => [0, 1, 2].reduce((sum, i) => sum + logGamma((nu - i) / 2), 0);
    return (
      multigamma(d + 2 + n) -
      multigamma(d + 2) -
      ((d + 2 + n) / 2) * Math.log(determinant(Psi)) -
      (d / 2) * Math.log(1 + n) -
      ((n * d) / 2) * Math.log(Math.PI)
    );
  }

  it('is placed where the product of the two evidences is largest', () => {
    const draws = new Draws(31);
    const turn = inverse(
      new Matrix([
        [1, 0.9, 0],
        [0, 1, 0.5],
        [0.3, 0, 1],
      ]),
    );
    for (let trial = 0; trial < 10; trial++) {
      const rows = Array.from({ length: 40 }, (_, t) => {
        const x = Matrix.columnVector(draws.normals(3));
        return (t < 12 + trial ? x : turn.mmul(x).mul(2)).to1DArray();
      });
      let best = 1;
      const total = (t: number): number => evidence(rows.slice(0, t)) + evidence(rows.slice(t));
      for (let t = 2; t < 40; t++) if (total(t) > total(best)) best = t;
      assert.equal(placeOneChange(rows, 1), best);
    }
  });
});
