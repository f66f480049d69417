import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { ImputeModel } from '../../src';
import { assertClose } from '../support/close';
import { Random } from '../support/random';
import { Folder, cells, lines, psmf } from './run';

const D = 4;
const ROWS = 300;
const names = ['inlet', 'outlet', 'oil', 'flow'];

/** A recording with gaps: the truth, and the text of its cells. */
function recording(): { frames: Float64Array[]; rows: string[][] } {
  const frames = new Random(21).frames(ROWS, D, 2, 0.15);
  return {
    frames,
    rows: frames.map((frame) => Array.from(frame, (y) => (Number.isNaN(y) ? '' : y.toFixed(4)))),
  };
}

/** A row's readings by the names of their sensors. */
const fieldsOf = (row: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    names
      .map((name, j) => [name, row[j]] as const)
      .flatMap(([name, cell]) => (cell === '' ? [] : [[name, Number(cell)]])),
  );

describe('psmf impute', () => {
  const folder = new Folder();
  after(() => folder.remove());
  const { rows } = recording();
  const input = folder.write('in.csv', lines([names, ...rows]));

  it('fills the gaps with what the default model says, and leaves the rest as it was', () => {
    const { code, stdout, stderr } = psmf(['impute', input, '-o', folder.file('out.csv')]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^\d+ rows; \d+ gaps filled, \d+ of them uncertain: --intervals shows/);
    const [header, ...out] = cells(folder.read('out.csv'));
    assert.deepEqual(header, names);
    assert.equal(out.length, ROWS);
    const model = new ImputeModel({ sensors: names });
    let filled = 0;
    rows.forEach((row, k) => {
      const { estimate } = model.learnOne({ fields: fieldsOf(row), time: null, arrival: 0 });
      row.forEach((cell, j) => {
        if (cell !== '') return assert.equal(out[k][j], cell);
        if (k < 5) return;
        filled++;
        assertClose([Number(out[k][j])], [estimate[j]], 1e-8);
      });
    });
    assert.ok(filled > 100);
  });

  it('writes to standard output without -o and with -o -, and reads standard input', () => {
    psmf(['impute', input, '-o', folder.file('out.csv')]);
    const expected = folder.read('out.csv');
    assert.equal(psmf(['impute', input]).stdout, expected);
    assert.equal(psmf(['impute', input, '-o', '-']).stdout, expected);
    assert.equal(psmf(['impute', '-'], folder.read('in.csv')).stdout, expected);
  });

  it('--ignore passes columns through, gaps and all, as if they were not there', () => {
    const labelled = rows.map((row, k) => [...row.slice(0, 2), k % 3 === 0 ? '' : k % 2, ...row.slice(2)]);
    const head = ['inlet', 'outlet', 'label', 'oil', 'flow'];
    const file = folder.write('labelled.csv', lines([head, ...labelled]));
    const out = cells(psmf(['impute', file, '--ignore', ' label , ']).stdout);
    assert.deepEqual(
      out.slice(1).map((row) => row[2]),
      labelled.map((row) => `${row[2]}`),
    );
    assert.equal(
      lines(out.map((row) => row.filter((_, i) => i !== 2))),
      psmf(['impute', input]).stdout,
      'the sensors are filled as without it',
    );
  });

  it('--intervals adds bounds and quality of what was filled, and of nothing else', () => {
    const [header, ...out] = cells(psmf(['impute', input, '--intervals']).stdout);
    assert.deepEqual(header.slice(0, 7), [...names, 'inlet_lower', 'inlet_upper', 'inlet_quality']);
    assert.equal(header.length, 4 * D);
    const model = new ImputeModel({ sensors: names });
    let estimated = 0;
    rows.forEach((row, k) => {
      const answer = model.learnOne({ fields: fieldsOf(row), time: null, arrival: 0 });
      row.forEach((cell, j) => {
        const [lower, upper, quality] = out[k].slice(D + 3 * j, D + 3 * j + 3);
        if (cell !== '') return assert.deepEqual([lower, upper, quality], ['', '', '']);
        if (k < 40) return assert.ok(quality === 'uncertain' || quality === '');
        assertClose([Number(lower), Number(upper)], [answer.lower[j], answer.upper[j]], 1e-7);
        assert.equal(quality, answer.quality[j]);
        estimated += quality === 'estimated' ? 1 : 0;
      });
    });
    assert.ok(estimated > 50);
  });

  it('claims no interval of a sensor that has hardly been read, and none without width', () => {
    const text = 'a,b\n5,1\n,2\n5,\n,3\n7,\n,9\n';
    const { stdout } = psmf(['impute', '-', '--intervals'], text);
    const out = cells(stdout).slice(1);
    const bounds = out.map((row) => [row[0], ...row.slice(2, 5)]);
    assert.deepEqual(bounds.slice(0, 4), [
      ['5', '', '', ''],
      ['5', '', '', 'uncertain'],
      ['5', '', '', ''],
      ['5', '', '', 'uncertain'],
    ]);
    const [value, lower, upper, quality] = bounds[5];
    assert.deepEqual([value, quality], ['5', 'uncertain']);
    assert.ok(Number(lower) < 1 && Number(upper) > 9, `${lower} to ${upper}`);
  });

  it('leaves a gap before the first reading empty, however the file writes gaps', () => {
    const text = 'a,b\nnan,1\nNA,2\nnull,3\n4,nan\n5,6\n';
    for (const command of ['impute', 'filter']) {
      const out = cells(psmf([command, '-'], text).stdout).slice(1);
      assert.deepEqual(
        out.map((row) => row[0]),
        ['', '', '', '4', '5'],
      );
      assert.equal(out[3][1], '2');
    }
    assert.match(
      psmf(['impute', '--help']).stdout,
      /before the first reading of its sensor cannot be\s+filled/,
    );
  });

  it('reads and writes decimal commas between semicolons', () => {
    const points = lines([names, ...rows], ';');
    const commas = points.replaceAll('.', ',');
    const { stdout, stderr } = psmf(['impute', '-'], commas);
    assert.equal(stdout, psmf(['impute', '-'], points).stdout.replaceAll('.', ','));
    assert.equal(stderr, 'Standard input: decimal commas are read, and written, as such.\n');
  });

  it('--max-gap leaves longer gaps empty', () => {
    const silent = rows.map((row, k) => (k >= 200 && k < 220 ? ['', ...row.slice(1)] : row));
    folder.write('silent.csv', lines([names, ...silent]));
    const out = cells(psmf(['impute', folder.file('silent.csv'), '--max-gap', '5']).stdout).slice(1);
    const last = silent.slice(0, 200).filter((row) => row[0] === '').length;
    assert.ok(last > 0);
    assert.ok(out.slice(200, 203).every((row) => row[0] !== ''));
    assert.ok(out.slice(205, 220).every((row) => row[0] === ''));
  });

  it('passes text and time columns through, keeps the delimiter, and fills what is not a number', () => {
    const mixed = rows.map((row, k) => [
      `2024-01-01 ${String(Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}:00`,
      'hall "7"; north',
      ...row.slice(0, 3),
      k === 250 ? 'ERR' : row[3],
    ]);
    const text = lines(
      [['time', 'place', ...names], ...mixed].map((row) =>
        row.map((cell) => `"${cell.replaceAll('"', '""')}"`),
      ),
      ';',
    );
    folder.write('mixed.csv', text);
    const out = psmf(['impute', folder.file('mixed.csv')]).stdout.split('\n');
    assert.equal(out[0], 'time;place;inlet;outlet;oil;flow');
    assert.ok(out[101].startsWith('2024-01-01 01:40:00;"hall ""7""; north";'));
    assert.match(out[251], /;-?\d+\.\d+$/);
  });

  it('a column stays untouched until its first number', () => {
    const late = rows.map((row, k) => [...row.slice(0, 3), k < 150 ? (k === 120 ? 'off' : '') : row[3]]);
    folder.write('late.csv', lines([names, ...late]));
    const out = cells(psmf(['impute', folder.file('late.csv')]).stdout).slice(1);
    assert.deepEqual([out[119][3], out[120][3]], ['', 'off']);
    assert.ok(out.slice(200).every((row) => row[3] !== ''));
  });

  it('--rows series reads and writes the transpose', () => {
    const transposed = names.map((name, j) => [name, ...rows.map((row) => row[j])]);
    folder.write('series.csv', lines(transposed));
    const out = cells(psmf(['impute', folder.file('series.csv'), '--rows', 'series']).stdout);
    const expected = cells(psmf(['impute', input]).stdout);
    assert.deepEqual(
      out,
      names.map((_, j) => expected.map((row) => row[j])),
    );
  });

  it('uses the time between rows', () => {
    const stamped = (ms: (k: number) => number): string =>
      folder.write(
        'timed.csv',
        lines([['t', ...names], ...rows.map((row, k) => [`${1.7e12 + ms(k)}`, ...row])]),
      );
    const values = (text: string): string[][] => cells(text).map((row) => row.slice(1));
    const even = values(psmf(['impute', stamped((k) => 500 * k)]).stdout);
    assert.deepEqual(even, cells(psmf(['impute', input]).stdout));
    const uneven = values(psmf(['impute', stamped((k) => 500 * (k < 200 ? k : 200 + 5 * (k - 200)))]).stdout);
    assert.deepEqual(uneven.slice(0, 200), even.slice(0, 200));
    assert.notDeepEqual(uneven, even);
  });

  it('leaves no file behind when it fails, and does not touch one that is there', () => {
    const broken = folder.write('broken.csv', `${lines([names, ...rows])}1,2\n`);
    const output = folder.write('precious.csv', 'precious');
    const { code } = psmf(['impute', broken, '-o', output]);
    assert.equal(code, 1);
    assert.equal(folder.read('precious.csv'), 'precious');
    assert.ok(!existsSync(folder.file('precious.csv.partial')));
    assert.equal(psmf(['impute', broken, '-o', folder.file('none.csv')]).code, 1);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.startsWith('none')),
      [],
    );
  });

  it('a file without gaps comes out as it went in', () => {
    const whole = lines(
      new Random(1).frames(120, 3, 2).map((frame) => Array.from(frame, (y) => y.toFixed(3))),
    );
    assert.equal(psmf(['impute', folder.write('whole.csv', whole)]).stdout, whole);
  });

  it('fills an outage of all columns by the rhythm of the rows, where they have no times', () => {
    const PERIOD = 48;
    const OUT = { from: 800, to: 812 };
    const random = new Random(48);
    const truth = Array.from({ length: 900 }, (_, t) =>
      names.map((_, j) => {
        const place = (t / PERIOD + j / names.length) % 1;
        return 20 + 5 * j + (place < 0.25 ? 8 : 2 * Math.sin(2 * Math.PI * place)) + 0.2 * random.normal();
      }),
    );
    const isOut = (t: number): boolean => t >= OUT.from && t < OUT.to;
    const readings = truth.map((row, t) => row.map((y) => (isOut(t) ? '' : y.toFixed(4))));
    const file = folder.write('untimed.csv', lines([names, ...readings]));
    const [, ...filled] = cells(psmf(['impute', file]).stdout);
    const errorOf = (fill: (t: number, j: number) => number): number =>
      Math.sqrt(
        truth
          .flatMap((row, t) => (isOut(t) ? row.map((y, j) => (fill(t, j) - y) ** 2) : []))
          .reduce((sum, square) => sum + square, 0),
      );
    const byRhythm = errorOf((t, j) => Number(filled[t][j]));
    const byLast = errorOf((_, j) => truth[OUT.from - 1][j]);
    assert.ok(byRhythm < 0.35 * byLast, `${byRhythm} where the last value has ${byLast}`);
  });
});
