import assert from 'node:assert/strict';
import type { ChangeEvent } from '../../src';
import { Random } from '../support/random';
import { cells, lines, psmf } from './run';

/** A recording with a change, and the same with rows in between that came too late. */
const ROWS = 800;
const random = new Random(91);
const start = Date.UTC(2024, 0, 1);
const stamp = (k: number): string => new Date(start + 60_000 * k).toISOString().slice(0, 19);
const ordered = random
  .frames(ROWS, 3, 1, 0.05)
  .map((frame, k) => [
    stamp(k),
    ...Array.from(frame, (y) => (Number.isNaN(y) ? '' : (y + (k < 600 ? 0 : 9)).toFixed(4))),
  ]);
const LATE_AFTER = [100, 200, 400];
const late = ordered.flatMap((row, k) =>
  LATE_AFTER.includes(k) ? [row, [stamp(k), '500', '', '-500'], [stamp(k - 7), '', '900', '']] : [row],
);
const isLate = late.map((row) => !ordered.includes(row));
const header = ['time', 'a', 'b', 'c'];
const note = (answer: string): string =>
  `Standard input: 6 rows are late, not newer than a row before: ${answer}.\n`;

describe('late rows', () => {
  const run = (
    command: string,
    rows: readonly string[][],
    ...args: string[]
  ): { stdout: string; stderr: string } => {
    const { code, stdout, stderr } = psmf([command, '-', ...args], lines([header, ...rows]));
    assert.equal(code, 0);
    return { stdout, stderr };
  };

  for (const [command, answer] of [
    ['impute', 'filled, but not learned from'],
    ['filter', 'answered, but not learned from'],
  ]) {
    it(`psmf ${command} answers them, learns nothing from them, and counts them`, () => {
      const { stdout, stderr } = run(command, late, '--intervals');
      assert.equal(stderr, note(answer));
      const [, ...out] = cells(stdout);
      assert.equal(out.length, late.length);
      const expected = cells(run(command, ordered, '--intervals').stdout).slice(1);
      assert.deepEqual(
        out.filter((_, k) => !isLate[k]),
        expected,
      );
      for (const [k, row] of out.entries()) {
        if (!isLate[k]) continue;
        assert.equal(row[0], late[k][0]);
        assert.ok(
          row.slice(1, 4).every((cell) => Number.isFinite(Number.parseFloat(cell))),
          row.join(),
        );
      }
    });
  }

  it('a clock that was a week ahead for one row makes none of them late', () => {
    const rows = ordered.map((row, k) => (k === 250 ? [stamp(k + 10_080), ...row.slice(1)] : row));
    for (const command of ['impute', 'filter', 'changepoints', 'evaluate'])
      assert.equal(run(command, rows).stderr.includes('late'), false, command);
  });

  it('psmf filter --forecast goes on from the newest row', () => {
    const rows = [...ordered, [stamp(3), '1', '2', '3']];
    const last = cells(run('filter', rows, '--forecast', '1').stdout).at(-1);
    assert.equal(last?.[0], stamp(ROWS));
  });

  it('psmf changepoints leaves them out, and still counts the rows of the file', () => {
    const events = (rows: readonly string[][]): ChangeEvent[] =>
      run('changepoints', rows, '--json')
        .stdout.split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as ChangeEvent);
    assert.equal(run('changepoints', late, '--json').stderr, note('left out'));
    const expected = events(ordered);
    assert.ok(expected.length > 0);
    assert.deepEqual(
      events(late),
      expected.map((event) => {
        const index = late.indexOf(ordered[event.index]);
        const detectedIndex = late.indexOf(ordered[event.detectedIndex]);
        return { ...event, index, detectedIndex, delay: detectedIndex - index };
      }),
    );
  });

  it('psmf evaluate neither hides nor learns them', () => {
    const evaluate = (rows: readonly string[][]): Record<string, unknown> => {
      const { stdout, stderr } = run('evaluate', rows, '--json', '--pattern', 'gateway');
      assert.equal(stderr, rows === late ? note('left out') : '');
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const spread = ordered.flatMap((row, k) =>
      k === 499 ? [row, ...late.filter((_, i) => isLate[i])] : [row],
    );
    const withLate = psmf(['evaluate', '-', '--json'], lines([header, ...spread]));
    assert.equal(withLate.stderr, note('left out'));
    assert.equal(evaluate(late).rows, ROWS + 6);
    const values = (text: string): unknown => (JSON.parse(text) as { hidden: number }).hidden;
    assert.ok(Number(values(withLate.stdout)) > 0);
  });
});
