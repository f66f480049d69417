import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const MOST_OUTPUT = 2 ** 26;

/** What git says, without the end of the line; null if it fails. */
export function askGit(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string | null {
  const { status, stdout } = spawnSync('git', args, {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: MOST_OUTPUT, stdio: ['ignore', 'pipe', 'ignore'] },
    env: { ...process.env, ...env },
  });
  return status === 0 ? stdout.trimEnd() : null;
}

/** The full hash of a commit; null if there is none of that name. */
export const resolveCommit = (root: string, name: string): string | null =>
  askGit(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);

/** The short hash of a commit and the first line of its message. */
export const describeCommit = (root: string, commit: string): string =>
  askGit(root, ['log', '-1', '--format=%h %s', commit]) ?? commit;

/** The commit that the work tree began with, and whether anything was changed since. */
export function describeWorkTree(root: string): string {
  const changes = askGit(root, ['status', '--porcelain']);
  return `${describeCommit(root, 'HEAD')}${changes === '' ? '' : ', with changes'}`;
}

/** The files of a commit below these folders. */
export const listCommitted = (root: string, commit: string, folders: readonly string[]): string[] =>
  splitNames(askGit(root, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', commit, '--', ...folders]));

/** The files of the work tree below these folders: new ones too, but none that git ignores. */
export const listWorkTree = (root: string, folders: readonly string[]): string[] =>
  splitNames(
    askGit(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders]),
  ).filter((path) => existsSync(join(root, path)));

const splitNames = (text: string | null): string[] => (text ?? '').split('\0').filter((path) => path !== '');
