// Installs the development dependencies when they are absent or older than the lock file, so that one command is enough
// on a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = `${root}node_modules/.package-lock.json`;
const upToDate =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs;
// The npm that runs this, if one does: among the development dependencies is an older one, first in the path of a script, which
// takes the lock file for out of step.
const { npm_execpath: npm } = process.env;
const command = npm === undefined ? ['npm'] : [process.execPath, npm];
if (!upToDate) {
  const [program, ...first] = command;
  const { status } = spawnSync(program, [...first, 'ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: npm === undefined && process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
