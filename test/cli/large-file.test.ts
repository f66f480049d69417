import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { Random } from '../support/random';
import { Folder, program, psmf } from './run';

const ROWS = 200_000;

describe('a large file', () => {
  const folder = new Folder();
  const input = folder.file('large.csv');
  const timeNote = `${input}: column "time" is read as the time (epoch seconds); --time none makes it a sensor.\n`;
  after(() => folder.remove());

  before(() => {
    const random = new Random(61);
    const out = openSync(input, 'w');
    let piece = 'time,a,b,c,d\n';
    for (let k = 0; k < ROWS; k++) {
      const x = Math.sin(k / 50);
      const cells = [x, 2 * x, -x, 1 - x].map((y) =>
        random.uniform() < 0.1 ? '' : (y + 0.1 * random.uniform()).toFixed(5),
      );
      piece += `${1_600_000_000 + k},${cells.join(',')}\n`;
      if (piece.length < 1e6 && k < ROWS - 1) continue;
      writeSync(out, piece);
      piece = '';
    }
    closeSync(out);
  });

  /** Lines of a file, without holding it. */
  function countLines(file: string): number {
    const buffer = Buffer.alloc(65_536);
    const from = openSync(file, 'r');
    let count = 0;
    for (let got = readSync(from, buffer); got > 0; got = readSync(from, buffer)) {
      for (let i = 0; i < got; i++) if (buffer[i] === 10) count++;
    }
    closeSync(from);
    return count;
  }

  const heapMb = 24;
  // A cell takes at least 16 bytes for its text and 8 for the reference to it.
  assert.ok(5 * ROWS * (16 + 8) > 0.9 * heapMb * 1_048_576, 'the cells would not fit into the heap');

  it('is searched for changes as a stream, also for a report', () => {
    const report = folder.file('report.html');
    const args = ['changepoints', input, '--json', '--sensitivity', 'high', '--report', report];
    const run = psmf(args, '', [`--max-old-space-size=${heapMb}`]);
    assert.deepEqual([run.code, run.stderr], [0, timeNote]);
    const page = folder.read('report.html');
    assert.match(page, new RegExp(`found in ${ROWS} rows of 4 sensors`));
    assert.ok(page.length < 1e6, `${page.length} characters`);
  });

  it('is imputed as a stream', () => {
    const output = folder.file('out.csv');
    const run = psmf(['impute', input, '-o', output], '', [`--max-old-space-size=${heapMb}`]);
    assert.deepEqual([run.code, run.stderr], [0, timeNote]);
    assert.equal(countLines(output), ROWS + 1);
  });

  it('the reader may stop reading: no failure', () => {
    const run = spawnSync('sh', ['-c', `"${process.execPath}" "${program}" impute "${input}" | head -n 3`], {
      encoding: 'utf8',
    });
    assert.equal(run.stderr, '');
    assert.equal(run.stdout.split('\n').length, 4);
  });
});
