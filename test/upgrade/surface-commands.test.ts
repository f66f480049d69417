import assert from 'node:assert/strict';
import { Folder, lines, psmf } from '../cli/run';
import { assertKept } from './kept';
import { SENSORS, simulate } from './stream';
import { COMMANDS } from './surface';

/** Options in a help text, each at the start of its line or after its short form. */
const listOptions = (help: string): string[] =>
  [...help.matchAll(/(?:^ +|, )(--?[a-z][a-z-]*)/gm)].map(([, option]) => option);

describe('the command line that scripts hold on to', () => {
  const folder = new Folder();
  after(() => folder.remove());
  const rows = simulate(150).map((frame) => SENSORS.map((name) => frame[name]));
  const good = folder.write('good.csv', lines([[...SENSORS], ...rows]));

  it('psmf --help names every command', () => {
    const { code, stdout } = psmf(['--help']);
    assert.equal(code, 0);
    assertKept(
      'Commands',
      Object.keys(COMMANDS),
      [...stdout.matchAll(/^ {2}psmf ([a-z]+)/gm)].map(([, name]) => name),
    );
  });

  for (const [command, options] of Object.entries(COMMANDS)) {
    it(`psmf ${command} has all its options`, () => {
      const { code, stdout } = psmf([command, '--help']);
      assert.equal(code, 0);
      assertKept(`Options of psmf ${command}`, options, listOptions(stdout));
    });

    it(`psmf ${command} exits with 0 when all is well, 1 when it fails, 2 when it is called wrongly`, () => {
      const input = command === 'doctor' ? folder.path : good;
      const codes = [[input], [folder.file('nowhere')], [input, '--no-such-option']].map(
        (args) => psmf([command, ...args]).code,
      );
      assert.deepEqual(
        codes,
        [0, 1, 2],
        'scripts decide by the exit code: a change needs an entry in CHANGELOG.md',
      );
    });
  }

  it('psmf without a command, or with one that does not exist, is called wrongly', () => {
    assert.deepEqual([psmf([]).code, psmf(['no-such-command']).code], [2, 2]);
  });
});
