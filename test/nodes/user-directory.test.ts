import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULE = require.resolve('../../nodes/state/user-directory');
/** A process that keeps its state in a directory, says what it warned of, and goes on until it is told to stop. */
const SCRIPT = `
  const { claimUserDirectory } = require(${JSON.stringify(MODULE)});
  const warnings = [];
  for (let i = 0; i < 3; i++) claimUserDirectory({ warn: (text) => warnings.push(text) }, process.argv[2]);
  process.send(warnings);
  process.once('message', () => process.exit());
`;

describe('a user directory', () => {
  let folder = '';
  let userDir = '';
  const running: ChildProcess[] = [];
  const start = async (): Promise<[ChildProcess, string[]]> => {
    const child = fork(join(folder, 'script.js'), [userDir]);
    running.push(child);
    const [warnings] = (await once(child, 'message')) as [string[]];
    return [child, warnings];
  };
  const end = async (child: ChildProcess, stop: () => void): Promise<void> => {
    const exited = once(child, 'exit');
    stop();
    await exited;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'psmf-user-directory-'));
    userDir = folder;
    writeFileSync(join(folder, 'script.js'), SCRIPT);
  });
  afterEach(async () => {
    for (const child of running.splice(0))
      if (child.exitCode === null && child.signalCode === null) await end(child, () => child.kill('SIGKILL'));
    rmSync(folder, { recursive: true });
  });

  it('of two processes makes the second warn, once, and none that comes after the first has ended', async () => {
    const [first, nothing] = await start();
    assert.deepEqual(nothing, []);
    const [second, warnings] = await start();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], new RegExp(`process ${first.pid}, keeps its state in .* Stop one of them`));
    await end(second, () => second.send('stop'));
    assert.ok(existsSync(join(folder, '.psmf-process.json')), 'the first still runs');
    await end(first, () => first.send('stop'));
    assert.ok(!existsSync(join(folder, '.psmf-process.json')));
    assert.deepEqual((await start())[1], []);
  });

  it('is free again after its process was killed, whoever has its number now', async () => {
    const [killed] = await start();
    await end(killed, () => killed.kill('SIGKILL'));
    assert.deepEqual((await start())[1], []);
  });

  it('is free after damage to the file, and where nothing can be written', async () => {
    writeFileSync(join(folder, '.psmf-process.json'), '{"pid":');
    assert.deepEqual((await start())[1], []);
    userDir = join(folder, 'nowhere');
    assert.deepEqual((await start())[1], []);
  });
});
