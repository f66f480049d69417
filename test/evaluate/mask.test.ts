import assert from 'node:assert/strict';
import { drawMask, patterns, type Mask, type Pattern } from '../../src/evaluate/mask';
import type { ReadingsTable } from '../../src/evaluate/readings-table';
import { Random } from '../support/random';

function table(rows: number, sensors: number, missing = 0): ReadingsTable {
  const random = new Random(5);
  return {
    rows,
    sensors,
    values: Float64Array.from({ length: rows * sensors }, () =>
      random.uniform() < missing ? NaN : random.normal(),
    ),
    dt: new Float64Array(rows).fill(1),
  };
}

/** Runs of hidden values of one sensor, as [start, length]. */
function runs(mask: Mask, { rows, sensors }: ReadingsTable, j: number): [number, number][] {
  const found: [number, number][] = [];
  for (let row = 0; row < rows; row++) {
    if (mask[row * sensors + j] === 0) continue;
    const last = found[found.length - 1];
    if (last !== undefined && last[0] + last[1] === row) last[1]++;
    else found.push([row, 1]);
  }
  return found;
}

const share = (mask: Mask): number => mask.reduce((sum, value) => sum + value, 0) / mask.length;
const columns = (sensors: number): number[] => Array.from({ length: sensors }, (_, j) => j);

describe('masks', () => {
  for (const pattern of patterns) {
    it(`${pattern}: the same seed hides the same, another seed something else`, () => {
      const data = table(1000, 5);
      assert.deepEqual(drawMask(data, pattern, 3), drawMask(data, pattern, 3));
      assert.notDeepEqual(drawMask(data, pattern, 3), drawMask(data, pattern, 4));
    });

    it(`${pattern}: hides only what is known, and something after row 100`, () => {
      const data = table(1000, 5, 0.2);
      const mask = drawMask(data, pattern, 1);
      assert.ok(mask.every((hidden, cell) => hidden === 0 || Number.isFinite(data.values[cell])));
      assert.ok(mask.subarray(100 * 5).includes(1));
    });

    it(`${pattern}: says how many rows it needs`, () => {
      assert.throws(() => drawMask(table(99, 3), pattern, 1), {
        code: 'BAD_OPTION',
        message: /at least \d+ rows of data, got 99/,
      });
    });
  }

  it('seg30: 30 % in all, evenly over sensors, in segments of 20 that may touch', () => {
    const data = table(4000, 8);
    const mask = drawMask(data, 'seg30', 1);
    assert.ok(share(mask) >= 0.3 && share(mask) < 0.301, `${share(mask)}`);
    for (const j of columns(8)) {
      const own = runs(mask, data, j);
      const hidden = own.reduce((sum, [, length]) => sum + length, 0);
      assert.ok(Math.abs(hidden / 4000 - 0.3) < 0.04, `sensor ${j}: ${hidden}`);
      assert.ok(own.every(([start, length]) => length >= 20 && start >= 1));
    }
  });

  it('seg30: real gaps count towards the 30 %, but a tenth of what is known is always hidden', () => {
    const known = (data: ReadingsTable): number => data.values.filter(Number.isFinite).length;
    const some = table(4000, 8, 0.1);
    const hiddenOfSome = share(drawMask(some, 'seg30', 1)) * 32_000;
    assert.ok(Math.abs((32_000 - known(some) + hiddenOfSome) / 32_000 - 0.3) < 0.002);
    const most = table(4000, 8, 0.6);
    const hiddenOfMost = share(drawMask(most, 'seg30', 1)) * 32_000;
    assert.ok(Math.abs(hiddenOfMost / known(most) - 0.1) < 0.01);
  });

  it('mcar10: one value in ten, each by itself', () => {
    const data = table(10_000, 4);
    const mask = drawMask(data, 'mcar10', 1);
    assert.ok(Math.abs(share(mask) - 0.1) < 0.006);
    const pairs = columns(4).reduce(
      (sum, j) => sum + runs(mask, data, j).reduce((n, [, length]) => n + length - 1, 0),
      0,
    );
    assert.ok(Math.abs(pairs / mask.length - 0.01) < 0.003, 'neighbours are hidden independently');
  });

  it('long: outages of 200 rows, one sensor at a time, each sensor in its turn', () => {
    const data = table(6000, 7);
    const mask = drawMask(data, 'long', 1);
    const outages = columns(7).flatMap((j) =>
      runs(mask, data, j).map(([start, length]) => ({ j, start, length })),
    );
    assert.ok(outages.length >= 20);
    assert.ok(outages.every(({ start, length }) => length === 200 && start >= 100));
    assert.equal(new Set(outages.map(({ j }) => j)).size, 7);
    for (let row = 0; row < 6000; row++) {
      assert.ok(mask.subarray(row * 7, row * 7 + 7).reduce((a, b) => a + b) <= 1);
    }
  });

  it('long: one sensor at a time with many sensors too', () => {
    const mask = drawMask(table(2000, 50), 'long', 1);
    const out = Array.from({ length: 2000 }, (_, row) =>
      mask.subarray(row * 50, row * 50 + 50).reduce((a, b) => a + b),
    );
    assert.equal(Math.max(...out), 1);
  });

  it('gateway: all sensors out for 20 rows, about every 120', () => {
    const data = table(12_000, 3);
    const mask = drawMask(data, 'gateway', 1);
    const outages = runs(mask, data, 0);
    assert.deepEqual(runs(mask, data, 1), outages);
    assert.deepEqual(runs(mask, data, 2), outages);
    assert.ok(outages.slice(0, -1).every(([, length]) => length === 20));
    const distances = outages.slice(1).map(([start], k) => start - outages[k][0]);
    const mean = distances.reduce((a, b) => a + b) / distances.length;
    assert.ok(Math.abs(mean - 120) < 5, `${mean}`);
    assert.ok(distances.every((distance) => distance >= 100 && distance <= 140));
  });

  it('works at the fewest rows each pattern allows', () => {
    const fewest: Record<Pattern, number> = { seg30: 120, mcar10: 120, long: 300, gateway: 160 };
    for (const pattern of patterns) {
      for (let seed = 0; seed < 20; seed++) {
        const mask = drawMask(table(fewest[pattern], 3), pattern, seed);
        assert.ok(mask.includes(1), `${pattern}, seed ${seed}`);
      }
      assert.throws(() => drawMask(table(fewest[pattern] - 1, 3), pattern, 1));
    }
  });
});
