import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives a folder the dependencies of its lock file: those of the work tree where the two locks are the same, its own otherwise.
 * Null, or the one sentence that says why it cannot. The work tree's lock may have changed since the folder was last used.
 */
export function giveDependencies(folder: string, workTree: string): string | null {
  const modules = join(folder, 'node_modules');
  if (isInstalled(modules)) return null;
  rmSync(modules, { recursive: true, force: true });
  if (readLock(folder) === readLock(workTree)) {
    symlinkSync(join(workTree, 'node_modules'), modules, 'junction');
    return null;
  }
  // The npm that runs this program: among the dependencies is an older one, first in its path. And not where that npm runs it.
  const { npm_execpath: npm } = process.env;
  const [program, ...first] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const { status } = spawnSync(program, [...first, 'ci', '--no-audit', '--no-fund'], {
    ...{ cwd: folder, stdio: ['ignore', process.stderr, process.stderr] },
    env: { ...process.env, npm_config_local_prefix: folder },
    shell: npm === undefined && process.platform === 'win32',
  });
  return status === 0 ? null : `Cannot install the dependencies of ${folder} with npm ci.`;
}

/** A whole installation of its own: npm writes the lock within only when it is done. A link is no installation. */
const isInstalled = (modules: string): boolean =>
  existsSync(join(modules, '.package-lock.json')) && !lstatSync(modules).isSymbolicLink();

const readLock = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8');
