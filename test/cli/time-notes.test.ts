import assert from 'node:assert/strict';
import { Random } from '../support/random';
import { cells, lines, psmf } from './run';

describe('what psmf says about times', () => {
  const frames = new Random(81)
    .frames(150, 3, 2, 0.1)
    .map((frame) => Array.from(frame, (y) => (Number.isNaN(y) ? '' : y)));
  const plain = lines([['a', 'b', 'c'], ...frames]);
  const stamped = (name: string, stamp: (k: number) => string | number): string =>
    lines([[name, 'a', 'b', 'c'], ...frames.map((frame, k) => [stamp(k), ...frame])]);

  const columns: readonly [string, (k: number) => string | number, string][] = [
    ['time', (k) => k / 10, 'numbers that rise'],
    ['t', (k) => 1_700_000_000 + k, 'epoch seconds'],
    ['ms', (k) => 1_700_000_000_000 + 250 * k, 'epoch milliseconds'],
    ['date', (k) => 45_000 + k, 'days as spreadsheets count them'],
  ];
  for (const [name, stamp, kind] of columns) {
    it(`how numbers were read: ${kind}; the sensors are filled as if they stood alone`, () => {
      const { code, stdout, stderr } = psmf(['impute', '-'], stamped(name, stamp));
      const note = `Standard input: column "${name}" is read as the time (${kind}); --time none makes it a sensor.\n`;
      assert.deepEqual([code, stderr], [0, note]);
      assert.equal(lines(cells(stdout).map((row) => row.slice(1))), psmf(['impute', '-'], plain).stdout);
    });
  }

  it('nothing about dates', () => {
    const day = (k: number): string => new Date(86_400_000 * k).toISOString().slice(0, 10);
    assert.equal(psmf(['impute', '-'], stamped('x', day)).stderr, '');
  });

  it('--time none makes it a sensor; --time NAME takes another column', () => {
    const text = stamped('time', (k) => k);
    const evaluate = (...args: string[]): { code: number | null; stderr: string; sensors: number } => {
      const { code, stdout, stderr } = psmf(['evaluate', '-', '--json', ...args], text);
      return { code, stderr, sensors: (JSON.parse(stdout) as { sensors: number }).sensors };
    };
    assert.deepEqual(evaluate('--time', 'none'), { code: 0, stderr: '', sensors: 4 });
    assert.equal(evaluate('--time', 'time').sensors, 3);
    const other = evaluate('--time', 'time', '--ignore', 'a');
    assert.equal(other.sensors, 2);
  });

  it('that a first column which always rises may be the time', () => {
    const { stderr } = psmf(
      ['impute', '-'],
      stamped('x', (k) => k),
    );
    assert.match(
      stderr,
      /^Standard input: column "x" rises in every row and is taken for a sensor; if it is the time, use --time\.\n$/,
    );
  });

  it('forecasts go on in the same numbers', () => {
    const { stdout } = psmf(
      ['filter', '-', '--forecast', '3'],
      stamped('time', (k) => (5 + k) / 10),
    );
    assert.deepEqual(
      cells(stdout)
        .slice(-4)
        .map((row) => row[0]),
      ['15.4', '15.5', '15.6', '15.7'],
    );
  });

  it('changes found by elapsed times have no date', () => {
    const random = new Random(5);
    const rows = Array.from({ length: 700 }, (_, k) => [
      k / 2,
      ...Array.from({ length: 3 }, () => random.normal() + (k < 600 ? 0 : 6)),
    ]);
    const { stdout } = psmf(['changepoints', '-', '--json'], lines([['time', 'a', 'b', 'c'], ...rows]));
    const [first] = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([first.index, first.time, first.detectedAt], [600, null, null]);
  });
});
