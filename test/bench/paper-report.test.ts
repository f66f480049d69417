import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { methodNames, published } from '../../bench/paper/imputation/published';
import { digestOf, loadRecording, recordingNames } from '../../bench/paper/imputation/recordings';
import type { TableRow } from '../../bench/paper/imputation/tables';
import { readPaperOptions } from '../../bench/paper/options';
import { drawChart } from '../../bench/paper/report/chart';
import { describeConvergence, describeRunTime } from '../../bench/paper/report/filter-sections';
import { describeImputation } from '../../bench/paper/report/imputation-section';
import { formatSections, writePage } from '../../bench/paper/report/section';
import { deviation, mean, share } from '../../bench/paper/report/statistics';

/** The paper's own figures, so many times over; those of a recording without data are not there. */
const rows = (factor: number): TableRow[] =>
  recordingNames.flatMap((set) =>
    methodNames.map((method): TableRow => {
      const { error, coverage } = published[30][method][set];
      const repeat = { error: factor * error, coverage, seconds: 1 };
      return { set, method, missing: 30, repeats: set === 'no2' || set === 'gas' ? [] : [repeat, repeat] };
    }),
  );

describe("the paper's imputation tables", () => {
  it('are near where we have the same figures, and say which data are not available', () => {
    const section = describeImputation(rows(1));
    assert.equal(section.verdicts.length, 18);
    assert.ok(section.verdicts.every(({ met }) => met));
    const missing = section.rows?.filter((row) => row.includes('data not available')) ?? [];
    assert.deepEqual(new Set(missing.map(([set]) => set)), new Set(['NO2', 'Gas']));
    assert.ok(missing.every((row) => /\d/.test(row[3])));
  });

  it('are not near elsewhere', () => {
    assert.ok(describeImputation(rows(1.4)).verdicts.every(({ met }) => !met));
  });

  it('take NO2 and Gas from a file of series', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no2-'));
    const file = join(folder, 'no2.csv');
    writeFileSync(file, '1,2,nan,4\n5,6,7,\n');
    const readings = await loadRecording('no2', { data: folder, no2: file });
    assert.ok(readings);
    assert.deepEqual([readings.rows, readings.sensors], [4, 2]);
    assert.deepEqual([...readings.values], [1, 5, 2, 6, NaN, 7, 4, NaN]);
    assert.equal(await loadRecording('gas', { data: folder, no2: file }), null);
    assert.equal(digestOf(readings), digestOf({ ...readings, values: readings.values.slice() }));
    assert.notEqual(digestOf(readings), digestOf({ ...readings, values: readings.values.map((v) => v + 1) }));
    rmSync(folder, { recursive: true });
  });
});

describe("the paper's page", () => {
  const point = (pass: number, distance: number) => ({
    ...{ pass, distance, aligned: 0.01, dictionary: 0.2, scale: 1.1 },
  });
  const falling = describeConvergence([[point(100, 0.6), point(1000, 0.1)]]);
  const rising = describeConvergence([[point(100, 0.1), point(1000, 0.6)]]);

  it('lists what was missed, and shows every table and plot', () => {
    const runTime = describeRunTime({
      ...{ times: 100, sensors: 3, epochs: 2, rounds: 5, difference: 1e-14 },
      ...{ ours: 0.1, tuned: 1, plain: 4 },
    });
    const page = writePage([falling, rising, runTime], 'the command', 'v20');
    assert.match(page, /Written by `the command`/);
    assert.match(page, /2 of 3 bars reached\.\n\nMissed:\n\n- mean W2 [^\n]*: 0\.17; 0 of 1/);
    assert.match(page, /!\[[^\]]*\]\(paper-convergence\.svg\)/);
    assert.match(page, /\| ml-matrix, plain +\| +4\.000 \| +40\.0 \|/);
    assert.match(formatSections([rising]), /miss mean W2/);
    // A bar in a cell would end it, and an asterisk begin emphasis.
    for (const { names = [], rows: cells = [], text } of [falling, runTime, describeImputation(rows(1))]) {
      assert.ok([...names, ...cells.flat()].every((cell) => !/[|*]/.test(cell)));
      assert.ok(text.every((paragraph) => !paragraph.includes('*')));
    }
  });

  it('has charts with every line, on linear and logarithmic axes, within the picture', () => {
    const lines = [
      { role: 'ours', xs: [1, 10, 100], ys: [1, 0.1, 1e-9] },
      { role: 'data', xs: [1, 100], ys: [1, 2], dots: true },
    ] as const;
    const panel = { title: 'a < b', x: [1, 100], y: [0.01, 2], lines, marks: [10] } as const;
    const legend = { ours: 'ours', data: 'data' };
    const svg = drawChart('both', [panel, { ...panel, logarithmic: 'both' }], legend);
    assert.equal(svg.match(/<path /g)?.length, 4);
    assert.equal(svg.match(/h0/g)?.length, 4);
    assert.match(svg, /a &#60; b/);
    const numbers = [...svg.matchAll(/ (?:x1|x2|x)="([^"]*)"|[ML]([\d.]+) /g)].map(([, a, b]) =>
      Number(a ?? b),
    );
    assert.ok(numbers.every((value) => value >= 0 && value <= 880));
    assert.ok(!svg.includes('NaN'));
    // A line is not an area: a fill by role would reach paths as well.
    assert.doesNotMatch(svg, /(^|[^t])\.(ours|data)[^{]*\{ fill/m);
    // On a logarithmic axis, ten is half way from one to a hundred.
    const [, , logarithmic] = svg.split('class="title"');
    assert.match(logarithmic, /class="mark" x1="458\.0"/);
  });

  it('has means, deviations and shares', () => {
    assert.equal(mean([1, 2, 6]), 3);
    assert.equal(deviation([2, 4]), 1);
    assert.equal(
      share([1, 2, 3, 4], (value) => value > 3),
      0.25,
    );
  });
});

describe('the options of bench:paper', () => {
  const read = (...args: string[]) => readPaperOptions(args, ['beijing']);
  const refusal = (...args: string[]): string => {
    const answer = read(...args);
    return typeof answer === 'string' ? answer : assert.fail('taken');
  };

  it('name what to run, once', () => {
    for (const args of [[], ['--all', '--table', '1']]) {
      assert.match(refusal(...args), /Expected one of --all, --table, --figure, --run-time/);
    }
  });

  it('are refused with what was expected and what came', () => {
    assert.match(refusal('--table', '4'), /--table: expected 1, 2, 3, got 4/);
    assert.match(refusal('--figure', 'x'), /--figure: expected beijing, got x/);
    assert.match(refusal('--all', '--repeats', '0'), /--repeats: expected a whole number.*got 0/);
    assert.match(refusal('--all', '--methods', 'PSMF,K'), /--methods: .*got K/);
    assert.match(refusal('--all', '--what'), /--what/);
  });

  it('have the standard of each', () => {
    const options = read('--all', '--no2', 'file.csv');
    assert.ok(typeof options !== 'string');
    const { missing, repeats, methods, runs, out, no2 } = options;
    assert.deepEqual([missing, repeats, runs, out, no2], [30, 10, undefined, 'docs', 'file.csv']);
    assert.deepEqual(methods, methodNames);
  });
});
