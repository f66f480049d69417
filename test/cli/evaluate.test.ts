import assert from 'node:assert/strict';
import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask } from '../../src/evaluate/mask';
import { createMethods, methodNames, type MethodName } from '../../src/evaluate/methods';
import type { EvaluationResult } from '../../src/cli/evaluation-result';
import { assertClose } from '../support/close';
import { Random } from '../support/random';
import { assertDrawable, assertSelfContained, plotsOf } from './page-checks';
import { Folder, lines, psmf } from './run';

const D = 5;
const ROWS = 400;
const frames = new Random(41).frames(ROWS, D, 2, 0.05);
const values = Float64Array.from(frames.flatMap((frame) => [...frame]));
const table = { rows: ROWS, sensors: D, values, dt: new Float64Array(ROWS).fill(1) };
const names = Object.keys(methodNames) as MethodName[];

describe('psmf evaluate', () => {
  const folder = new Folder();
  after(() => folder.remove());
  const header = ['a', 'b', '<i>c</i>', 'd', 'e'];
  const input = folder.write('in.csv', lines([header, ...frames.map((frame) => [...frame])]));
  const json = (...args: string[]): EvaluationResult => {
    const { code, stdout, stderr } = psmf(['evaluate', input, '--json', ...args]);
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout) as EvaluationResult;
  };

  it('--json has the promised shape, and the numbers of the core', () => {
    const result = json('--pattern', 'mcar10', '--seed', '7');
    assert.deepEqual(Object.keys(result), [
      'rows',
      'sensors',
      'hidden',
      'pattern',
      'seed',
      'methods',
      'perSensor',
    ]);
    assert.deepEqual(
      [result.rows, result.sensors, result.pattern, result.seed, Object.keys(result.methods)],
      [ROWS, D, 'mcar10', 7, names],
    );
    const { hidden, scorers } = evaluate(table, drawMask(table, 'mcar10', 7), createMethods(D, 7));
    assert.equal(result.hidden, hidden);
    for (const name of names) {
      assert.deepEqual(result.methods[name], scorers[name].total);
      assert.deepEqual(Object.keys(result.methods[name]), ['nrmse', 'crps', 'coverage', 'n']);
    }
    assert.deepEqual([result.methods.last.crps, result.methods.last.coverage], [null, null]);
  });

  it('measures the error of an angle the short way round', () => {
    const random = new Random(43);
    const wind = frames.map(([first]) => (((10 * first + 2 * random.normal()) % 360) + 360) % 360);
    const vane = folder.write('vane.csv', lines([['a', 'wind'], ...frames.map(([a], t) => [a, wind[t]])]));
    const { code, stdout } = psmf(['evaluate', vane, '--json', '--pattern', 'mcar10', '--seed', '7']);
    assert.equal(code, 0);
    const pairs = Float64Array.from(frames.flatMap(([a], t) => [a, wind[t]]));
    const known = { ...table, sensors: 2, values: pairs, turns: Float64Array.of(0, 360) };
    const { scorers } = evaluate(known, drawMask(known, 'mcar10', 7), createMethods(2, 7));
    const { methods } = JSON.parse(stdout) as EvaluationResult;
    assert.deepEqual(methods.last, scorers.last.total);
    assert.deepEqual(methods.adaptive, scorers.adaptive.total);
  });

  it('gathers a file of one reading in each row into frames, and takes zeros and ones named anomaly for labels', () => {
    const timeOf = (t: number): string => new Date(1.7e12 + t * 60_000).toISOString();
    const some = frames.slice(0, 200);
    const wide = folder.write(
      'labelled.csv',
      lines([
        ['timestamp', ...header, 'Anomaly', 'changepoint', 'fault'],
        ...some.map((frame, t) => [timeOf(t), ...frame, t % 2, 0, 2]),
      ]),
    );
    const long = folder.write(
      'long.csv',
      lines([
        ['timestamp', 'name', 'value'],
        ...some.flatMap((frame, t) => [...frame].map((reading, j) => [timeOf(t), header[j], reading])),
      ]),
    );
    const run = (...args: string[]): { result: EvaluationResult; stderr: string } => {
      const { code, stdout, stderr } = psmf(['evaluate', '--json', ...args]);
      assert.equal(code, 0, stderr);
      return { result: JSON.parse(stdout) as EvaluationResult, stderr };
    };
    const labelled = run(wide, '--ignore', 'fault');
    const gathered = run(long);
    assert.match(
      labelled.stderr,
      /labelled\.csv: "Anomaly" and "changepoint" are taken for labels, not sensors: /,
    );
    assert.equal(gathered.stderr, '');
    assert.deepEqual([gathered.result.rows, gathered.result.sensors], [200, D]);
    assert.deepEqual(labelled.result, gathered.result);
    assert.equal(
      run(wide, '--pattern', 'mcar10').result.sensors,
      D + 1,
      'a column of other numbers is a sensor',
    );
  });

  it('answers per sensor, plainly and first: who can be filled, while whom, for how long, the worst last', () => {
    const random = new Random(5);
    const rows = Array.from({ length: 1500 }, (_, t) => {
      const load = Math.sin(t / 9) + 0.3 * random.normal();
      return [t, 20 + load, 50 - 3 * load + 0.1 * random.normal(), random.normal()].map((cell, column) =>
        column === 0 ? new Date(1.7e12 + t * 60_000).toISOString() : cell,
      );
    });
    const file = folder.write('plant.csv', lines([['time', 'inlet', 'outlet', 'dice'], ...rows]));
    const { stdout } = psmf(['evaluate', file]);
    assert.match(
      stdout,
      /^inlet: can be filled to within [\d.]+ % of its range while outlet reports; for gaps up to \d+ minutes$/m,
    );
    assert.match(stdout, /^dice: cannot be filled: it follows none of the others$/m);
    assert.ok(stdout.indexOf('outlet: can') < stdout.indexOf('dice: cannot'));
    assert.ok(stdout.indexOf('dice: cannot') < stdout.indexOf('nRMSE  '));
  });

  it('takes seg30 and seed 1 unless told otherwise; another seed hides other values', () => {
    assert.deepEqual(json(), json('--pattern', 'seg30', '--seed', '1'));
    assert.notDeepEqual(json('--seed', '2').methods.last, json().methods.last);
  });

  it('--mask hides exactly what it marks', () => {
    const marked = drawMask(table, 'seg30', 5);
    const rows = Array.from({ length: ROWS }, (_, k) => Array.from(marked.subarray(k * D, (k + 1) * D)));
    const result = json('--mask', folder.write('mask.csv', lines(rows)));
    const { hidden, scorers } = evaluate(table, marked, createMethods(D, 1));
    assert.deepEqual([result.hidden, result.pattern], [hidden, 'mask']);
    assert.deepEqual(result.methods.adaptive, scorers.adaptive.total);
    assert.deepEqual(result.methods['rls-own'], scorers['rls-own'].total);
  });

  it('--mask: cells before row 100 are hidden but not scored', () => {
    const rows = Array.from({ length: ROWS }, (_, k) => [k >= 90 && k < 110 ? 1 : 0, 0, 0, 0, 0]);
    const known = (from: number, to: number): number =>
      frames.slice(from, to).filter((frame) => !Number.isNaN(frame[0])).length;
    const result = json('--mask', folder.write('early.csv', lines(rows)));
    assert.equal(result.hidden, known(90, 110));
    for (const name of names) assert.equal(result.methods[name].n, known(100, 110), name);
  });

  it('prints a table without --json', () => {
    const { stdout } = psmf(['evaluate', input]);
    for (const name of names) assert.match(stdout, new RegExp(`^${name} +\\d+\\.\\d{3} `, 'm'));
    assert.match(stdout, /400 rows of 5 sensors; \d+ values hidden \(pattern seg30, seed 1\)/);
    assert.match(stdout, /^last +\d\.\d{3} +- +- /m);
  });

  it('works on series and on time columns alike', () => {
    const series = lines(header.map((name, j) => [name, ...frames.map((frame) => frame[j])]));
    const { stdout } = psmf(['evaluate', '-', '--json', '--rows', 'series'], series);
    const expected = json();
    assert.deepEqual(JSON.parse(stdout), expected);

    const stamped = lines([['t', ...header], ...frames.map((frame, k) => [1.6e9 + 60 * k, ...frame])]);
    const timed = JSON.parse(psmf(['evaluate', '-', '--json'], stamped).stdout) as EvaluationResult;
    // The adaptive model has the clock among its inputs where there are times; a few hours hold no rhythm to gain from.
    const { adaptive } = timed.methods;
    const { adaptive: untimed } = expected.methods;
    assertClose(
      [adaptive.nrmse ?? NaN, adaptive.crps ?? NaN],
      [untimed.nrmse ?? NaN, untimed.crps ?? NaN],
      1e-3,
    );
    assert.equal(adaptive.n, untimed.n);
    const { perSensor } = expected;
    assert.deepEqual({ ...timed, methods: { ...timed.methods, adaptive: untimed }, perSensor }, expected);
    assert.deepEqual(
      timed.perSensor.map(({ gapSeconds }) => gapSeconds),
      timed.perSensor.map(({ gapRows }) => (gapRows === null ? null : 60 * gapRows)),
    );
  });

  describe('--report', () => {
    const file = folder.file('report.html');
    psmf(['evaluate', input, '--report', file, '--pattern', 'gateway']);
    const page = folder.read('report.html');

    it('is one page that needs nothing else', () => assertSelfContained(page));

    it('shows names as text, never as markup', () => {
      assert.ok(!page.includes('<i>c</i>'));
      assert.ok(page.includes('&#60;i&#62;c&#60;/i&#62;'));
    });

    it('has the table, four sensors, error by gap and coverage', () => {
      for (const name of names)
        assert.ok(page.includes(`<tr class="m-${name}"><th scope="row">${name}</th>`));
      const drawn = plotsOf(page);
      assert.equal(drawn.length, 6);
      assert.deepEqual(
        drawn[4].lines.map(({ label }) => label),
        names,
      );
      const { methods } = json('--pattern', 'gateway');
      const measured = names.filter((name) => methods[name].coverage !== null);
      assert.deepEqual(
        drawn[5].lines[0].values,
        measured.map((name) => 100 * (methods[name].coverage ?? 0)),
      );
      assert.deepEqual([drawn[5].labels.length, drawn[5].level], [measured.length, 95]);
    });

    it('draws every hidden value of a plotted stretch with an estimate and a band', () => {
      for (const { lines } of plotsOf(page).slice(0, 4)) {
        const [band, , estimate, truth] = lines;
        const known = (column: readonly unknown[]): number => column.filter((value) => value !== null).length;
        const hidden = known(truth.values);
        assert.ok(hidden >= 30, `${hidden}`);
        assert.deepEqual([estimate.values, band.values, band.lower ?? []].map(known), [
          hidden,
          hidden,
          hidden,
        ]);
        band.values.forEach((upper, k) => {
          const [lower, middle] = [band.lower?.[k] ?? 0, estimate.values[k] ?? 0];
          if (upper !== null) assert.ok(Math.abs(upper - middle - (middle - lower)) < 1e-9);
        });
      }
    });

    it('says how many values each gap length and each bar stand for', () => {
      const result = json('--pattern', 'gateway');
      const [gaps, bars] = plotsOf(page).slice(4);
      const counts = gaps.labels.map((text) => Number(/\n(\d+) values$/.exec(text)?.[1]));
      assert.equal(
        counts.reduce((sum, n) => sum + n, 0),
        result.methods.last.n,
      );
      assert.ok(bars.labels.includes(`adaptive\n${result.methods.adaptive.n} values`));
    });

    it('has times below the plots where the file has times, else rows', () => {
      const stamp = (k: number): string => new Date(1.7e12 + 3_600_000 * k).toISOString();
      const timed = lines([['t', ...header], ...frames.map((frame, k) => [stamp(k), ...frame])]);
      psmf(['evaluate', '-', '--report', folder.file('timed.html')], timed);
      const figure = /<figure>.*?<\/figure>/s.exec(folder.read('timed.html'))?.[0] ?? '';
      const [, from, to] = /rows (\d+) to (\d+)/.exec(figure) ?? [];
      assert.ok(figure.includes(`(${stamp(Number(from))} to ${stamp(Number(to))})`));
      const [{ x, labels }] = plotsOf(folder.read('timed.html'));
      assert.deepEqual(
        labels,
        x.map((row) => stamp(row).slice(5, 16).replace('T', ' ')),
      );
      const [untimed] = plotsOf(page);
      assert.deepEqual(untimed.labels, untimed.x.map(String));
    });

    it('draws spikes at the edge, so that the rest can be seen', () => {
      const spiky = frames.map((frame, k) => Array.from(frame, (y) => (k % 97 === 50 ? 1e6 : y)));
      psmf(['evaluate', '-', '--report', folder.file('spiky.html')], lines([header, ...spiky]));
      const spikyPage = folder.read('spiky.html');
      const drawn = plotsOf(spikyPage).slice(0, 4);
      const clipped = drawn.flatMap(({ lines }) => lines.filter(({ label }) => label === 'beyond the plot'));
      assert.ok(clipped.flatMap(({ values }) => values.filter((value) => value !== null)).length >= 4);
      for (const { range } of drawn) assert.ok(range[1] < 1e4, `${range.join(' to ')}`);
      assertDrawable(spikyPage);
    });

    it('gives every plot what it takes to be drawn', () => assertDrawable(page));
  });
});
