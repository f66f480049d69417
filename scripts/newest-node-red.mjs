// The newest Node-RED on its own Node.js, installed into .cache the first time.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const NEWEST = { folder: 'node-red-5.0.7', packages: ['node-red@5.0.7', 'node@24'] };

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the tests find it: the program to run it with, and the folder of its package. */
export function installNewest() {
  const folder = `${root}.cache/${NEWEST.folder}`;
  const modules = `${folder}/node_modules`;
  const installed = { node: `${modules}/node/bin/node`, red: `${modules}/node-red` };
  if (existsSync(`${folder}/complete`)) return installed;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', ...NEWEST.packages];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(`${folder}/complete`, '');
  return installed;
}
