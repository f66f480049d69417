import assert from 'node:assert/strict';
import { FilterModel, type Frame } from '../../src';
import { assertClose } from '../support/close';
import { Random } from '../support/random';
import { Folder, cells, lines, psmf } from './run';

const D = 3;
const ROWS = 200;
const frames = new Random(31).frames(ROWS, D, 2, 0.1);
const stamp = (k: number): string =>
  new Date(Date.UTC(2024, 0, 1) + k * 600_000).toISOString().slice(0, 19).replace('T', ' ');

describe('psmf filter', () => {
  const folder = new Folder();
  after(() => folder.remove());
  const rows = frames.map((frame, k) => [
    stamp(k),
    ...Array.from(frame, (y) => (Number.isNaN(y) ? '' : `${y}`)),
  ]);
  const input = folder.write('in.csv', lines([['time', 'a', 'b', 'c'], ...rows]));
  const createModel = (): FilterModel => new FilterModel({ sensors: ['a', 'b', 'c'] });
  const frameAt = (k: number): Frame => {
    const [a, b, c] = frames[k];
    const time = Date.UTC(2024, 0, 1) + k * 600_000;
    return { fields: { a, b, c }, time, arrival: time };
  };

  it('writes the signal behind each reading, and an estimate for each gap', () => {
    const { code, stderr } = psmf(['filter', input, '-o', folder.file('out.csv')]);
    assert.deepEqual([code, stderr], [0, '']);
    const [header, ...out] = cells(folder.read('out.csv'));
    assert.deepEqual(header, ['time', 'a', 'b', 'c']);
    assert.equal(out.length, ROWS);
    const model = createModel();
    out.forEach(([time, ...values], k) => {
      assert.equal(time, stamp(k));
      const { mean } = model.learnOne(frameAt(k));
      values.forEach((value, j) => {
        const signal = mean[j];
        if (Number.isFinite(signal)) assertClose([Number(value)], [signal], 1e-8);
        else assert.equal(value, rows[k][j + 1], 'a row the model learns its units from keeps its reading');
      });
    });
    assert.ok(out.slice(60).some((row, k) => row[1] !== rows[60 + k][1]));
  });

  it('--forecast adds rows that carry the time on', () => {
    const out = cells(psmf(['filter', input, '--forecast', '4', '--intervals']).stdout).slice(1);
    assert.equal(out.length, ROWS + 4);
    const stream = createModel();
    frames.forEach((_, k) => stream.learnOne(frameAt(k)));
    const forecast = stream.forecast(4);
    out.slice(ROWS).forEach((row, k) => {
      assert.equal(row[0], stamp(ROWS + k));
      const { mean, sd } = forecast[k];
      assertClose(row.slice(1, 1 + D).map(Number), mean, 1e-8);
      const bounds = Array.from(mean, (m, j) => [m - 2 * sd[j], m + 2 * sd[j]]).flat();
      assertClose(row.slice(1 + D).map(Number), bounds, 1e-7);
    });
  });

  it('forecasts without a time column, and as series', () => {
    const plain = lines(frames.map((frame) => [...frame]));
    const out = cells(psmf(['filter', '-', '--forecast', '2'], plain).stdout);
    assert.equal(out.length, ROWS + 2);
    const series = lines(Array.from({ length: D }, (_, j) => frames.map((frame) => frame[j])));
    const transposed = cells(psmf(['filter', '-', '--forecast', '2', '--rows', 'series'], series).stdout);
    assert.deepEqual(
      transposed,
      Array.from({ length: D }, (_, j) => out.map((row) => row[j])),
    );
  });
});
