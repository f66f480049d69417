import assert from 'node:assert/strict';
import { Matrix, determinant } from 'ml-matrix';
import { Draws } from '../../bench/changepoint/draws';
import { CHANGE, generate, generateMixed, kinds } from '../../bench/changepoint/generators';
import { Tally, match } from '../../bench/changepoint/matching';
import { median } from '../../src/scale/median';
import { NabScore } from '../../bench/changepoint/nab-score';
import { START, oscillate, oscillateFaster, restingPoint } from '../../bench/changepoint/oscillators';
import { changesByMbocpd } from '../../bench/paper/mbocpd';
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
  });
});

describe('the NAB score', () => {
  const score = (alarms: number[], changes: number[]): number => {
    const nab = new NabScore(60);
    nab.add(alarms, changes);
    return nab.value;
  };

  it('is 100 for an alarm at once, 0 for none, and halfway for one at the end of its window', () => {
    assert.equal(score([100, 300], [100, 300]), 100);
    assert.equal(score([], [100, 300]), 0);
    close([score([160], [100])], [50]);
    assert.equal(score([100, 110, 150], [100]), 100, 'further alarms in a window count for nothing');
  });

  it('falls with the delay and with every alarm outside a window', () => {
    // sigma(y) = 2 / (1 + e^(5 y)) - 1 = -tanh(5 y / 2)
    close([score([130], [100])], [50 + (50 * Math.tanh(1.25)) / Math.tanh(2.5)]);
    close([score([99, 100], [100])], [100 - 50 * 0.11]);
    close([score([100, 190], [100])], [100 - 50 * 0.11 * Math.tanh(1.25)]);
    assert.ok(score([161], [100]) < 0);
  });

  it('ends a window where the next change begins, and adds up over streams', () => {
    close([score([100, 125], [100, 120])], [75 + (25 * Math.tanh(2.5 * (55 / 60))) / Math.tanh(2.5)]);
    const nab = new NabScore(60);
    nab.add([100], [100]);
    nab.add([], [500]);
    assert.equal(nab.value, 50);
  });
});

describe('online detection under the normal-inverse-Wishart model', () => {
  const d = 3;
  const hazard = 1 / 200;

  /** log p of all rows of a stretch, from the closed form with determinants: kappa0 = 1, nu0 = 2 d - 1, Psi0 = 2 I. */
  function evidence(rows: number[][]): number {
    const n = rows.length;
    if (n === 0) return 0;
    const mean = Matrix.rowVector(new Matrix(rows).mean('column'));
    const centred = new Matrix(rows).subRowVector(mean.to1DArray());
    const Psi = Matrix.eye(d)
      .mul(2)
      .add(centred.transpose().mmul(centred))
      .add(
        mean
          .transpose()
          .mmul(mean)
          .mul(n / (1 + n)),
      );
    const nu = 2 * d - 1;
    const multigamma = (of: number): number => [0, 1, 2].reduce((sum, i) => sum + logGamma((of - i) / 2), 0);
    return (
      multigamma(nu + n) -
      multigamma(nu) +
      (nu / 2) * d * Math.log(2) -
      ((nu + n) / 2) * Math.log(determinant(Psi)) -
      (d / 2) * Math.log(1 + n) -
      ((n * d) / 2) * Math.log(Math.PI)
    );
  }

  /** Start of the most probable run before each frame, with nothing given up. */
  function modes(rows: number[][]): number[] {
    let weights = [0];
    return rows.map((_, t) => {
      const best = weights.indexOf(Math.max(...weights));
      const seen = rows.slice(0, t + 1);
      const grown = weights.map((w, s) => w + evidence(seen.slice(s)) - evidence(seen.slice(s, -1)));
      const most = Math.max(...grown);
      const total = most + Math.log(grown.reduce((sum, w) => sum + Math.exp(w - most), 0));
      weights = [...grown.map((w) => w - total + Math.log(1 - hazard)), Math.log(hazard)];
      return best;
    });
  }

  it('believes a run that is much shorter than the last one and holds for ten frames', () => {
    const draws = new Draws(31);
    for (let trial = 0; trial < 6; trial++) {
      const change = 40 + 4 * trial;
      const rows = Array.from({ length: 80 }, (_, t) => {
        const [a, b, c] = draws.normals(d);
        return t < change ? [a, a + b / 2, c] : [4 + a, b, 3 * c];
      });
      const starts = modes(rows);
      const drop = starts.findIndex((start, t) => t > 0 && start - starts[t - 1] > 11);
      const held = starts.slice(drop, drop + 12);
      assert.ok(drop > change && held.every((start) => Math.abs(start - held[0]) < 10), `trial ${trial}`);
      assert.deepEqual(changesByMbocpd(rows), [held[11]], `trial ${trial}`);
    }
  });

  it('takes a reset that does not hold for none', () => {
    const draws = new Draws(32);
    const clean = Array.from({ length: 58 }, () => draws.normals(d));
    const disturb = (by: number): number[][] =>
      clean.map((x, t) => (t >= 40 && t < 43 ? x.map((value) => value + by) : x));
    for (const by of [1, 1.25]) {
      const starts = modes(disturb(by));
      assert.ok(
        starts.includes(40) && starts[57] === 0,
        'a new run leads for a while, then the old one again',
      );
      assert.deepEqual(changesByMbocpd(disturb(by)), []);
    }
    assert.deepEqual(changesByMbocpd(disturb(2)), [40], 'a longer lead is believed');
  });
});
