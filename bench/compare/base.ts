import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { giveDependencies } from './dependencies';
import { askGit, resolveCommit } from './git';

/** A commit beside the work tree, built. */
export interface Base {
  readonly commit: string;
  readonly root: string;
}

/** Where the commits go, below the work tree; git ignores it. */
const FOLDER = join('.cache', 'compare');

/** The named commit, checked out and built, or the one sentence that says why it is not there. */
export function prepareBase(root: string, name: string): Base | string {
  const commit = resolveCommit(root, name);
  if (commit === null)
    return `Cannot find the commit ${JSON.stringify(name)}: expected a hash, branch or tag of this git repository; "git log" lists some.`;
  const folder = join(root, FOLDER, commit);
  const failure = existsSync(folder) ? giveDependencies(folder, root) : build(root, commit, folder);
  return failure ?? { commit, root: folder };
}

/** Under another name until it is complete: what an interrupted run left behind is never taken for a build. */
function build(root: string, commit: string, folder: string): string | null {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  if (!writeFiles(root, commit, partial)) return `Cannot check ${commit} out into ${partial}.`;
  const missing = giveDependencies(partial, root);
  if (missing !== null) return missing;
  // Its output goes to standard error: standard output is for the table.
  const { status } = spawnSync(process.execPath, [join('scripts', 'build.mjs')], {
    cwd: partial,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) return `Cannot build ${commit} with its own scripts/build.mjs, in ${partial}.`;
  renameSync(partial, folder);
  return null;
}

/** By an index of its own, so that neither the work tree's nor git's list of worktrees is touched. */
function writeFiles(root: string, commit: string, folder: string): boolean {
  const env = { GIT_INDEX_FILE: `${folder}.index` };
  const isWritten =
    askGit(root, ['read-tree', commit], env) !== null &&
    askGit(root, ['checkout-index', '--all', '--force', `--prefix=${folder}/`], env) !== null;
  rmSync(env.GIT_INDEX_FILE, { force: true });
  return isWritten;
}
