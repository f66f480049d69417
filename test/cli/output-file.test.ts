import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Folder, lines, program, psmf } from './run';

const RECORDING = lines([['a', 'b'], ...Array.from({ length: 40 }, (_, t) => [t, t % 7 === 0 ? '' : 2 * t])]);

const LONG_RECORDING = lines([['a', 'b'], ...Array.from({ length: 20_000 }, (_, t) => [t, 2 * t])]);

/** What was said but for notes on the recording; a stack trace would show. */
const failuresIn = (stderr: string): string[] =>
  stderr.split('\n').filter((line) => line !== '' && !line.includes('in.csv: '));

describe('the file a command writes', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = new Folder();
    folder.write('in.csv', RECORDING);
  });
  afterEach(() => folder.remove());

  /** Commands that write a file, by its name. */
  const commands: Readonly<Record<string, (file: string) => string[]>> = {
    impute: (file) => ['impute', folder.file('in.csv'), '-o', file],
    filter: (file) => ['filter', folder.file('in.csv'), '-o', file],
    learn: (file) => ['learn', folder.file('in.csv'), '-o', file],
    changepoints: (file) => ['changepoints', folder.file('in.csv'), '--report', file],
  };

  for (const [name, args] of Object.entries(commands)) {
    it(`${name}: goes through a symbolic link, also to a file that is not there yet, and leaves it one`, () => {
      folder.write('old', 'old');
      for (const target of ['old', 'new']) {
        symlinkSync(target, folder.file(`link to ${target}`));
        const { code, stderr } = psmf(args(folder.file(`link to ${target}`)));
        assert.equal(code, 0, stderr);
        assert.ok(lstatSync(folder.file(`link to ${target}`)).isSymbolicLink());
        assert.ok(folder.read(target).length > 20);
      }
    });

    it(`${name}: leaves a file alone that ends in .partial`, () => {
      folder.write('out.partial', 'mine');
      assert.equal(psmf(args(folder.file('out'))).code, 0);
      assert.equal(folder.read('out.partial'), 'mine');
      assert.deepEqual(readdirSync(folder.path).sort(), ['in.csv', 'out', 'out.partial']);
    });

    it(`${name}: says in a sentence that the disk is full`, () => {
      const { code, stderr } = psmf(args('/dev/full'));
      assert.equal(code, 1);
      assert.deepEqual(failuresIn(stderr), ['psmf: Cannot write /dev/full: the disk is full.']);
    });
  }

  it('keeps who may read it', () => {
    folder.write('out.csv', 'mine');
    chmodSync(folder.file('out.csv'), 0o600);
    assert.equal(psmf(['impute', folder.file('in.csv'), '-o', folder.file('out.csv')]).code, 0);
    assert.equal(statSync(folder.file('out.csv')).mode & 0o777, 0o600);
    assert.ok(folder.read('out.csv').length > 20);
  });

  it('is not put in the place of symbolic links that lead in a circle', () => {
    symlinkSync('circle', folder.file('circle'));
    const { code, stderr } = psmf(['impute', folder.file('in.csv'), '-o', folder.file('circle')]);
    assert.equal(code, 1);
    assert.match(stderr, /^psmf: Cannot write .*circle: its symbolic links lead to no file\.$/m);
    assert.ok(lstatSync(folder.file('circle')).isSymbolicLink());
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`is not there by half when ${signal} ends the command`, async () => {
      const child = spawn(process.execPath, [program, 'impute', '-', '-o', folder.file('out.csv')]);
      child.stdin.write(LONG_RECORDING);
      while (readdirSync(folder.path).length < 2) await pause(20);
      child.kill(signal);
      const [code, by] = (await once(child, 'exit')) as [number | null, string | null];
      assert.deepEqual([code, by], [null, signal]);
      assert.deepEqual(readdirSync(folder.path), ['in.csv']);
    });
  }

  it('may be a full disk behind standard output as well', async () => {
    for (const args of [['impute', folder.file('in.csv')], ['learn', folder.file('in.csv')], ['--help']]) {
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', full, 'pipe'] });
      let said = '';
      child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      closeSync(full);
      assert.equal(code, 1, args[0]);
      assert.deepEqual(failuresIn(said), ['psmf: Cannot write standard output: the disk is full.']);
    }
  });
});
