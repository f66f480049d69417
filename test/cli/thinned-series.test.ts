import assert from 'node:assert/strict';
import { MOST_STRETCHES, ThinnedSeries } from '../../src/cli/report/thinned-series';
import { Random } from '../support/random';

describe('a thinned series', () => {
  const random = new Random(71);
  const values = Array.from({ length: 70_000 }, () => (random.uniform() < 0.7 ? NaN : random.uniform()));

  for (const rows of [0, 1, 1000, 1024, 1025, 2048, 5000, 70_000]) {
    it(`of ${rows} rows says between what the readings of each stretch lie`, () => {
      const series = new ThinnedSeries();
      values.slice(0, rows).forEach((value) => series.add(value));
      const { stretches } = series;
      const length = 2 ** Math.max(0, Math.ceil(Math.log2(rows / MOST_STRETCHES)));
      assert.equal(stretches.length, Math.ceil(rows / length));
      assert.ok(stretches.length <= MOST_STRETCHES);
      stretches.forEach(({ row, least, most }, i) => {
        const from = i * length;
        const to = Math.min(rows, from + length);
        const read = values.slice(from, to).filter(Number.isFinite);
        assert.equal(row, (from + to - 1) / 2);
        assert.equal(least, read.length === 0 ? NaN : Math.min(...read));
        assert.equal(most, read.length === 0 ? NaN : Math.max(...read));
      });
    });
  }
});
