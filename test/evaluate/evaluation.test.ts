import assert from 'node:assert/strict';
import { gaussianCrps } from '../../src/evaluate/crps';
import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask, type Mask } from '../../src/evaluate/mask';
import type { Method } from '../../src/evaluate/method';
import { LastValue } from '../../src/evaluate/methods/last-value';
import { RunningMean } from '../../src/evaluate/methods/running-mean';
import { standardDeviations, type ReadingsTable } from '../../src/evaluate/readings-table';
import { gapBucket } from '../../src/evaluate/score';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const D = 4;
const ROWS = 400;

function table(seed = 1): ReadingsTable {
  const frames = new Random(seed).frames(ROWS, D, 2, 0.1);
  const values = Float64Array.from(frames.flatMap((frame) => Array.from(frame, (y, j) => y * 10 ** j)));
  return { rows: ROWS, sensors: D, values, dt: new Float64Array(ROWS).fill(1) };
}

/** Column j as the method may see it, and the truth. */
const column = (values: ArrayLike<number>, j: number): number[] =>
  Array.from({ length: ROWS }, (_, row) => values[row * D + j]);

/** All hidden values after row 100 with the readings of the sensor seen before them. */
function* hiddenCells(data: ReadingsTable, mask: Mask) {
  for (let j = 0; j < D; j++) {
    const truth = column(data.values, j);
    const hidden = column(mask, j);
    const known = truth.filter(Number.isFinite);
    const mean = known.reduce((a, b) => a + b) / known.length;
    const unit = Math.sqrt(known.reduce((sum, y) => sum + (y - mean) ** 2, 0) / known.length);
    for (let row = 100; row < ROWS; row++) {
      if (hidden[row] === 0) continue;
      const visible = truth.slice(0, row).map((y, k) => (hidden[k] === 1 ? NaN : y));
      const seen = visible.filter(Number.isFinite);
      const gap = 1 + [...visible].reverse().findIndex(Number.isFinite);
      yield { truth: truth[row], seen, unit, gap };
    }
  }
}

describe('evaluation', () => {
  it('scores as a slow direct computation does', () => {
    const data = table();
    const mask = drawMask(data, 'seg30', 2);
    const { hidden, scorers } = evaluate(data, mask, { last: new LastValue(D), mean: new RunningMean(D) });
    const direct = { n: 0, last: 0, mean: 0, crps: 0, covered: 0, byGap: new Map<number, number[]>() };
    for (const { truth, seen, unit, gap } of hiddenCells(data, mask)) {
      const mean = seen.reduce((a, b) => a + b) / seen.length;
      const sd = Math.sqrt(seen.reduce((sum, y) => sum + (y - mean) ** 2, 0) / (seen.length - 1));
      const lastError = (truth - seen[seen.length - 1]) / unit;
      direct.n++;
      direct.last += lastError ** 2;
      direct.mean += ((truth - mean) / unit) ** 2;
      direct.crps += gaussianCrps((truth - mean) / unit, sd / unit);
      direct.covered += truth >= mean - 2 * sd && truth <= mean + 2 * sd ? 1 : 0;
      const bucket = gapBucket(gap);
      direct.byGap.set(bucket, [...(direct.byGap.get(bucket) ?? []), lastError ** 2]);
    }
    assert.equal(
      hidden,
      mask.reduce((sum, value) => sum + value, 0),
    );
    assert.ok(direct.n > 200 && direct.n < hidden);
    const { last, mean } = { last: scorers.last.total, mean: scorers.mean.total };
    assert.deepEqual([last.n, mean.n, last.crps, last.coverage], [direct.n, direct.n, null, null]);
    assertClose([last.nrmse ?? NaN], [Math.sqrt(direct.last / direct.n)], 1e-12);
    assertClose([mean.nrmse ?? NaN], [Math.sqrt(direct.mean / direct.n)], 1e-12);
    assertClose([mean.crps ?? NaN], [direct.crps / direct.n], 1e-12);
    assertClose([mean.coverage ?? NaN], [direct.covered / direct.n], 1e-12);
    scorers.last.byGap.forEach(({ nrmse, n }, bucket) => {
      const squares = direct.byGap.get(bucket) ?? [];
      assert.equal(n, squares.length);
      if (n > 0) assertClose([nrmse ?? NaN], [Math.sqrt(squares.reduce((a, b) => a + b) / n)], 1e-12);
      else assert.equal(nrmse, null);
    });
  });

  it('asks no method for a sensor that has not been read yet', () => {
    const data = table();
    const mask = new Uint8Array(ROWS * D);
    for (let row = 0; row < 150; row++) mask[row * D] = 1;
    for (let row = 200; row < 210; row++) mask[row * D] = 1;
    const always: Method = {
      mean: new Float64Array(D),
      variance: new Float64Array(D).fill(1),
      learnOne: () => undefined,
    };
    const { scorers } = evaluate(data, mask, { always, last: new LastValue(D) });
    const known = column(data.values, 0).slice(200, 210).filter(Number.isFinite).length;
    assert.deepEqual([scorers.always.total.n, scorers.last.total.n], [known, known]);
  });

  it('gap buckets double', () => {
    assert.deepEqual([1, 2, 3, 4, 7, 8, 511, 512, 1e9].map(gapBucket), [0, 1, 1, 2, 2, 3, 8, 9, 9]);
  });

  it('shows no method a hidden value', () => {
    const data = table();
    const mask = drawMask(data, 'mcar10', 3);
    const changed = { ...data, values: data.values.map((y, cell) => (mask[cell] === 1 ? y + 1e6 : y)) };
    const record = (from: ReadingsTable): number[] => {
      const method = new LastValue(D);
      const seen: number[] = [];
      evaluate(from, mask, { method }, () => seen.push(...method.mean));
      return seen;
    };
    assert.deepEqual(record(changed), record(data));
  });

  it('a mask on a real gap hides nothing', () => {
    const data = table();
    const mask = new Uint8Array(ROWS * D).fill(1, 200 * D, 260 * D);
    const known = data.values.subarray(200 * D, 260 * D).filter(Number.isFinite).length;
    const { hidden, scorers } = evaluate(data, mask, { last: new LastValue(D) });
    assert.deepEqual([hidden, scorers.last.total.n], [known, known]);
  });

  it('does not score sensors that never move, nor rows before 100', () => {
    const data = table();
    for (let row = 0; row < ROWS; row++) data.values[row * D] = 5;
    const mask = new Uint8Array(ROWS * D);
    for (const row of [50, 99, 100, 101]) mask.fill(1, row * D, row * D + 2);
    const scored = [100, 101].filter((row) => Number.isFinite(data.values[row * D + 1])).length;
    const { scorers } = evaluate(data, mask, { last: new LastValue(D) });
    assert.equal(scorers.last.total.n, scored);
    assert.equal(standardDeviations(data)[0], 0);
  });

  it('says so when there is nothing to score', () => {
    const mask = new Uint8Array(ROWS * D).fill(1, 0, 50 * D);
    assert.throws(() => evaluate(table(), mask, { last: new LastValue(D) }), { code: 'BAD_OPTION' });
  });
});
