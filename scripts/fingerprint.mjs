// A checksum of everything a build depends on, by content: a checkout or a copy changes the times of files, not what is in them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

const FOLDERS = ['src', 'nodes', 'bench', 'demo', 'test', 'scripts'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.types.json'];
/** Written by the build itself, and data that the build does not read. */
const LEFT_OUT =
  /^src\/(linalg\/(packed-)?kernels|adaptive\/kernels\/(expert-calls|sensor-state))\.ts$|^test\/fixtures\//;
/** Inside dist: a build that was cut short has none. */
const STAMP = 'dist/.fingerprint';
const MADE_BESIDE = ['resources/main.js', 'lib/src/index.js'];

function fingerprint(root) {
  const listed = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        `${entry.parentPath ?? entry.path}/${entry.name}`.slice(root.length).replaceAll('\\', '/'),
      ),
  );
  const hash = createHash('sha256');
  for (const file of [...listed, ...FILES].filter((path) => !LEFT_OUT.test(path)).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(`${root}${file}`))
      .update('\0');
  return hash.digest('hex');
}

export const isBuilt = (root) =>
  MADE_BESIDE.every((file) => existsSync(`${root}${file}`)) &&
  existsSync(`${root}${STAMP}`) &&
  readFileSync(`${root}${STAMP}`, 'utf8') === fingerprint(root);

export const markBuilt = (root) => writeFileSync(`${root}${STAMP}`, fingerprint(root));
