import assert from 'node:assert/strict';
import { Random } from '../support/random';
import { lines, psmf } from './run';

const header = ['a', 'b', 'c'];
const rows = new Random(92).frames(500, 3, 1, 0).map((frame) => Array.from(frame, (y) => y.toFixed(4)));
const withText = (...places: (readonly [number, number])[]): string[][] =>
  rows.map((row, k) => row.map((cell, j) => (places.some(([r, c]) => r === k && c === j) ? 'ERR' : cell)));

describe('text among numbers', () => {
  // With --json psmf changepoints does not say that there was no change.
  for (const [command, ...options] of [['impute'], ['filter'], ['evaluate'], ['changepoints', '--json']]) {
    it(`psmf ${command} says that it counts as a gap`, () => {
      const several = psmf([command, ...options, '-'], lines([header, ...withText([20, 1], [30, 0])]));
      assert.equal(several.code, 0);
      const first = '"ERR" in column "b"';
      assert.equal(
        several.stderr,
        `Standard input: 2 cells hold no number and count as gaps, the first ${first}.\n`,
      );
      const single = psmf([command, ...options, '-'], lines([header, ...withText([20, 1])]));
      assert.equal(single.stderr, `Standard input: ${first} is no number: it counts as a gap.\n`);
    });
  }

  it('says so of a number that is too large for a reading', () => {
    const text = lines([header, ...withText([20, 1])]).replace('ERR', '1e300');
    assert.equal(
      psmf(['filter', '-'], text).stderr,
      'Standard input: "1e300" in column "b" is no reading, which is a number up to 1e+60: it counts as a gap.\n',
    );
  });

  for (const written of ['1.133,5', '21.5 °C']) {
    it(`says that a column of numbers such as ${written} is no sensor`, () => {
      const text = [['a', 'b', 'written', 'site'], ...rows.map(([a, b]) => [a, b, written, 'north'])];
      const note = (...options: string[]): string =>
        psmf(['filter', '-', ...options], text.map((row) => row.join(';')).join('\n')).stderr;
      assert.equal(
        note(),
        `Standard input: column "written" holds numbers such as "${written}" and is no sensor: write them without units and thousands separators.\n`,
      );
      assert.equal(note('--ignore', 'written'), '');
    });
  }
});
