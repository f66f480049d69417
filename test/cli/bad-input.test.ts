import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, packageJson } from '../package-root';
import { Random } from '../support/random';
import { Folder, lines, psmf } from './run';

describe('psmf', () => {
  const folder = new Folder();
  after(() => folder.remove());
  const frames = new Random(51).frames(150, 3, 2);
  const good = folder.write('good.csv', lines([['a', 'b', 'c'], ...frames.map((frame) => [...frame])]));

  const refuses = (args: string[], code: number, sentence: RegExp): void => {
    const run = psmf(args);
    assert.match(run.stderr, sentence);
    assert.equal(run.code, code);
    assert.equal(run.stdout, '');
    assert.match(run.stderr, /^psmf: .*[.]\n$/, 'one sentence or two, on one line');
  };

  const badFiles: readonly [string, string, RegExp][] = [
    ['an empty file', '', /is empty\./],
    ['a file of empty lines', '\n \n\n', /is empty\./],
    ['a header alone', 'a,b,c\n', /has no column of numbers|has a header and no rows below it\./],
    ['a row too short', 'a,b\n1,2\n3\n4,5\n', /row 3 has 1 field where the first row has 2\./],
    ['a row too long', 'a,b\n1,2\n3,4,5\n', /row 3 has 3 fields where the first row has 2\./],
    ['no numbers', 'a,b\nx,y\nz,w\n', /has no column of numbers in its first/],
    [
      'decimal commas and points',
      'a;b\n1,5;x\n3,5;y\nz;1.5\n',
      /has no column of numbers in its first 3 rows\. Write all numbers with decimal points\./,
    ],
    [
      'numbers that no model can square',
      'a,b\n1e300,x\n2e300,y\n',
      /has no column of numbers in its first 2 rows\. Readings are numbers up to 1e\+60, got "1e300"\./,
    ],
    [
      'a sensor with a name that no model takes',
      `a,${'b'.repeat(257)}\n1,2\n3,4\n`,
      /the name of column 2 has 257 characters where a sensor's may have 256: rename it\./,
    ],
    [
      'two columns of one name',
      'a,b,a\n1,2,3\n4,5,6\n',
      /two columns named "a" \(1 and 3\): rename one of them\./,
    ],
    ['an unknown delimiter', 'a|b\n1|2\n3|4\n', /Cannot tell what separates the columns.*got "a\|b"\./],
    ['a quote that never ends', 'a,b\n1,"2\n3,4\n', /is not a well-formed CSV file/],
    [
      'newest rows first',
      'day,b\n2024-01-03,2\n2024-01-02,3\n2024-01-01,1\n',
      /has its newest rows first \(time in "day"\)/,
    ],
    [
      'times alone',
      'time,note\n1,x\n2,y\n3,z\n',
      /has no column of numbers besides the time \("time"\) in its first 3 rows\./,
    ],
    ['a binary file', 'a,b\n1,\0\n', /is not a text file in UTF-8: save it/],
  ];
  const commands = ['impute', 'filter', 'evaluate'];
  badFiles.forEach(([name, text, sentence], i) => {
    it(`${name} is refused in a sentence`, () => {
      const file = folder.write('bad.csv', text);
      for (const command of [commands[i % commands.length], 'changepoints'])
        refuses([command, file], 1, sentence);
    });
  });

  it('a file in another encoding is refused in a sentence', () => {
    const file = folder.file('latin1.csv');
    writeFileSync(file, Buffer.from('oil \u00b0C,b\n1,2\n3,4\n', 'latin1'));
    refuses(['impute', file], 1, /latin1\.csv is not a text file in UTF-8: save it/);
  });

  it('a ragged row far down is named', () => {
    const text = `${lines(frames.map((frame) => [...frame]))}1,2\n`;
    refuses(
      ['evaluate', folder.write('bad.csv', text)],
      1,
      /row 151 has 2 fields where the first row has 3\./,
    );
    refuses(['changepoints', folder.file('bad.csv')], 1, /row 151 has 2 fields where the first row has 3\./);
    const series = '1,2,3\n4,5\n';
    refuses(['impute', folder.write('bad.csv', series), '--rows', 'series'], 1, /row 2 has 2 fields/);
  });

  it('a missing file, a folder, a place that cannot be written', () => {
    refuses(['impute', folder.file('no.csv')], 1, /Cannot read .*no\.csv: there is no such file\./);
    refuses(['changepoints', folder.file('no.csv')], 1, /Cannot read .*no\.csv: there is no such file\./);
    refuses(['impute', folder.path], 1, /is a folder: name a CSV file\./);
    refuses(
      ['impute', good, '-o', folder.file('no/out.csv')],
      1,
      /Cannot write .*out\.csv: there is no such folder\./,
    );
    refuses(['impute', good, '-o', folder.path], 1, /Cannot write .*: it is a folder\./);
    for (const command of ['evaluate', 'changepoints']) {
      const report = psmf([command, good, '--report', folder.file('no/out.html')]);
      assert.equal(report.code, 1);
      assert.match(report.stderr, /Cannot write .*out\.html: /);
    }
  });

  it('a time column that is not there, or that holds no times', () => {
    refuses(
      ['filter', good, '--time', 'x'],
      1,
      /--time: .*good\.csv has no column named "x", only "a", "b", "c"\./,
    );
    const text = folder.write('text.csv', 'a,b\n1,x\n2,y\n');
    refuses(['impute', text, '--time', 'b'], 1, /--time: column "b" holds no times: got "x"\./);
  });

  it('ignored columns that are not there, or that leave nothing', () => {
    refuses(['filter', good, '--ignore', 'a,x'], 1, /has no column named "x", only "a", "b", "c"\./);
    refuses(
      ['impute', good, '--ignore', 'c,b,a'],
      1,
      /--ignore leaves no column of numbers in .*good\.csv\./,
    );
  });

  it('too little data for a pattern', () => {
    const short = folder.write('short.csv', lines(frames.slice(0, 80).map((frame) => [...frame])));
    refuses(['evaluate', short], 1, /Pattern seg30: expected at least 120 rows of data, got 80\./);
    refuses(['evaluate', good, '--pattern', 'long'], 1, /expected at least 300 rows of data, got 150\./);
  });

  it('a mask of the wrong shape or content', () => {
    const mask = (rows: number, row: string): string => folder.write('mask.csv', `${row}\n`.repeat(rows));
    const evaluate = (file: string, sentence: RegExp): void =>
      refuses(['evaluate', good, '--mask', file], 1, sentence);
    evaluate(mask(149, '0,1,0'), /has 149 rows where the data has 150\./);
    evaluate(mask(151, '0,1,0'), /has 151 rows where the data has 150\./);
    evaluate(mask(150, '0,1'), /row 1 has 2 columns where the data has 3 sensors\./);
    evaluate(mask(150, '0,2,0'), /expected 0 or 1 in row 1, got "2"\./);
    evaluate(mask(150, '0,0,0'), /0 hidden, none of them such/);
    evaluate(folder.file('no.csv'), /there is no such file\./);
  });

  const badCalls: readonly [string[], RegExp][] = [
    [[], /Which command\? Try psmf --help\./],
    [['heal', 'in.csv'], /There is no command "heal": choose impute, filter, changepoints, evaluate/],
    [['impute'], /Which file\?.*See psmf impute --help\./],
    [['impute', good, 'b.csv'], /One file at a time/],
    [['impute', good, '--nope'], /Unknown option "--nope"/],
    [['impute', good, '-o'], /-o, --output/],
    [['impute', good, '--intervals=3'], /--intervals/],
    [['impute', good, '--max-gap', '0'], /--max-gap: expected a whole number from 1 to/],
    [['impute', good, '--rows', 'columns'], /--rows: expected time or series, got "columns"\./],
    [['impute', good, '--header', '--no-header'], /Choose --header or --no-header, not both\./],
    [['impute', good, '-o', good], /The output .* is the input itself: choose another name\./],
    [['filter', good, '--forecast', 'x'], /--forecast: expected a whole number from 1 to 100000, got "x"\./],
    [['changepoints'], /Which file\?.*See psmf changepoints --help\./],
    [
      ['changepoints', good, '--method', 'magic'],
      /--method: expected calibrated or bocpd or pelt-features or pelt-values or scan, got "magic"\./,
    ],
    [
      ['changepoints', good, '--sensitivity', '11'],
      /--sensitivity: expected high, normal, low or a number of rows from 100 on, got "11"\./,
    ],
    [['changepoints', good, '--json=yes'], /--json/],
    [['changepoints', good, '--report', good], /is the input itself/],
    [
      ['evaluate', good, '--pattern', 'all'],
      /--pattern: expected seg30 or mcar10 or long or gateway, got "all"\./,
    ],
    [['evaluate', good, '--seed', '-1'], /--seed/],
    [
      ['evaluate', good, '--seed', '1.5'],
      /--seed: expected a whole number from 0 to 4294967295, got "1\.5"\./,
    ],
    [['evaluate', good, '--pattern', 'seg30', '--mask', 'm.csv'], /Choose --pattern or --mask, not both\./],
    [['evaluate', good, '--report', good], /is the input itself/],
  ];
  for (const [args, sentence] of badCalls) {
    it(`psmf ${args.map((arg) => path.basename(arg)).join(' ')}: usage, exit code 2`, () =>
      refuses(args, 2, sentence));
  }

  it('the input is untouched when it was named as output', () => {
    const before = folder.read('good.csv');
    psmf(['impute', good, '-o', good]);
    assert.equal(folder.read('good.csv'), before);
  });

  it('helps', () => {
    for (const args of [
      ['--help'],
      ['-h'],
      ['help'],
      ['impute', '--help'],
      ['filter', '-h'],
      ['changepoints', '--help'],
      ['evaluate', '--help'],
    ]) {
      const { code, stdout, stderr } = psmf(args);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^Usage: psmf /);
    }
    assert.match(psmf(['evaluate', '--help']).stdout, /--pattern.*--seed.*--mask.*--json.*--report/s);
  });

  it('tells its version', () => {
    assert.equal(psmf(['--version']).stdout, `${packageJson.version}\n`);
  });

  it('is installed under its name', () => {
    const program = path.join(ROOT, packageJson.bin.psmf);
    assert.ok(readFileSync(program, 'utf8').startsWith('#!/usr/bin/env node\n'));
  });

  it('notes a file that looks transposed, and goes on', () => {
    const wide = lines([frames.flatMap((frame) => [...frame]), frames.flatMap((frame) => [...frame])]);
    const transposed = psmf(['impute', '-'], wide);
    assert.equal(transposed.code, 0);
    assert.match(transposed.stderr, /2 rows of 450 sensors; if each row is one sensor, use --rows series\./);
  });
});
